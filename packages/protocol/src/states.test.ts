import { expect, test } from 'vitest';
import { challengeStates, isFinal } from './states.ts';

test('a challenge is over in every state but the first two', () => {
  expect(challengeStates.filter((it) => !isFinal(it))).toEqual([
    'SUBMITTED_TO_CHALLENGE_COORDINATOR',
    'ACCEPTED_BY_CHALLENGE_COORDINATOR',
  ]);
});
