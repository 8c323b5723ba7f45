import { expect, test } from 'vitest';
import { percentile } from './load/figures.ts';

test('one slow answer in a hundred is the p99, one in two hundred is not', () => {
  const quick = (count: number) => Array.from({ length: count }, () => 1);
  expect(percentile([900, ...quick(99)], 0.99)).toBe(900);
  expect(percentile([...quick(199), 900], 0.99)).toBe(1);
});
