import type { WireCandidate } from '@trigpoint/proofs';
import type { Reader } from '../db/driver.ts';
import { type Assignment, listAssignments } from './assignment-store.ts';
import type { EligibleSets } from './eligible-sets.ts';
import { type AttemptRow, findAttempts, listRefusals, type RefusalRow } from './store.ts';

/** Everything that happened in a challenge, read back from its rows. */
export interface History {
  readonly attempts: readonly AttemptRow[];
  readonly assignments: readonly Assignment[];
  readonly refusals: readonly RefusalRow[];
  /** Those who were chosen, by the hash of the set they were chosen from. */
  readonly chosen: Record<string, WireCandidate[]>;
}

export const readHistory = async (db: Reader, sets: EligibleSets, challengeId: string): Promise<History> => {
  const [attempts, assignments, refusals] = await Promise.all([
    findAttempts(db, challengeId),
    listAssignments(db, challengeId),
    listRefusals(db, challengeId),
  ]);
  const chosen: Record<string, WireCandidate[]> = {};
  for (const { attempt, eligibleHash } of attempts) {
    const set = await sets.find(eligibleHash);
    const of = assignments.filter((it) => it.attempt === attempt).map((it) => set.get(it.challengerId));
    chosen[eligibleHash] = [...(chosen[eligibleHash] ?? []), ...of.filter((it) => it !== undefined)];
  }
  return { attempts, assignments, refusals, chosen };
};
