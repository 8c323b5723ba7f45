import fc from 'fast-check';
import { expect, test } from 'vitest';
import { antipodeKm, bearing, destination, distanceKm, distances, isPlace } from './geo.ts';

const place = fc.record({
  latitude: fc.double({ min: -89.9, max: 89.9, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

test('known distances', () => {
  const frankfurt = { latitude: 50.1109, longitude: 8.6821 };
  expect(distanceKm(frankfurt, { latitude: 48.8566, longitude: 2.3522 })).toBeCloseTo(477.9, 1);
  expect(distanceKm(frankfurt, { latitude: -33.8688, longitude: 151.2093 })).toBeCloseTo(16_480, -1.5);
  expect(distanceKm({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 })).toBeCloseTo(antipodeKm, 6);
});

test('walking a distance along a bearing arrives that far away, in that direction', () => {
  fc.assert(
    fc.property(
      place,
      fc.double({ min: -3, max: 3, noNaN: true }),
      fc.double({ min: 1, max: 19_000, noNaN: true }),
      (from, to, km) => {
        const there = destination(from, to, km);
        expect(isPlace(there)).toBe(true);
        expect(distanceKm(from, there)).toBeCloseTo(km, 3);
        expect(Math.cos(bearing(from, there) - to)).toBeCloseTo(1, 5);
      },
    ),
  );
});

test('the table of distances agrees with the single ones', () => {
  fc.assert(
    fc.property(
      fc.array(place, { minLength: 1, maxLength: 4 }),
      fc.array(place, { minLength: 1, maxLength: 4 }),
      (a, b) => {
        const table = distances(a, b);
        for (const [i, p] of a.entries())
          for (const [j, q] of b.entries()) expect(table[i * b.length + j]).toBeCloseTo(distanceKm(p, q), 3);
      },
    ),
  );
});
