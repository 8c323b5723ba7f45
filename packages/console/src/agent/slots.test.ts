import fc from 'fast-check';
import { expect, test } from 'vitest';
import { longestGap, slotsOf } from './slots.ts';

const minute = 60_000;
const now = Date.parse('2026-11-15T12:00:00Z');
const ago = (minutes: number) => new Date(now - minutes * minute).toISOString();

test('a day has 96 quarters: unknown before it was first seen, then seen, partly and away', () => {
  const spans = [
    { from: ago(120), until: ago(62) },
    { from: ago(30), until: ago(0) },
  ];
  const slots = slotsOf(spans, now - 120 * minute, now);
  expect(slots).toHaveLength(96);
  expect(slots.slice(-9).map((it) => it.state)).toEqual([
    ...['before', 'seen', 'seen', 'seen', 'partly'],
    ...['away', 'away', 'seen', 'seen'],
  ]);
  expect(longestGap(slots)).toEqual({ from: now - 60 * minute, until: now - 30 * minute, middle: 93 / 96 });
  expect(longestGap(slotsOf([{ from: ago(2000), until: ago(0) }], 0, now))).toBeUndefined();
});

test('a day without a break is seen throughout, whatever its spans; nothing is ever seen before it came', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 1439 }), { maxLength: 6 }), fc.nat(1440), (cuts, age) => {
      const edges = [1440, ...cuts.sort((a, b) => b - a), 0];
      const spans = edges.slice(1).map((until, i) => ({ from: ago(edges[i] as number), until: ago(until) }));
      const slots = slotsOf(spans, now - age * minute, now);
      expect(slots.filter((it) => it.state === 'seen' || it.state === 'before')).toHaveLength(96);
      expect(slots.filter((it) => it.state === 'before')).toHaveLength(96 - Math.ceil(age / 15));
      expect(longestGap(slots)).toBeUndefined();
    }),
  );
});

test('without a span, a known day is away, and its gap is the whole of it', () => {
  const slots = slotsOf([], now - 2000 * minute, now);
  expect(new Set(slots.map((it) => it.state))).toEqual(new Set(['away']));
  expect(longestGap(slots)).toEqual({ from: now - 1440 * minute, until: now, middle: 0.5 });
});
