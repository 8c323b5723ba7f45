import { kmPerMs } from '@trigpoint/proofs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { distanceKm, type Place, pointAt } from '../map/earth.ts';
import { evenly, somewhere } from '../testing-numbers.ts';
import { overlapOf } from './overlap.ts';
import { excludes, toWitness, type Witness } from './pol-view.ts';

const place = somewhere(80);

const witness = (at: Place, claim: Place, rttMs: number): Witness =>
  toWitness(
    { id: `${at.latitude} ${at.longitude}`, name: 'x', where: '', place: at, state: 'answered', rttsMs: [rttMs] },
    claim,
    0,
  );

test('an answer rules a claim out exactly when light could not have brought it from there', () => {
  fc.assert(
    fc.property(place, place, evenly(0.1, 300), (at, claim, rttMs) => {
      const it = witness(at, claim, rttMs);
      expect(excludes(it)).toBe(distanceKm(at, claim) > rttMs * kmPerMs + 1);
      expect(it.floorMs * kmPerMs).toBeCloseTo(Math.max(0, distanceKm(at, claim) - 1), 3);
    }),
  );
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
