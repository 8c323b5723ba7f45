import { expect, test } from 'vitest';
import { readTime } from './read-time.ts';

test.each([
  ['2025-06-30T12:00:00Z', '2025-06-30T12:00:00.000Z'],
  ['2025-06-30 12:00:00.5+02:00', '2025-06-30T10:00:00.500Z'],
  ['2024-02-29t23:59:59z', '2024-02-29T23:59:59.000Z'],
])('%s is a time', (text, time) => {
  expect(new Date(readTime('at', text)).toISOString()).toBe(time);
});

test.each([
  ['without an offset, because nobody knows whose hour it is', '2025-06-30T12:00:00'],
  ['without an hour', '2025-06-30'],
  ['on a day that its month does not have', '2025-02-29T12:00:00Z'],
  ['at an hour that no day has', '2025-06-30T25:00:00Z'],
  ['in words', 'tomorrow'],
])('no time is taken %s', (_, text) => {
  expect(() => readTime('until', text)).toThrow('until must be a date-time such as 2025-06-30T12:00:00Z.');
});
