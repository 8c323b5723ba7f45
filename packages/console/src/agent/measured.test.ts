import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Challenge } from '../network.ts';
import { endLabels, measuredOf, ticksUpTo } from './measured.ts';

const row = (id: string, verified: string, result: Record<string, string>, proofType = 'pob', minute = id): Challenge =>
  ({
    ...{
      id,
      verified,
      result,
      proofType,
      state: verified === '' ? 'ACCEPTED_BY_CHALLENGE_COORDINATOR' : 'ENDED_SUCCESSFULLY',
    },
    challenge_end_time: `2026-01-01T00:0${minute}:00Z`,
  }) as Challenge;

test('a rate counts where a verdict was reached, oldest first', () => {
  const rows = [
    row('3', 'true', { bandwidth_mbps: '19.9' }),
    row('2', 'false', { bandwidth_mbps: '18' }),
    row('1', 'inconclusive', { bandwidth_mbps: '4' }),
    row('4', '', {}),
    row('5', 'true', { uncertainty_km: '40' }, 'pol'),
  ];
  expect(measuredOf('pob', rows).map((it) => it.value)).toEqual([18, 19.9]);
  expect(measuredOf('pol', rows).map((it) => it.value)).toEqual([40]);
  expect(measuredOf('poc', rows)).toEqual([]);
});

test('how near a place is known is told of verified places alone: a refuted one was not found there', () => {
  const rows = [
    row('1', 'true', { uncertainty_km: '180' }, 'pol'),
    row('2', 'false', { uncertainty_km: '20016' }, 'pol'),
  ];
  expect(measuredOf('pol', rows).map((it) => it.value)).toEqual([180]);
});

test('an axis begins at 0, ends at or above the largest value, and has round steps', () => {
  expect(ticksUpTo(217)).toEqual([0, 100, 200, 300]);
  expect(ticksUpTo(19.9)).toEqual([0, 5, 10, 15, 20]);
  expect(ticksUpTo(0)).toEqual([0, 1]);
  expect(ticksUpTo(0.3)).toEqual([0, 0.1, 0.2, 0.3]);
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 50_000, noNaN: true }), (most) => {
      const ticks = ticksUpTo(most);
      expect(ticks[0]).toBe(0);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(most * (1 - 1e-9));
      expect(ticks.at(-2)).toBeLessThan(most);
      expect(ticks.length).toBeGreaterThanOrEqual(3);
      expect(ticks.length).toBeLessThanOrEqual(6);
    }),
  );
});

test('the two ends of an axis of time have two labels, or there is one', () => {
  const at = Date.parse('2026-01-01T10:00:00Z');
  const [from, to] = endLabels(at, at + 3_600_000);
  expect([from, to].map((it) => /\d{2}:\d{2}$/.test(it))).toEqual([true, true]);
  const [first, last] = endLabels(at, at + 9_000);
  expect(first).toMatch(/:00$/);
  expect(last).toMatch(/:09$/);
  expect(endLabels(at, at + 300)[0]).toBe('');
});
