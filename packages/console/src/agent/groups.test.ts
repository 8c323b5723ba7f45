import { expect, test } from 'vitest';
import type { AgentDetail } from '../network.ts';
import { groupsOf, wholeOf } from './groups.ts';

const result = (challenge: string, minute: number): AgentDetail['results'][number] => ({
  ...{ challenge_id: challenge, prover: 'p', challenger: `c${minute}`, message: '', signature: '' },
  received_at: `2026-01-01T00:0${minute}:00.000Z`,
});

test('readings of one challenge stand together, the newest challenge first', () => {
  const groups = groupsOf([result('7', 5), result('8', 4), result('7', 1), result('8', 9)]);
  expect(groups.map((it) => [it.challenge, it.results.map(({ challenger }) => challenger)])).toEqual([
    ['8', ['c4', 'c9']],
    ['7', ['c1', 'c5']],
  ]);
  expect(groupsOf([])).toEqual([]);
});

test('a challenge of which older readings are missing is left out, unless there is no other', () => {
  const groups = groupsOf([result('7', 5), result('8', 4), result('9', 9)]);
  expect(wholeOf(groups).map((it) => it.challenge)).toEqual(['9', '7', '8']);
  // Of twenty, the most that the service gives, the oldest may lack some.
  const full = groupsOf([...Array.from({ length: 19 }, () => result('9', 9)), result('7', 5)]);
  expect(wholeOf(full).map((it) => it.challenge)).toEqual(['9']);
  expect(wholeOf(groupsOf(Array.from({ length: 20 }, () => result('9', 9))))).toHaveLength(1);
  expect(wholeOf([])).toEqual([]);
});
