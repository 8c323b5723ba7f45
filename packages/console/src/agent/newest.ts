import { rowOutcome } from '../challenge/outcomes.ts';
import type { Challenge } from '../network.ts';
import type { Outcome } from '../parts/verdict-glyph.tsx';
import type { ProofTypeId } from '../service.ts';

/** How the newest challenges about a prover ended. */
export interface Newest {
  /** The newest challenge that has ended, whatever its outcome. */
  readonly last: Challenge;
  readonly outcome: Outcome;
  /** The newest challenge that verified or refuted the claim. */
  readonly decided: Challenge | undefined;
  /** How many challenges ended after `decided` and left the question open; all of them if none decided. */
  readonly openSince: number;
}

const isDecided = (it: Challenge): boolean => ['verified', 'refuted'].includes(rowOutcome(it));

/** Undefined if no challenge of this type has ended. */
export const newestOf = (proofType: ProofTypeId, challenges: readonly Challenge[]): Newest | undefined => {
  const ended = challenges
    .filter((it) => it.proofType === proofType && rowOutcome(it) !== 'measuring')
    .toSorted((a, b) => b.challenge_end_time.localeCompare(a.challenge_end_time));
  const [last] = ended;
  if (!last) return undefined;
  const at = ended.findIndex(isDecided);
  return { last, outcome: rowOutcome(last), decided: ended[at], openSince: at < 0 ? ended.length : at };
};

/** What became of a place after it was verified: a later verdict refuted it, later ones left it open, or it still stands. */
export const sinceVerified = (newest: Newest | undefined): 'refuted' | 'open' | 'stands' => {
  if (newest?.decided && rowOutcome(newest.decided) === 'refuted') return 'refuted';
  return newest && newest.openSince > 0 ? 'open' : 'stands';
};
