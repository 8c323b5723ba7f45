import { expect, test } from 'vitest';
import { percentile, slope } from './load/figures.ts';

test('memory that grows by two a minute has a slope of two, wherever it starts and however it swings', () => {
  const swinging = Array.from({ length: 240 }, (_, i) => ({ x: i / 60, y: 300 + (2 * i) / 60 + (i % 2 ? 5 : -5) }));
  expect(slope(swinging)).toBeCloseTo(2, 1);
  expect(slope(swinging.map(({ x }) => ({ x, y: 300 })))).toBe(0);
});

test('one slow answer in a hundred is the p99, one in two hundred is not', () => {
  const quick = (count: number) => Array.from({ length: count }, () => 1);
  expect(percentile([900, ...quick(99)], 0.99)).toBe(900);
  expect(percentile([...quick(199), 900], 0.99)).toBe(1);
});
