import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evenly } from '../testing-numbers.ts';
import { clusterOf, touchedBy } from './clusters.ts';
import type { Place } from './earth.ts';

const frankfurt = { latitude: 50.1, longitude: 8.7 };
const around = (centre: Place, n: number): Place[] =>
  Array.from({ length: n }, (_, i) => ({ latitude: centre.latitude + (i % 3), longitude: centre.longitude + (i % 5) }));
const afar: Place[] = [
  { latitude: -33.9, longitude: 151.2 },
  { latitude: 35.7, longitude: 139.7 },
  { latitude: 40.7, longitude: -74 },
  { latitude: -23.5, longitude: -46.6 },
  { latitude: -33.9, longitude: 18.4 },
];

test('a region gets an inset when many agents crowd it', () => {
  const found = clusterOf([...around(frankfurt, 8), ...afar]);
  expect([found?.count, found?.name]).toEqual([8, 'Europe']);
});

test('few agents, or agents all over the world, need none', () => {
  expect(clusterOf(around(frankfurt, 5))).toBeUndefined();
  expect(clusterOf([...around(frankfurt, 3), ...afar])).toBeUndefined();
});

test('regions are called as people call them, and the open sea is "this region"', () => {
  const named: [Place, string][] = [
    [{ latitude: 40, longitude: -90 }, 'North America'],
    [{ latitude: -20, longitude: -60 }, 'South America'],
    [{ latitude: 35, longitude: 135 }, 'East Asia'],
    [{ latitude: 20, longitude: 77 }, 'South Asia'],
    [{ latitude: 1, longitude: 104 }, 'South-East Asia'],
    [{ latitude: 0, longitude: 30 }, 'Africa'],
    [{ latitude: -30, longitude: 140 }, 'Oceania'],
    [{ latitude: 0, longitude: -150 }, 'this region'],
  ];
  for (const [place, name] of named) expect(clusterOf(Array(6).fill(place))?.name).toBe(name);
});

test('the inset holds at least the share it was made for, and counts those inside its window', () => {
  const place = fc.record({
    latitude: evenly(-40, 58),
    longitude: evenly(-150, 150),
  });
  fc.assert(
    fc.property(fc.array(place, { minLength: 6, maxLength: 30 }), (places) => {
      const found = clusterOf(places);
      if (!found) return;
      const [west, south, east, north] = found.box;
      const inside = places.filter(
        (it) => it.longitude >= west && it.longitude <= east && it.latitude >= south && it.latitude <= north,
      );
      expect(inside).toHaveLength(found.count);
      expect(found.count / places.length).toBeGreaterThanOrEqual(0.4);
    }),
  );
});

test('a click on a dot may mean each dot that touches it', () => {
  const dots = [
    { id: 'below', x: 10, y: 10 },
    { id: 'above', x: 10, y: 10 },
    { id: 'beside', x: 14, y: 13 },
    { id: 'apart', x: 24, y: 10 },
  ];
  const touched = (n: number) => touchedBy(dots, dots[n] as (typeof dots)[number]).map(({ id }) => id);
  expect(touched(1)).toEqual(['below', 'above', 'beside']);
  expect(touched(3)).toEqual(['apart']);
});
