import { beforeAll, describe, expect, test } from 'vitest';
import { destination, distanceKm, type Place } from '../geo.ts';
import { AllowedPlaces, type Disc } from './allowed-places.ts';
import type { Atlas } from './atlas.ts';
import { readAtlas } from './atlas-file.ts';
import { groups } from './countries.ts';
import { countryInSentence } from './country-names.ts';
import { polygonRegion } from './polygon.ts';
import { meetingOf } from './region.ts';
import { groupNames, isCountry, zoneWords } from './zone-names.ts';
import { landZone, polygonZone, zoneVerdict } from './zone-verdict.ts';

let atlas: Atlas;
beforeAll(async () => {
  atlas = await readAtlas();
});

const at = (latitude: number, longitude: number): Place => ({ latitude, longitude });
const group = (name: string) => groups.find((it) => it.name === name)?.codes ?? [];

/** Eight challengers around a place, each of which answers within so many km of it. */
const around = (place: Place, km: number): Disc[] =>
  Array.from({ length: 8 }, (_, i) => {
    const centre = destination(place, (i * Math.PI) / 4, km);
    return { centre, radiusKm: distanceKm(centre, place) + 2 };
  });
const verdictOf = (codes: readonly string[], place: Place, km = 40, needed = 8) =>
  zoneVerdict(around(place, km), needed, landZone(atlas, codes));

describe('countries and groups', () => {
  test.for([
    ['Frankfurt', at(50.11, 8.68), 40, 'inside'],
    ['Cayenne, an outermost region', at(4.92, -52.3), 40, 'inside'],
    ['Mariehamn on Åland', at(60.1, 19.94), 40, 'inside'],
    ['Ceuta', at(35.89, -5.31), 10, 'undecided'],
    ['Konstanz, at the border', at(47.66, 9.17), 40, 'undecided'],
    ['Zürich, 20 km from the border', at(47.37, 8.54), 40, 'outside'],
    ['Bern', at(46.95, 7.44), 20, 'outside'],
    ['Kralendijk, Dutch and not of the Union', at(12.15, -68.27), 40, 'outside'],
    ['Northern Cyprus', at(35.3, 33.9), 10, 'outside'],
    ['Kaliningrad', at(54.7, 20.5), 20, 'outside'],
    ['Oslo', at(59.91, 10.75), 40, 'outside'],
    ['the middle of the Atlantic', at(40, -40), 40, 'undecided'],
  ] as const)('%s and the EU', ([, place, km, expected]) => {
    expect(verdictOf(group('EU'), place, km)).toBe(expected);
  });

  test('two countries of a zone have no border between them', () => {
    const strasbourg = at(48.57, 7.75);
    expect(verdictOf(['FR'], strasbourg)).toBe('undecided');
    expect(verdictOf(['FR', 'DE'], strasbourg, 20)).toBe('inside');
  });

  test('a country across the meridian of 180° has no border there', () => {
    expect(verdictOf(['RU'], at(67, 180))).toBe('inside');
    expect(verdictOf(['RU'], at(67, -179.9))).toBe('inside');
    expect(verdictOf(['FJ'], at(-16.8, 179.95))).toBe('inside');
  });

  test('the south pole is in Antarctica', () => {
    expect(verdictOf(['AQ'], at(-90, 0), 300)).toBe('inside');
    expect(verdictOf(['AR'], at(-90, 0), 300)).toBe('outside');
  });

  test('answers that exclude each other leave no place', () => {
    const discs = [...around(at(50, 8), 30), ...around(at(40, -3), 30)];
    expect(zoneVerdict(discs, 10, landZone(atlas, ['DE']))).toBe('contradiction');
    expect(zoneVerdict(discs, 8, landZone(atlas, ['DE']))).toBe('undecided');
  });

  test('with as many liars as answers nothing is ruled out', () => {
    expect(zoneVerdict(around(at(50, 8), 30), 0, landZone(atlas, ['DE']))).toBe('undecided');
    expect(zoneVerdict([], 0, landZone(atlas, ['DE']))).toBe('undecided');
  });

  test('every code of a group is in the atlas, and no country is in two continents', () => {
    const known = new Set(atlas.codes);
    expect(groups.flatMap((it) => it.codes).filter((it) => !known.has(it) && !['CC', 'CX'].includes(it))).toEqual([]);
    const continents = groups.slice(3).flatMap((it) => it.codes);
    expect(continents.filter((it, i) => continents.indexOf(it) !== i)).toEqual([]);
    expect(atlas.codes.filter((it) => it.length === 2 && !continents.includes(it))).toEqual([]);
  });

  test('every country and group of the lists can be asked for', () => {
    expect(groups.map((it) => it.name)).toEqual([...groupNames]);
    const coded = [...atlas.codes, ...groups.flatMap((it) => it.codes)].filter((it) => it.length === 2);
    expect(coded.filter((it) => !isCountry(it))).toEqual([]);
    expect(['ZZ', 'D', 'DEA', '', 'EA'].filter(isCountry)).toEqual([]);
  });

  test('letters and names of countries belong together', () => {
    const words = (it: string) =>
      it
        .normalize('NFD')
        .replace(/[^a-z ]/gi, '')
        .toLowerCase()
        .split(' ');
    const english = new Intl.DisplayNames('en', { type: 'region' });
    const others = [...atlas.names].filter(([code, name]) => {
      if (code.length !== 2) return false;
      const known = words(english.of(code) ?? '');
      return !words(name).some((word) => word.length > 2 && known.some((it) => it.startsWith(word.slice(0, 4))));
    });
    // These are spelled or shortened in other ways.
    expect(others.map(([code]) => code).sort()).toEqual(['BL', 'FO', 'MF', 'TF']);
  });
});

