import { expect, test } from 'vitest';
import * as figures from './figures.ts';

test('round trips carry three significant figures', () => {
  expect([0.623, 7.24, 20.61, 159.4].map(figures.ms)).toEqual([
    '0.62\u00a0ms',
    '7.24\u00a0ms',
    '20.6\u00a0ms',
    '159\u00a0ms',
  ]);
});

test('credit, debit and nothing are told apart by sign', () => {
  expect([2, -0.5, 0].map(figures.signedPoints)).toEqual(['+2.0', '−0.5', '0.0']);
});

test('what is copied is shortened in the middle', () => {
  expect(figures.shortAgent('IPv4/0x71c7656ec7ab88b098defb751b7401b5f6d8976f')).toBe('0x71c7…976f');
});
