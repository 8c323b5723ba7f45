import { rowOutcome } from '../challenge/outcomes.ts';
import type { Challenge } from '../network.ts';
import type { Outcome } from '../parts/verdict-glyph.tsx';
import type { ProofTypeId } from '../service.ts';

/** How the newest challenges about a prover ended. */
export interface Newest {
  /** The newest one that has ended, however it did. */
  readonly last: Challenge;
  readonly outcome: Outcome;
  /** The newest one that verified or refuted its claim. */
  readonly decided: Challenge | undefined;
  /** How many ended after that one and left the question open. */
  readonly openSince: number;
}

const isDecided = (it: Challenge): boolean => ['verified', 'refuted'].includes(rowOutcome(it));

/** Undefined where none of this type has ended. */
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
