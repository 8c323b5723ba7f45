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
