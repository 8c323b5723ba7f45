import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evenly, somewhere } from '../testing-numbers.ts';
import type { Reach } from './allowed.ts';
import { haveCommonPlace, isInEvery } from './common-place.ts';
import { antipodeKm, distanceKm, type Place, pointAt } from './earth.ts';

const from = (centre: Place, bearing: number, km: number): Place => {
  const [longitude, latitude] = pointAt(centre, bearing, km);
  return { latitude, longitude };
};

test('discs that all hold one place have a common one, however wide they are', () => {
  const disc = fc.record({ bearing: evenly(0, 6.28), km: evenly(0, 19_000), spare: evenly(1.01, 2) });
  fc.assert(
    fc.property(somewhere(80), fc.array(disc, { minLength: 1, maxLength: 8 }), (truth, drawn) => {
      const discs = drawn.map(({ bearing, km, spare }) => ({
        place: from(truth, bearing, km),
        reachKm: Math.min(antipodeKm - 1, km * spare + 1),
      }));
      expect([isInEvery(discs, truth), haveCommonPlace(discs)]).toEqual([true, true]);
    }),
  );
});

test('what no grid of places finds in every disc is not called common', () => {
  const disc = fc.record({ bearing: evenly(0, 6.28), km: evenly(100, 2000), reachKm: evenly(100, 1500) });
  fc.assert(
    fc.property(somewhere(60), fc.array(disc, { minLength: 2, maxLength: 5 }), (centre, drawn) => {
      const discs = drawn.map(({ bearing, km, reachKm }): Reach => ({ place: from(centre, bearing, km), reachKm }));
      const tightest = discs.reduce((a, b) => (a.reachKm < b.reachKm ? a : b));
      // By how much the best place of the grid misses a disc; no place is further from the grid than a step of it.
      const [rings, rays] = [40, 90];
      const step = tightest.reachKm * (1 / rings + (2 * Math.PI) / rays);
      let least = Number.POSITIVE_INFINITY;
      for (let ring = 0; ring <= rings; ring++)
        for (let ray = 0; ray < rays; ray++) {
          const at = from(tightest.place, (ray / rays) * 2 * Math.PI, (tightest.reachKm * ring) / rings);
          least = Math.min(least, Math.max(...discs.map((it) => distanceKm(it.place, at) - it.reachKm)));
        }
      if (least <= 0) expect(haveCommonPlace(discs)).toBe(true);
      if (least > step + 2) expect(haveCommonPlace(discs)).toBe(false);
    }),
    { numRuns: 60 },
  );
});

test('three discs may meet two by two and have no place in common', () => {
  const middle = { latitude: 50, longitude: 8 };
  const discs = (reachKm: number) =>
    [0, 120, 240].map((degrees): Reach => ({ place: from(middle, (degrees * Math.PI) / 180, 100), reachKm }));
  for (const reachKm of [88, 95, 98]) expect([reachKm, haveCommonPlace(discs(reachKm))]).toEqual([reachKm, false]);
  expect(haveCommonPlace(discs(101))).toBe(true);
  expect(haveCommonPlace(discs(88).slice(1))).toBe(true);
});

test('a disc around almost the whole Earth leaves a hole, and one disc alone or none leaves nothing out', () => {
  const place = { latitude: 50, longitude: 8 };
  const behind = { latitude: -50, longitude: -172 };
  const hole = { place: behind, reachKm: antipodeKm - 200 };
  expect(haveCommonPlace([{ place, reachKm: 150 }, hole])).toBe(false);
  expect(haveCommonPlace([{ place, reachKm: 250 }, hole])).toBe(true);
  expect([haveCommonPlace([hole]), haveCommonPlace([])]).toEqual([true, true]);
  expect(
    haveCommonPlace([
      { place, reachKm: 9 },
      { place, reachKm: 900 },
    ]),
  ).toBe(true);
});
