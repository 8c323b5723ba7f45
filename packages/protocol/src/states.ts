/** The states of a challenge. docs/decisions.md says why there are these and no others. */
export const challengeStates = [
  'SUBMITTED_TO_CHALLENGE_COORDINATOR',
  'ACCEPTED_BY_CHALLENGE_COORDINATOR',
  'ENDED_SUCCESSFULLY',
  'ENDED_WITH_PARTIAL_SUCCESS',
  'ERROR_ENDED_WITH_FAILURE',
  'ERROR_NOT_ENOUGH_CHALLENGERS',
] as const;

export type ChallengeState = (typeof challengeStates)[number];

export const isFinal = (state: ChallengeState): boolean => state.startsWith('ENDED_') || state.startsWith('ERROR_');

/** The reason of a void challenge, if no node was there to take readings in during its whole measurement. */
export const serviceAway =
  'The service was away while the challenge ran, so no reading could come in. Nothing was paid.';
