import { isAsClaimed } from '@trigpoint/proofs/registry';
import { isFinal, type ReplyOf, type routes } from '@trigpoint/protocol';
import { exactKm } from '../figures.ts';
import { zoneWords } from '../map/zone-words.ts';
import type { Outcome } from '../parts/verdict-glyph.tsx';
import type { ProofTypeId } from '../service.ts';
import { findProfile } from '../words/profiles.ts';
import { say } from '../words/say.ts';
import { type Claims, placeInDegrees, statedPlace } from './agents.ts';

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

const whatOf = (proofType: ProofTypeId, { parameters }: HistoryRow): string =>
  parameters.latitude === undefined
    ? (findProfile(proofType)?.words.asked(parameters) ?? '')
    : placeInDegrees({ latitude: Number(parameters.latitude), longitude: Number(parameters.longitude) });

/** What was asked for where the prover claims something else; empty where it claims just this. */
export const askedOtherwise = (
  proofType: ProofTypeId,
  row: HistoryRow,
  prover?: { readonly claims: object },
): string => {
  const profile = findProfile(proofType);
  if (profile && isAsClaimed(profile, row.parameters, (prover?.claims ?? {}) as Claims)) return '';
  return say(', asked for {what}', { what: whatOf(proofType, row) });
};

/**
 * What was asked for, in a few words that stand behind the prover's name. A place that the prover claims is called by its name. No
 * prover claims a zone: the payer chooses it.
 */
export const askedOf = (proofType: ProofTypeId, row: HistoryRow, prover?: { readonly claims: object }): string => {
  const { latitude, zone, radius_km } = row.parameters;
  const asked =
    askedOtherwise(proofType, row, prover) ||
    say(', claims {what}', {
      what: (latitude !== undefined && statedPlace((prover?.claims ?? {}) as Claims)) || whatOf(proofType, row),
    });
  if (latitude === undefined) return asked;
  if (zone !== undefined) return `${asked}${say(', asked whether in {zone}', { zone: zoneWords(zone) })}`;
  if (radius_km === undefined) return asked;
  return `${asked}${say(', asked whether within {radius}', { radius: exactKm(Number(radius_km)) })}`;
};

/** What a challenge found, in a few words. */
export const foundOf = (proofType: ProofTypeId, row: HistoryRow): string => {
  if (rowOutcome(row) === 'measuring') return say('measuring');
  const verified = row.verified === 'true' || row.verified === 'false' ? row.verified : 'inconclusive';
  const tooFew = row.state === 'ERROR_NOT_ENOUGH_CHALLENGERS' ? say('too few challengers') : say('not enough to tell');
  return findProfile(proofType)?.words.found(verified, row.result) ?? tooFew;
};
