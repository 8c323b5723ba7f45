import type { Tx } from '../db/driver.ts';
import { inList } from '../db/lists.ts';

/**
 * Whether nobody of these takes part in another challenge now. Their rows stay locked until the transaction ends, so that
 * of two who want the same agent the second sees what the first has written.
 */
export const areFree = async (
  tx: Tx,
  it: { proofType: string; challengeId: string; proverId: string; challengerIds: readonly string[]; now: number },
): Promise<boolean> => {
  const ids = inList(it.challengerIds);
  await tx.all(
    `SELECT id FROM agent WHERE proof_type = ?
       AND ((role = 'challenger' AND id IN (${ids.marks})) OR (role = 'prover' AND id = ?))
     ORDER BY role, id ${tx.forUpdate}`,
    [it.proofType, ...ids.values, it.proverId],
  );
  const challenger = await tx.get(
    `SELECT 1 AS one FROM assignment WHERE challenger_id IN (${ids.marks}) AND state IN ('asked', 'waiting')
       AND due_at > ? AND challenge_id <> ? LIMIT 1`,
    [...ids.values, it.now, it.challengeId],
  );
  if (challenger) return false;
  const prover = await tx.get(
    `SELECT 1 AS one FROM challenge WHERE prover_id = ? AND due_at IS NOT NULL AND id <> ? AND proof_type = ?
       AND state = 'ACCEPTED_BY_CHALLENGE_COORDINATOR' LIMIT 1`,
    [it.proverId, it.challengeId, it.proofType],
  );
  return !prover;
};
