import fc from 'fast-check';
import { expect, test } from 'vitest';
import { acos, asin, atan2, cos, cosDegrees, exp, log, sin, sinDegrees, squaredChord, vectorOf } from './fixed-math.ts';
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

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const near = (ours: number, theirs: number) =>
  expect(Math.abs(ours - theirs)).toBeLessThanOrEqual(1e-15 * Math.max(1, Math.abs(theirs)));

test('the other functions agree with Math to 1e-15', () => {
  fc.assert(
    fc.property(between(-50, 50), between(-1, 1), between(-1, 1), between(-700, 700), (angle, x, y, power) => {
      near(sin(angle), Math.sin(angle));
      near(cos(angle), Math.cos(angle));
      near(asin(x), Math.asin(x));
      near(acos(x), Math.acos(x));
      // Squares of less vanish, and behind the origin the sign of zero decides.
      if (Math.abs(x) + Math.abs(y) > 1e-100 && y !== 0) near(atan2(y, x), Math.atan2(y, x));
      near(exp(power) / Math.exp(power), 1);
      near(log(exp(power)), Math.log(exp(power)));
    }),
    { numRuns: 5_000 },
  );
});

test('where a function ends', () => {
  expect([asin(1), asin(-1), acos(1), acos(-1), atan2(0, 0), atan2(0, -1)]).toEqual([
    Math.PI / 2,
    -Math.PI / 2,
    0,
    Math.PI,
    0,
    Math.PI,
  ]);
  expect([exp(0), exp(-800), exp(710), log(0), log(1), log(Number.POSITIVE_INFINITY)]).toEqual([
    1,
    0,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    0,
    Number.POSITIVE_INFINITY,
  ]);
  expect([log(-1), log(Number.NaN), exp(Number.NaN), asin(Number.NaN)].every(Number.isNaN)).toBe(true);
  near(log(5e-324), Math.log(5e-324));
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

test('powers of e are numbers down to the smallest there is', () => {
  for (let x = -746; x < -740; x += 0.01) expect(Math.abs(exp(x) - Math.exp(x))).toBeLessThanOrEqual(Number.MIN_VALUE);
});