describe('polygons', () => {
  /** Reads points as `0 0, 10 0, 10 10`: longitude, latitude. */
  const points = (text: string) => text.split(',').map((it) => it.trim().split(' ').map(Number) as [number, number]);
  const polygon = (...rings: [number, number][][]) => ({ type: 'Polygon', coordinates: rings });
  const box = (west: number, south: number, east: number, north: number): [number, number][] =>
    points(`${west} ${south}, ${east} ${south}, ${east} ${north}, ${west} ${north}, ${west} ${south}`);
  const verdictIn = (zone: unknown, place: Place, km = 40) =>
    zoneVerdict(around(place, km), 8, polygonZone(atlas, polygonRegion(zone)));

  test('the sea beyond a border does not matter, land does', () => {
    const cornwall = box(-6, 49.9, -4, 51);
    expect(verdictIn(polygon(cornwall), at(50.15, -5.3), 20)).toBe('inside');
    expect(verdictIn(polygon(box(-5.2, 49.9, -4, 51)), at(50.15, -5.3), 20)).toBe('undecided');
    expect(verdictIn(polygon(cornwall), at(48.5, -4), 40)).toBe('outside');
  });

  test('a polygon drawn to keep the judge busy leaves the verdict open', () => {
    const zigzag = Array.from({ length: 990 }, (_, i): [number, number] => [-135 + (40 * i) / 990, i % 2 ? -58 : -32]);
    const { lines } = polygonRegion(polygon([...zigzag, [-95, -59], [-135, -59], zigzag[0] as [number, number]]));
    const allowed = new AllowedPlaces([{ centre: at(-45, -115), radiusKm: 1_000 }], 1, 5);
    const nowhere = { holds: () => false, mayDivide: () => true };
    expect(meetingOf(lines, allowed, nowhere)).toBeDefined();
    expect(allowed.piecesLeft).toBe(-1);
  });

  test('a polygon whose edges lie beside each other in every direction is refused; sides with many points are not', () => {
    const long = Array.from({ length: 990 }, (_, i): [number, number] => [
      i / 14 + (i % 2 ? 100 : 0),
      i % 2 ? 80 : -80,
    ]);
    const zigzag = polygon([...long, [175, -85], [-1, -85], long[0] as [number, number]]);
    expect(() => polygonRegion(zigzag)).toThrow('too many long edges lie side by side');
    const side = Array.from({ length: 240 }, (_, i) => i / 240);
    const square = [
      ...[...side.map((it) => [it, 0]), ...side.map((it) => [1, it])],
      ...[...side.map((it) => [1 - it, 1]), ...side.map((it) => [0, 1 - it]), [0, 0]],
    ] as [number, number][];
    expect(polygonRegion(polygon(square)).holds(at(0.5, 0.5))).toBe(true);
  });

  test('what lies in a hole is outside', () => {
    const ring = polygon(box(5, 45, 15, 55), box(9, 49, 11, 51).reverse() as [number, number][]);
    expect(verdictIn(ring, at(50, 10), 30)).toBe('outside');
    expect(verdictIn(ring, at(47, 10), 30)).toBe('inside');
    expect(verdictIn(ring, at(49, 10), 30)).toBe('undecided');
  });

  test('a ring may cross the meridian of 180°, or be cut there', () => {
    const across = polygon(box(170, 60, 190, 72));
    const cut = { type: 'MultiPolygon', coordinates: [[box(170, 60, 180, 72)], [box(-180, 60, -170, 72)]] };
    for (const zone of [across, polygon(box(-190, 60, -170, 72)), cut]) {
      expect(verdictIn(zone, at(67, 180))).toBe('inside');
      expect(verdictIn(zone, at(67, 160))).toBe('outside');
    }
    expect(verdictIn(polygon(box(170, 60, 180, 72)), at(67, 180))).toBe('undecided');
  });

  test('a place is the same whichever turn its longitude is told in', () => {
    const across = polygonRegion(polygon(box(170, 60, 190, 72)));
    const held = [175, 180.5, 185, -175, -185];
    const longitudes = [...held, 191, -169, 169, -191];
    expect(longitudes.filter((longitude) => across.holds({ latitude: 66, longitude }))).toEqual(held);
  });

  test('a ring around a pole holds the pole on its left', () => {
    const around60 = points('-120 -70, 0 -70, 120 -70, 240 -70');
    expect(verdictIn(polygon(around60), at(-90, 0), 300)).toBe('outside');
    expect(verdictIn(polygon([...around60].reverse()), at(-90, 0), 300)).toBe('inside');
    expect(verdictIn(polygon(box(-180, -90, 180, -70)), at(-90, 0), 300)).toBe('inside');
    expect(verdictIn(polygon(box(-180, -90, 180, -70)), at(-33.9, 151.2), 300)).toBe('outside');
  });

  test('an edge that can be read in two ways is refused, with both ways out', () => {
    expect(() => polygonRegion(polygon(box(-95, -60, 95, 75)))).toThrow(
      'the edge from -95 to 95 degrees can be read in two ways. Where it crosses the meridian of 180°, write -265 instead of 95, and go on from there; where it does not, put a point between.',
    );
    expect(() => polygonRegion(polygon(box(170, 60, -170, 72)))).toThrow('write 190 instead of -170');
    const halfWay = points('-95 -60, 0 -60, 95 -60, 95 75, 0 75, -95 75, -95 -60');
    expect(verdictIn(polygon(halfWay), at(50.1, 8.7))).toBe('inside');
    expect(verdictIn(polygon(halfWay), at(1.35, 103.8))).toBe('outside');
    expect(verdictIn(polygon(box(-180, -60, 180, 75)), at(50.1, 8.7))).toBe('inside');
  });

  const europe = box(-10, 36, 30, 70);
  const germany = box(6, 47, 15, 55);
  const several = (...rings: [number, number][][]) => ({ type: 'MultiPolygon', coordinates: rings.map((it) => [it]) });
  const throughCorners = points('0 0, 2 0, 2 1, 2 2, 1 2, 0 2, 0 0');
  const shifted = points('1 2, 1.5 1.5, 2 1, 3 1, 3 3, 1 3, 1 2');
  test.for([
    ['two that overlap', several(box(-10, 36, 30, 70), box(0, 40, 40, 60))],
    ['one polygon twice', several(europe, europe)],
    ['one in another', several(europe, germany)],
    ['one ring traced twice', polygon([...europe, ...europe.slice(1)])],
    ['one hole twice', polygon(europe, germany, germany)],
    ['a hole in a hole', polygon(europe, germany, box(8, 49, 10, 51))],
    ['a hole elsewhere', polygon(europe, box(40, 47, 45, 55))],
    ['a hole across the border', polygon(europe, box(25, 47, 35, 55))],
    ['a bow tie', polygon(points('0 0, 10 10, 10 0, 0 10, 0 0'))],
    ['a spike', polygon(points('0 0, 10 0, 20 0, 10 0, 10 10, 0 0'))],
    ['two that cross at their corners', several(throughCorners, shifted)],
    ['two that lie on each other beyond 180°', several(box(170, 0, 190, 10), box(-175, 2, -160, 8))],
    ['two that lie on each other at the cut', several(box(170, -10, 180, 10), box(175, -5, 185, 5))],
    ['two halves and a third', several(box(170, 0, 180, 9), box(-180, 0, -170, 9), box(172, 2, 188, 8))],
    ['one point', polygon(points('1 1, 1 1, 1 1, 1 1'))],
    ['a part of the meridian of 180°', polygon(box(180, 0, 180, 10))],
    ['a pole', polygon(box(0, 90, 20, 90))],
    ['all around a pole', polygon(box(-180, -90, 180, -90))],
    ['side by side with one edge', several(box(0, 0, 10, 10), box(10, 0, 20, 10))],
  ] as const)('a polygon that means two things is refused: %s', ([, zone]) => {
    expect(() => polygonRegion(zone)).toThrow(/^zone\.coordinates: /);
  });

  test('islands in lakes, and polygons apart, are what they look like', () => {
    const lakes = {
      type: 'MultiPolygon',
      coordinates: [
        [europe, germany],
        [box(8, 49, 12, 52), box(9, 50, 10, 51)],
      ],
    };
    const places = points('0 40, 7 48, 11 49.5, 9.5 50.5, 0 80').map(([longitude, latitude]) =>
      at(latitude, longitude),
    );
    expect(places.map((it) => polygonRegion(lakes).holds(it))).toEqual([true, false, true, false, false]);
  });

  test.for([
    [null, /a GeoJSON Polygon/],
    [{ type: 'Point', coordinates: [1, 2] }, /a GeoJSON Polygon/],
    [polygon(points('1 2, 3 4, 1 2')), /four points/],
    [polygon(points('1 2, 3 4, 5 6, 7 8')), /ends where it begins/],
    [polygon(points('1 2, 3 94, 5 6, 1 2')), /within ±180 and ±90/],
    [
      polygon(Array.from({ length: 1_002 }, (_, i): [number, number] => [i === 1_001 ? 0 : i / 100, 1])),
      /at most 1000 points/,
    ],
  ] as const)('a wrong zone is refused: %#', ([zone, why]) => {
    expect(() => polygonRegion(zone)).toThrow(why);
  });
});

