import type { GeometryCollection as Shapes } from 'geojson';
import { useEffect, useState } from 'preact/hooks';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Place } from './earth.ts';

/** Lakes and the middle lines of rivers. */
export interface Waters {
  readonly lakes: Shapes;
  readonly rivers: Shapes;
}

export type Region = 'europe' | 'africa' | 'southAmerica' | 'northAmerica' | 'asia' | 'world';

/**
 * Most continents have a file of a sixth to a third of the world's size; North America's is nearly as large. Their lines are
 * finer. Oceania has the file of the world.
 */
const regions: readonly (readonly [region: Region, west: number, south: number, east: number, north: number])[] = [
  ['europe', -25, 36, 42, 72],
  ['africa', -20, -36, 52, 36],
  ['southAmerica', -85, -57, -33, 12],
  ['northAmerica', -170, 12, -50, 75],
  ['asia', 42, 1, 150, 75],
];

export const regionOf = ({ latitude, longitude }: Place): Region =>
  regions.find(
    ([, west, south, east, north]) => longitude >= west && longitude <= east && latitude >= south && latitude <= north,
  )?.[0] ?? 'world';

type World = Topology<{ lakes: GeometryCollection; rivers: GeometryCollection }>;
const loading = new Map<Region, Promise<Waters>>();

const read = async (region: Region): Promise<Waters> => {
  const { urls } = await import('./water-files.ts');
  const reply = await fetch(urls[region]);
  if (!reply.ok) throw new Error(`The map of waters answered ${reply.status}.`);
  const topology = (await reply.json()) as World;
  const shapes = (of: GeometryCollection): Shapes => ({
    type: 'GeometryCollection',
    geometries: feature(topology, of).features.map((it) => it.geometry),
  });
  return { lakes: shapes(topology.objects.lakes), rivers: shapes(topology.objects.rivers) };
};

const load = (region: Region): Promise<Waters> => {
  const known = loading.get(region);
  if (known) return known;
  const asked = read(region);
  loading.set(region, asked);
  asked.catch(() => loading.delete(region));
  return asked;
};

/** Waters around a place; undefined until they are loaded, and where none are wanted. */
export const useWaters = (place: Place, when: boolean): Waters | undefined => {
  const region = when ? regionOf(place) : undefined;
  const [waters, setWaters] = useState<{ region: Region; shapes: Waters }>();
  useEffect(() => {
    if (region === undefined) return;
    let current = true;
    // A map without rivers still shows everything that was measured.
    load(region).then(
      (shapes) => current && setWaters({ region, shapes }),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [region]);
  return region !== undefined && waters?.region === region ? waters.shapes : undefined;
};

/** A path of straight lines as one of curves through the middles of its lines: rivers have no corners. */
export const smooth = (path: string): string =>
  path
    .split('M')
    .filter(Boolean)
    .map((part) => {
      const points = part.split(/[LZ]/).flatMap((it) => {
        const [x, y] = it.split(',').map(Number);
        return x === undefined || y === undefined || Number.isNaN(x + y) ? [] : [[x, y] as const];
      });
      const [first, ...others] = points;
      const last = others.at(-1);
      if (!first || !last) return '';
      const curves = others.slice(0, -1).map(([x, y], i) => {
        const [nextX, nextY] = others[i + 1] ?? last;
        return `Q${x},${y} ${((x + nextX) / 2).toFixed(1)},${((y + nextY) / 2).toFixed(1)}`;
      });
      return `M${first}${curves.join('')}L${last}`;
    })
    .join('');
