import { findProfile } from '@trigpoint/proofs/registry';
import type { ChallengeState, ReplyOf, routes } from '@trigpoint/protocol';
import type { Outcome } from '../parts/verdict-glyph.tsx';
import type { ProofTypeId } from '../service.ts';
import { type Claims, statedPlace } from './agents.ts';

export type HistoryRow = ReplyOf<(typeof routes)['challenge-history']>['result']['challenges'][number];

export const outcomeOf = (verified: string): Outcome =>
  verified === 'true' ? 'verified' : verified === 'false' ? 'refuted' : verified === '' ? 'measuring' : 'inconclusive';

export const isOver = (state: ChallengeState): boolean => state.startsWith('ENDED_') || state.startsWith('ERROR_');

export const rowOutcome = (row: HistoryRow): Outcome =>
  isOver(row.state) ? outcomeOf(row.verified || 'inconclusive') : 'measuring';

/** What was claimed, in a few words: a place by its name, where that is what its prover states of itself now. */
export const claimOf = (proofType: ProofTypeId, row: HistoryRow, prover?: { readonly claims: object }): string => {
  const { parameters } = row;
  if (parameters.latitude === undefined) return findProfile(proofType)?.words.asked(parameters) ?? '';
  const inWords = (it: Claims) => `${Number(it.latitude).toFixed(2)}, ${Number(it.longitude).toFixed(2)}`;
  const claims = (prover?.claims ?? {}) as Claims;
  return (inWords(claims) === inWords(parameters) && statedPlace(claims)) || inWords(parameters);
};

/** What was found. */
export const foundOf = (proofType: ProofTypeId, row: HistoryRow): string => {
  if (rowOutcome(row) === 'measuring') return 'measuring';
  const verified = row.verified === 'true' || row.verified === 'false' ? row.verified : 'inconclusive';
  const tooFew = row.state === 'ERROR_NOT_ENOUGH_CHALLENGERS' ? 'too few challengers' : 'not enough to tell';
  return findProfile(proofType)?.words.found(verified, row.result) ?? tooFew;
};