test('a sentence names countries, and not their codes', () => {
  expect(['DE', 'de, FR', 'eu', 'Europe', 'nowhere', '{}'].map(zoneWords)).toEqual([
    ...['Germany', 'Germany or France', 'the EU', 'Europe', 'its zone', 'its zone'],
  ]);
});

test('a sentence names countries in full, and with the article that they have', () => {
  const named = [...new Set([...atlas.codes, ...atlas.names.keys(), 'CC', 'CX'])].map((code) => [
    code,
    countryInSentence(code, atlas.names.get(code) ?? code),
  ]) as [string, string][];
  // No code, no shortened word.
  expect(named.filter(([code, name]) => (code.length === 2 && name === code) || name.includes('.'))).toEqual([]);
  const plural = / (Islands|Republic|Territor|States|Kingdom|Emirates|Isle)|s$/;
  const bare = named.filter(([, name]) => plural.test(` ${name}`) && !name.startsWith('the '));
  // These end like a plural, or name a place of their own before the islands.
  expect(bare.map(([, name]) => name).sort()).toEqual([
    ...['Barbados', 'Belarus', 'Cyprus', 'Heard Island and McDonald Islands', 'Honduras', 'Laos', 'Mauritius'],
    ...['Northern Cyprus', 'Saint Kitts and Nevis', 'Saint Vincent and the Grenadines'],
    'South Georgia and the South Sandwich Islands',
  ]);
  expect(named.filter(([, name]) => name.startsWith('the the '))).toEqual([]);
  expect(['US', 'DO', 'NL,BE', 'GB', 'PH', 'FR'].map(zoneWords)).toEqual([
    ...['the United States', 'the Dominican Republic', 'the Netherlands or Belgium', 'the United Kingdom'],
    ...['the Philippines', 'France'],
  ]);
});
