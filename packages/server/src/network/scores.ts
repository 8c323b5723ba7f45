import type { Tx } from '../db/driver.ts';
import { countChallenges, countVerified } from './store.ts';

/** Counts an ended challenge in the record of each challenger that was asked. `good` gave a reading that tells no fault of their own. */
export const scoreChallengers = (tx: Tx, proofType: string, ids: readonly string[], good: readonly string[]) =>
  countChallenges(tx, proofType, 'challenger', ids, good);

/** Counts a challenge that ended for its prover. `result` is what the challenge verified; undefined if it verified nothing. */
export const scoreProver = async (
  tx: Tx,
  proofType: string,
  id: string,
  result: Readonly<Record<string, string>> | undefined,
): Promise<void> => {
  if (result) await countVerified(tx, proofType, id, result);
  else await countChallenges(tx, proofType, 'prover', [id], []);
};
