import type { Claims } from '@trigpoint/proofs';
import type { Reader, Tx } from '../db/driver.ts';

export interface AttemptRow {
  readonly challengeId: string;
  readonly attempt: number;
  readonly seed: string;
  readonly eligibleHash: string;
  readonly leftOut: readonly string[];
  readonly startedAt: number;
  readonly endsAt: number;
}

/** Begins an attempt: only the holder of the lease can, and only from the state it saw. */
export const beginAttempt = async (
  tx: Tx,
  it: AttemptRow & { owner: string; proverId: string; proverClaims: Claims; dueAt: number },
): Promise<boolean> => {
  const changed = await tx.run(
    `UPDATE challenge SET state = 'ACCEPTED_BY_CHALLENGE_COORDINATOR', attempt = ?, prover_id = ?, prover_claims = ?,
       due_at = ?, lease_owner = '', lease_until = 0
     WHERE id = ? AND lease_owner = ? AND attempt = ? AND due_at IS NOT NULL`,
    [it.attempt, it.proverId, JSON.stringify(it.proverClaims), it.dueAt, it.challengeId, it.owner, it.attempt - 1],
  );
  if (changed !== 1) return false;
  await tx.run(
    `INSERT INTO attempt (challenge_id, attempt, seed, eligible_hash, left_out, started_at, ends_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    [it.challengeId, it.attempt, it.seed, it.eligibleHash, JSON.stringify(it.leftOut), it.startedAt, it.endsAt],
  );
  return true;
};

export const findAttempts = async (db: Reader, challengeId: string): Promise<AttemptRow[]> =>
  (await db.all('SELECT * FROM attempt WHERE challenge_id = ? ORDER BY attempt', [challengeId])).map((row) => ({
    challengeId: row.challenge_id as string,
    attempt: row.attempt as number,
    seed: row.seed as string,
    eligibleHash: row.eligible_hash as string,
    leftOut: JSON.parse(row.left_out as string),
    startedAt: row.started_at as number,
    endsAt: row.ends_at as number,
  }));

export const keepEligibleSet = (tx: Tx, hash: string, candidates: string, now: number) =>
  tx.run('INSERT INTO eligible_set (hash, candidates, created_at) VALUES (?, ?, ?) ON CONFLICT (hash) DO NOTHING', [
    hash,
    candidates,
    now,
  ]);

export const findEligibleSet = async (db: Reader, hash: string): Promise<string | undefined> =>
  (await db.get('SELECT candidates FROM eligible_set WHERE hash = ?', [hash]))?.candidates as string | undefined;
