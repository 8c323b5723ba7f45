import { Check } from '@trigpoint/schema';
import { expect, test } from 'vitest';
import { fastestUs, PolSeries } from './series.ts';

const series = {
  rtts_us: [1800, 1204.5, 900, 1300],
  starved: [2],
  lost: 1,
  transcript: 'ab'.repeat(32),
  prover_counter_signature: '0x00',
};

test('the fastest probe that nobody starved is the one that counts', () => {
  expect(fastestUs(series)).toBe(1204.5);
  expect(fastestUs({ rtts_us: [5], starved: [0] })).toBeUndefined();
});

test('a series with an impossible round trip is not a series', () => {
  expect(Check(PolSeries, series)).toBe(true);
  expect(Check(PolSeries, { ...series, rtts_us: [0] })).toBe(false);
  expect(Check(PolSeries, { ...series, rtts_us: [] })).toBe(false);
  expect(Check(PolSeries, { ...series, rtts_us: [Number.NaN] })).toBe(false);
});
