import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evenly, somewhere } from '../testing-numbers.ts';
import { antipodeKm, at, between, discOf, distanceKm, earthRadiusKm, edgeOf, type Place, pointAt } from './earth.ts';

const place = somewhere(89);
const bearing = evenly(0, 2 * Math.PI);
const placeAt = ([longitude, latitude]: readonly number[]): Place => ({
  latitude: latitude as number,
  longitude: longitude as number,
});

test('distances are those of the globe: known ones, the same both ways, never beyond the other side', () => {
  const [london, sydney] = [
    { latitude: 51.5074, longitude: -0.1278 },
    { latitude: -33.8688, longitude: 151.2093 },
  ];
  expect(Math.abs(distanceKm(london, sydney) - 16_994)).toBeLessThan(5);
  // A degree of a meridian is 111.2 km; across the date line it is as short as anywhere.
  expect(distanceKm({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 })).toBeCloseTo(111.2, 1);
  fc.assert(
    fc.property(place, place, (a, b) => {
      expect(distanceKm(a, b)).toBeCloseTo(distanceKm(b, a), 6);
      expect(distanceKm(a, b)).toBeLessThanOrEqual(antipodeKm + 1e-6);
      expect(distanceKm(a, a)).toBe(0);
    }),
  );
});

test('one arrives as far away as one went, in the direction one took', () => {
  fc.assert(
    fc.property(place, bearing, evenly(0, antipodeKm), (from, direction, km) => {
      expect(Math.abs(distanceKm(from, placeAt(pointAt(from, direction, km))) - km)).toBeLessThan(0.01);
    }),
  );
  const from = { latitude: 10, longitude: 20 };
  const went = (quarter: number) => placeAt(pointAt(from, (quarter * Math.PI) / 2, 100));
  expect(went(0).latitude).toBeCloseTo(10.9, 1);
  expect(went(1).longitude).toBeCloseTo(20.9, 1);
  expect(went(2).latitude).toBeCloseTo(9.1, 1);
  expect(went(3).longitude).toBeCloseTo(19.1, 1);
});

test('a share of the way is that share of the distance', () => {
  fc.assert(
    fc.property(place, place, evenly(0, 1), (a, b, share) => {
      fc.pre(distanceKm(a, b) < antipodeKm - 1);
      expect(distanceKm(a, placeAt(between(a, b, share)))).toBeCloseTo(distanceKm(a, b) * share, 3);
    }),
  );
});

test('the edge of a disc is its radius away from its centre all around, and closed', () => {
  fc.assert(
    fc.property(place, evenly(1, 19_000), (centre, km) => {
      const { coordinates } = edgeOf(centre, km);
      for (const point of coordinates) expect(distanceKm(centre, placeAt(point))).toBeCloseTo(km, 3);
      const [first, last] = [coordinates[0], coordinates.at(-1)] as [number[], number[]];
      expect(distanceKm(placeAt(first), placeAt(last))).toBeLessThan(0.001);
      expect(discOf(centre, km).coordinates[0]).toEqual(coordinates);
    }),
    { numRuns: 10 },
  );
  // A disc never folds over the other side of the Earth.
  const widest = placeAt(edgeOf({ latitude: 0, longitude: 0 }, 50_000).coordinates[0] as number[]);
  expect(distanceKm({ latitude: 0, longitude: 0 }, widest)).toBeLessThan(antipodeKm);
});

test('maps put longitude first', () => {
  expect(at({ latitude: 1, longitude: 2 })).toEqual([2, 1]);
  expect(antipodeKm).toBeCloseTo(earthRadiusKm * Math.PI);
});
