import { kmPerMs } from '@trigpoint/proofs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { msNumber } from '../figures.ts';
import { distanceKm, type Place, pointAt } from '../map/earth.ts';
import { evenly, somewhere } from '../testing-numbers.ts';
import { overlapOf } from './overlap.ts';
import { excludes, ifNoneLiedKm, statedKm, toWitness, type Witness } from './pol-view.ts';

const place = somewhere(80);

const witness = (at: Place, claim: Place, rttMs: number): Witness =>
  toWitness(
    { id: `${at.latitude} ${at.longitude}`, name: 'x', where: '', place: at, state: 'answered', rttsMs: [rttMs] },
    claim,
  );

test('an answer rules a claim out exactly when light could not have brought it from there', () => {
  fc.assert(
    fc.property(place, place, evenly(0.1, 300), (at, claim, rttMs) => {
      const it = witness(at, claim, rttMs);
      // 1 km for the challenger's own place, 25 km for where in its city the prover stands.
      expect(excludes(it)).toBe(distanceKm(at, claim) > rttMs * kmPerMs + 26);
      expect(it.floorMs * kmPerMs).toBeCloseTo(Math.max(0, distanceKm(at, claim) - 26), 3);
    }),
  );
});

test('a reading is rounded once: as agents’ pages and the command line have it', () => {
  const at = { latitude: 0, longitude: 0 };
  const of = (rttsMs: number[], fastestMs?: number) => {
    const answer = { id: 'x', name: 'x', where: '', place: at, state: 'answered' as const, rttsMs };
    return msNumber(toWitness({ ...answer, ...(fastestMs ? { fastestMs } : {}) }, at).fastestMs ?? 0);
  };
  // The verdict has 1535 µs, which alone would read 1.53.
  expect([of([3, 1.5354], 1.535), of([1.5354]), of([], 1.535)]).toEqual(['1.54', '1.54', '1.53']);
  // A verdict that counted another probe keeps its own number.
  expect(of([1.2, 2.5], 2.5)).toBe('2.50');
});

test('a verdict states the distance that survives liars, and beside it the one if nobody lied', () => {
  const of = (boundsKm: number[], liars: number) => [statedKm({ boundsKm, liars }), ifNoneLiedKm({ boundsKm, liars })];
  expect(of([40, 70, 120], 2)).toEqual([120, 40]);
  expect(of([40], 0)).toEqual([40, undefined]);
  expect(of([40, 40], 1)).toEqual([40, undefined]);
  expect(of([], 2)).toEqual([undefined, undefined]);
});

test('what the verdict counted decides whether an answer rules the claim out', () => {
  const at = { latitude: 0, longitude: 0 };
  const [claim, answer] = [
    { latitude: 0, longitude: 10 },
    { id: 'x', name: 'x', where: '', place: at },
  ];
  const told = (excluded: boolean, rttMs: number) =>
    excludes(toWitness({ ...answer, state: 'answered', rttsMs: [rttMs], excludes: excluded }, claim));
  expect([told(false, 1), told(true, 11)]).toEqual([false, true]);
});

test('what lies inside every disc reaches the true place, wherever on Earth', () => {
  const challenger = fc.record({
    bearing: evenly(0, 6.28),
    km: evenly(5, 3000),
    inflation: evenly(1.05, 3),
  });
  fc.assert(
    fc.property(place, fc.array(challenger, { minLength: 1, maxLength: 8 }), (truth, drawn) => {
      const witnesses = drawn.map(({ bearing, km, inflation }) => {
        const [longitude, latitude] = pointAt(truth, bearing, km);
        return witness({ latitude, longitude }, truth, (km / kmPerMs) * inflation);
      });
      const found = overlapOf(witnesses);
      const tightest = Math.min(...witnesses.map((it) => it.reachKm ?? 0));
      // One step of the search, in both directions.
      expect(distanceKm(found?.place ?? truth, truth)).toBeLessThanOrEqual((found?.radiusKm ?? 0) + tightest * 0.3 + 2);
    }),
    { numRuns: 60 },
  );
});
