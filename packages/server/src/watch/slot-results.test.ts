import { expect, test } from 'vitest';
import { type EndedChallenge, resultOf } from './slot-results.ts';

const open: EndedChallenge = {
  ...{ verified: 'inconclusive', measured: 8, declined: '', hasConsented: true, reason: '' },
  result: { zone: 'undecided' },
};

test('a slot in which nobody could measure is unanswered, whoever ended its challenge', () => {
  expect(resultOf({ ...open, measured: 0 })).toBe('unanswered');
  expect(resultOf({ ...open, measured: 0, result: {} })).toBe('unanswered');
  expect(resultOf({ ...open, measured: 0, result: { zone: 'undecided' } })).toBe('unanswered');
});

test('a slot with at least one measurement is judged by it, however the others failed', () => {
  expect(resultOf({ ...open, measured: 1 })).toBe('undecided');
  expect(resultOf({ ...open, measured: 1, result: {} })).toBe('inconclusive');
  expect(resultOf({ ...open, verified: 'true', result: { zone: 'inside' } })).toBe('inside');
  expect(resultOf({ ...open, verified: 'false', result: { zone: 'outside' } })).toBe('outside');
  expect(resultOf({ ...open, verified: 'false' })).toBe('refuted');
  expect(resultOf({ ...open, verified: 'true', result: {} })).toBe('verified');
});

test('a prover that refused or was not there is told apart from one that could not be measured', () => {
  expect(resultOf({ ...open, measured: 0, declined: 'busy' })).toBe('refused');
  expect(resultOf({ ...open, measured: 0, hasConsented: false })).toBe('absent');
});
