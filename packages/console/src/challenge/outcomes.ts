import { isAsClaimed } from '@trigpoint/proofs/registry';
import { isFinal, type ReplyOf, type routes } from '@trigpoint/protocol';
import type { Outcome } from '../parts/verdict-glyph.tsx';
import type { ProofTypeId } from '../service.ts';
import { findProfile } from '../words/profiles.ts';
import { say } from '../words/say.ts';
import { type Claims, statedPlace } from './agents.ts';

export type HistoryRow = ReplyOf<(typeof routes)['challenge-history']>['result']['challenges'][number];

export const outcomeOf = (verified: string): Outcome =>
  verified === 'true' ? 'verified' : verified === 'false' ? 'refuted' : verified === '' ? 'measuring' : 'inconclusive';

/**
 * The outcome of a verdict. If no single place fits the answers, the question stays open, and the outcome is called
 * contradictory.
 */
export const verdictOutcome = (verified: string, result: Readonly<Record<string, string>>): Outcome => {
  const outcome = outcomeOf(verified);
  return outcome === 'inconclusive' && result.zone === 'contradiction' ? 'contradictory' : outcome;
};

export const rowOutcome = (row: HistoryRow): Outcome =>
  isFinal(row.state) ? verdictOutcome(row.verified || 'inconclusive', row.result) : 'measuring';

/** What was asked for, in a few words that stand behind the prover's name. A place that the prover claims is called by its name. */
export const askedOf = (proofType: ProofTypeId, row: HistoryRow, prover?: { readonly claims: object }): string => {
  const { parameters } = row;
  const claims = (prover?.claims ?? {}) as Claims;
  const profile = findProfile(proofType);
  const what =
    parameters.latitude === undefined
      ? (profile?.words.asked(parameters) ?? '')
      : `${Number(parameters.latitude).toFixed(2)}, ${Number(parameters.longitude).toFixed(2)}`;
  if (!profile || !isAsClaimed(profile, parameters, claims)) return say(', asked for {what}', { what });
  return say(', claims {what}', { what: (parameters.latitude !== undefined && statedPlace(claims)) || what });
};

/** What a challenge found, in a few words. */
export const foundOf = (proofType: ProofTypeId, row: HistoryRow): string => {
  if (rowOutcome(row) === 'measuring') return say('measuring');
  const verified = row.verified === 'true' || row.verified === 'false' ? row.verified : 'inconclusive';
  const tooFew = row.state === 'ERROR_NOT_ENOUGH_CHALLENGERS' ? say('too few challengers') : say('not enough to tell');
  return findProfile(proofType)?.words.found(verified, row.result) ?? tooFew;
};
