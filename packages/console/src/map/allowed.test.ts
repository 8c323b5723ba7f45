import { geoContains } from 'd3-geo';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evenly, somewhere } from '../testing-numbers.ts';
import { allowedPlaces } from './allowed.ts';
import { distanceKm, pointAt } from './earth.ts';

const disc = fc.record({ bearing: evenly(0, 6.28), km: evenly(0, 900), spare: evenly(30, 900) });

test('a place is in the drawn set exactly where at most as many discs leave it out as may lie', () => {
  fc.assert(
    fc.property(
      somewhere(60),
      fc.array(disc, { minLength: 3, maxLength: 8 }),
      fc.integer({ min: 0, max: 2 }),
      evenly(0, 6.28),
      evenly(0, 2000),
      (claim, drawn, liars, bearing, km) => {
        const reaches = drawn.map((it) => {
          const [longitude, latitude] = pointAt(claim, it.bearing, it.km);
          return { place: { latitude, longitude }, reachKm: it.km + it.spare };
        });
        const allowed = allowedPlaces(claim, reaches, liars);
        const [longitude, latitude] = pointAt(claim, bearing, km);
        const beyond = reaches
          .map((it) => distanceKm(it.place, { latitude, longitude }) - it.reachKm)
          .sort((a, b) => b - a)[liars] as number;
        // Between two of the directions that are drawn, the edge is a chord.
        if (Math.abs(beyond) > 8) expect(geoContains(allowed?.area as never, [longitude, latitude])).toBe(beyond < 0);
      },
    ),
    { numRuns: 300 },
  );
});

test('discs of liars that leave the centre out do not hide the set', () => {
  const at = (longitude: number, reachKm: number) => ({ place: { latitude: 0, longitude }, reachKm });
  const claim = { latitude: 0, longitude: 0 };
  const honest = [at(1, 200), at(-1, 210), at(2, 400)];
  const withLiar = [...honest, at(40, 100)];
  expect(allowedPlaces(claim, withLiar, 1)).toEqual(allowedPlaces(claim, honest, 0));
  expect(allowedPlaces(claim, withLiar, 0)).toBeUndefined();
  // A liar nearby: a place in its disc may be outside of one disc more.
  const nearby = [...honest, at(1, 100)];
  const drawn = allowedPlaces(claim, nearby, 1);
  const eastAndWest = [0.5, 1.8, 2, -0.7, -0.9].map((it) => geoContains(drawn?.area as never, [it, 0]));
  expect(eastAndWest).toEqual([true, true, false, true, false]);
});

test('a set that may have holes and parts is not drawn', () => {
  const at = (longitude: number, reachKm: number) => ({ place: { latitude: 0, longitude }, reachKm });
  const claim = { latitude: 0, longitude: 0 };
  expect(allowedPlaces(claim, [at(1, 200), at(9, 200)], 1)).toBeUndefined();
  expect(allowedPlaces(claim, [at(1, 200)], 1)).toBeUndefined();
  expect(allowedPlaces(claim, [at(1, 19_000)], 0)).toBeUndefined();
  expect(allowedPlaces(claim, [at(1, 200), at(0, 5)], 0)?.furthestKm).toBeCloseTo(5, 1);
});
