import { expect, test } from 'vitest';
import type { AgentDetail } from './detail.ts';
import { groupsOf } from './groups.ts';

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
