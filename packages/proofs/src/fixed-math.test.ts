import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cosDegrees, sinDegrees, squaredChord, vectorOf } from './fixed-math.ts';
import { distanceKm, earthRadiusKm } from './geo.ts';

const degrees = fc.double({ min: -720, max: 720, noNaN: true });

test('sine and cosine agree with Math to 1e-12', () => {
  fc.assert(
    fc.property(degrees, (angle) => {
      expect(Math.abs(sinDegrees(angle) - Math.sin((angle * Math.PI) / 180))).toBeLessThan(1e-12);
      expect(Math.abs(cosDegrees(angle) - Math.cos((angle * Math.PI) / 180))).toBeLessThan(1e-12);
    }),
    { numRuns: 2_000 },
  );
});

test('right angles are exact', () => {
  expect([0, 90, 180, 270, 360, -90].map((it) => sinDegrees(it) + 0)).toEqual([0, 1, 0, -1, 0, -1]);
  expect([0, 90, 180, 270, 360, -90].map((it) => cosDegrees(it) + 0)).toEqual([1, 0, -1, 0, 1, 0]);
});

test('sines that every machine must compute bit by bit', () => {
  expect([0.001, 30, 44.9, 45.1, 89.99, 123.456].map(sinDegrees)).toEqual([
    0.000017453292519057202, 0.49999999999999994, 0.705871570678681, 0.7083398377245289, 0.9999999847691291,
    0.8343094333148066,
  ]);
});

test('chords order places as distances do', () => {
  const place = fc.record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  });
  fc.assert(
    fc.property(place, place, (a, b) => {
      const chord = Math.sqrt(squaredChord(vectorOf(a), vectorOf(b)));
      expect(2 * earthRadiusKm * Math.asin(Math.min(1, chord / 2))).toBeCloseTo(distanceKm(a, b), 3);
    }),
  );
});
