import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { antipodeKm, destination, distanceKm, type Place } from '../geo.ts';
import { readCities } from './cities.ts';
import { DelayMap } from './delay-map.ts';
import { fitDelays } from './delay-model.ts';
import { reachKm } from './discs.ts';
import { usualRttMs } from './fixtures.ts';
import { meshOf } from './mesh.ts';
import {
  addSupport,
  estimate,
  probabilityNear,
  type Report,
  softSettings,
  supportAt,
  supportOver,
  votes,
} from './posterior.ts';

const cities = readCities().filter((_, i) => i % 4 === 0);
const map = new DelayMap(fitDelays(meshOf([], []), cities), cities);
const paris: Place = { latitude: 48.86, longitude: 2.35 };
const reportFrom = (place: Place, rttMs: number, id = 'a'): Report => ({
  id,
  place,
  rttMs,
  reachKm: reachKm(rttMs),
});
const honestReports = (truth: Place, count = 16): Report[] =>
  Array.from({ length: count }, (_, i) => {
    const place = destination(truth, i * 2.4, 60 + 90 * i);
    return reportFrom(place, usualRttMs(distanceKm(place, truth)), `c-${i}`);
  });
const anyPlace = fc.record({
  latitude: fc.double({ min: -89, max: 89, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

describe('what reports say about a place', () => {
  test('one report, whatever it says, moves no place against another by more than some nats', () => {
    fc.assert(
      fc.property(anyPlace, fc.double({ min: 0.01, max: 2_000, noNaN: true }), (place, rttMs) => {
        const said = supportOver(map, [reportFrom(place, rttMs)]);
        let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
        for (const nats of said) [least, most] = [Math.min(least, nats), Math.max(most, nats)];
        expect(most - least).toBeLessThan(7);
      }),
      { numRuns: 50 },
    );
  });

  test('leaving out what is beyond reach changes no bit', () => {
    fc.assert(
      fc.property(anyPlace, fc.double({ min: 0.01, max: 300, noNaN: true }), (place, rttMs) => {
        const [report, { contamination, redundancy }] = [reportFrom(place, rttMs), softSettings(1)];
        const all = new Float64Array(map.candidates.places.length);
        addSupport(all, report, map.towardsCandidates(report), votes([report], redundancy)[0] as number, contamination);
        expect(supportOver(map, [report])).toEqual(all);
      }),
      { numRuns: 50 },
    );
  });

  test('a place that light cannot reach in time is as good as any other lie', () => {
    const report = reportFrom(paris, 5);
    const into = new Float64Array(1);
    const [there] = map.towards([report], destination(paris, 1, reachKm(5) + 1));
    addSupport(into, report, there as NonNullable<typeof there>, 1, 0.1);
    expect(into[0]).toBeCloseTo(Math.log(0.1 * 0.05), 6);
  });

  test('a crowd on one far path counts as few, and who stands alone counts in full', () => {
    const far = Array.from({ length: 200 }, (_, i) =>
      reportFrom(destination({ latitude: 35, longitude: 139 }, i, 0.2 * i), 240),
    );
    const total = votes(far, softSettings(200).redundancy).reduce((sum, vote) => sum + vote, 0);
    expect(total).toBeLessThan(8);
    const apart = [0, 60, 120].map((longitude) => reportFrom({ latitude: 0, longitude }, 10));
    expect(Math.min(...votes(apart, softSettings(200).redundancy))).toBeGreaterThan(0.99);
  });

  test('the order of the reports does not matter', () => {
    const reports = honestReports(paris);
    expect(supportAt(map, [...reports].reverse(), paris)).toBeCloseTo(supportAt(map, reports, paris), 9);
  });
});

describe('where the prover is', () => {
  test('among honest reports, at most a few hundred km off; a fifth of liars does not carry it away', () => {
    const honest = honestReports(paris);
    const tokyo: Place = { latitude: 35.68, longitude: 139.69 };
    const lying = honest.map((it, i) => (i % 5 === 0 ? reportFrom(it.place, usualRttMs(9_000), it.id) : it));
    for (const reports of [honest, lying]) {
      const found = estimate(map, supportOver(map, reports));
      expect(distanceKm(found?.place ?? tokyo, paris)).toBeLessThan(300);
    }
  });

  test('no candidates, no estimate', () => {
    const empty = new DelayMap(fitDelays(meshOf([], []), []), []);
    expect(estimate(empty, supportOver(empty, honestReports(paris)))).toBeUndefined();
  });

  test('the probability of being near a claim is one on the whole Earth and never falls as the radius grows', () => {
    const reports = honestReports(paris);
    const evidence = supportOver(map, reports);
    fc.assert(
      fc.property(anyPlace, fc.array(fc.double({ min: 0, max: antipodeKm, noNaN: true })), (claim, radii) => {
        const at = supportAt(map, reports, claim);
        let last = 0;
        for (const km of [...radii.sort((a, b) => a - b), antipodeKm + 1]) {
          const probability = probabilityNear(map, evidence, at, claim, km);
          expect(probability).toBeGreaterThanOrEqual(last);
          last = probability;
        }
        expect(last).toBeCloseTo(1, 9);
      }),
      { numRuns: 20 },
    );
  });
});
