import { expect, test } from 'vitest';
import { destination, distanceKm, type Place } from '../geo.ts';
import { mapFrom } from './calibration.ts';
import { placeOf } from './claims.ts';
import { curveAt } from './delay-model.ts';
import { kmPerMs } from './discs.ts';
import { challengersAround } from './fixtures.ts';
import { findingOf } from './moves.ts';
import { prior } from './prior.ts';

const vienna: Place = { latitude: 48.21, longitude: 16.37 };
const challengers = challengersAround(vienna, 20, 8).map((it) => ({ id: it.id, place: placeOf(it) as Place }));
const liars = 6;
const shown = { place: vienna, withinKm: 300 };
const map = mapFrom(undefined);

/** What is usual over that distance. */
const usualMs = (a: Place, b: Place) => Math.exp(curveAt(prior.curve, distanceKm(a, b))) - 2;
const before = challengers.map((it) => ({ ...it, rttMs: usualMs(vienna, it.place) }));

const findingFor = (now: (beforeMs: number, place: Place, i: number) => number, allowed = liars) =>
  findingOf(
    shown,
    before,
    before.map((it, i) => ({ ...it, rttMs: now(it.rttMs, it.place, i) })),
    map,
    allowed,
  );

test('nothing, and a few other paths, are no change', () => {
  expect(findingFor((ms) => ms * 1.01)).toBe('same');
  expect(findingFor((ms, _, i) => (i % 7 === 3 ? 1.6 * ms : ms))).toBe('same');
});

test('as many challengers as may lie cannot make a finding, and one more can', () => {
  const lying = (count: number) => findingFor((ms, _, i) => (i < count ? 3 * ms + 40 : ms));
  expect(lying(liars)).toBe('same');
  expect(lying(liars + 1)).not.toBe('same');
});

test('delay that is added to all, or on one side, is a change and no move', () => {
  expect(findingFor((ms) => ms + 15)).toBe('changed');
  expect(findingFor((ms, { longitude }) => (longitude > vienna.longitude ? ms + 25 : ms))).toBe('changed');
});

test('no delay that is added is ever proof of a move', () => {
  for (const added of [1, 40, 1_000, 30_000]) expect(findingFor((ms, _, i) => ms + (i % 3) * added)).not.toBe('moved');
});

test('a prover that is 2,000 km away has probably moved; that alone proves nothing', () => {
  const far = destination(vienna, 1, 2_000);
  expect(findingFor((_, place) => usualMs(far, place))).toBe('probably_moved');
});

test('more answers that rule out all that was allowed than challengers may lie are proof, as many are none', () => {
  /** The last of them answer as from just beyond where the prover can have been. */
  const soon = (count: number, beyondKm: number) =>
    findingFor((ms, place, i) =>
      i < 20 - count ? ms : Math.min(ms, (distanceKm(vienna, place) - shown.withinKm - beyondKm) / kmPerMs),
    );
  const far = challengers.filter((it) => distanceKm(vienna, it.place) > 500).length;
  expect(far).toBeGreaterThan(liars);
  expect(soon(liars, 5)).not.toBe('moved');
  expect(soon(liars + 1, 5)).toBe('moved');
  // It may have stood there all the time.
  expect(soon(20, -5)).not.toBe('moved');
});

test('with few who measured before there is proof, or nothing to say', () => {
  const few = before.slice(0, 7);
  const now = before.map((it) => ({ ...it, rttMs: it.rttMs + 40 }));
  expect(findingOf(shown, few, now, map, 2)).toBeNull();
  const beside = before.map((it) => ({ ...it, rttMs: 0.01 }));
  expect(findingOf(shown, few, beside, map, liars)).toBe('moved');
});
