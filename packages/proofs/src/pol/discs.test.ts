import fc from 'fast-check';
import { expect, test } from 'vitest';
import { antipodeKm, destination, distanceKm, type Place } from '../geo.ts';
import { boundsKm, type Disc, disjointPairs, liarsNeeded, reachKm, shortKm } from './discs.ts';

const place = fc.record({
  latitude: fc.double({ min: -89, max: 89, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});
const frankfurt: Place = { latitude: 50.11, longitude: 8.68 };

test('a millisecond of round trip is 99.93 km, and the challenger knows its place to a kilometre', () => {
  expect(reachKm(1)).toBeCloseTo(100.93, 6);
  expect(reachKm(0.5, 30)).toBeCloseTo(80.965, 6);
});

test('a claim is ruled out only when no place within its slack is within reach', () => {
  const disc: Disc = { centre: destination(frankfurt, 1, 500), radiusKm: 450 };
  expect(shortKm(disc, frankfurt)).toBeCloseTo(50, 3);
  expect(shortKm(disc, frankfurt, 60)).toBeLessThan(0);
});

test('R* with everyone honest ends where the tightest discs end', () => {
  const discs = [0, 2, 4].map((turn): Disc => ({ centre: destination(frankfurt, turn, 100), radiusKm: 300 }));
  const [r0 = 0, r1 = 0] = boundsKm(frankfurt, discs, 1);
  expect(r0).toBeGreaterThan(200);
  expect(r0).toBeLessThan(300);
  expect(r1).toBeGreaterThan(r0);
  expect(r1).toBeLessThanOrEqual(400.1);
});

test('R*[k] never lies below the truth while at most k lie, wherever claim, truth and challengers are', () => {
  const geometry = fc.record({
    truth: place,
    claim: place,
    challengers: fc.array(fc.tuple(place, fc.double({ min: 0, max: 9000, noNaN: true })), {
      minLength: 1,
      maxLength: 9,
    }),
    liars: fc.array(fc.tuple(place, fc.double({ min: 0, max: 2000, noNaN: true })), { maxLength: 3 }),
  });
  fc.assert(
    fc.property(geometry, ({ truth, claim, challengers, liars }) => {
      const honest = challengers.map(
        ([centre, extra]): Disc => ({ centre, radiusKm: distanceKm(centre, truth) + extra }),
      );
      const false_ = liars.map(([centre, radiusKm]): Disc => ({ centre, radiusKm }));
      const bounds = boundsKm(claim, [...honest, ...false_], liars.length);
      expect(bounds[liars.length]).toBeGreaterThanOrEqual(distanceKm(claim, truth) - 1e-6);
    }),
    {
      numRuns: 2000,
      // At the antipode rounding once put the bound below the truth.
      examples: [
        [
          {
            truth: { latitude: 0, longitude: 0 },
            claim: { latitude: 0, longitude: 179.99999879258175 },
            challengers: [
              [{ latitude: 0, longitude: 0.0000024148365724840914 }, 0],
              [{ latitude: 0, longitude: 0 }, 0],
            ],
            liars: [],
          },
        ],
      ],
    },
  );
});

test('with more liars than challengers nothing is known', () => {
  expect(boundsKm(frankfurt, [], 1)).toEqual([antipodeKm, antipodeKm]);
});

test('answers from two places that cannot meet need a liar for each disjoint pair', () => {
  const sydney = { latitude: -33.87, longitude: 151.21 };
  const discs = [frankfurt, sydney, frankfurt, sydney].map((centre): Disc => ({ centre, radiusKm: 200 }));
  const pairs = disjointPairs(discs);
  expect(pairs).toHaveLength(4);
  expect(liarsNeeded(pairs)).toBe(2);
  expect(liarsNeeded(disjointPairs(discs.map((it) => ({ ...it, radiusKm: 9000 }))))).toBe(0);
});
