import type { Claims, Verdict } from '@trigpoint/proofs';
import type { ChallengeState } from '@trigpoint/protocol';
import type { Reader, Row, Tx, Value } from '../db/driver.ts';

export interface ChallengeRow {
  readonly id: string;
  readonly proofType: string;
  readonly payer: string;
  readonly relayedBy: string;
  readonly info: `0x${string}`;
  readonly proverAddress: string;
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly state: ChallengeState;
  readonly attempt: number;
  readonly proverId: string;
  readonly proverClaims: Claims;
  readonly settings: Readonly<Record<string, string>>;
  readonly calibration: string;
  readonly submittedAt: number;
  readonly deadline: number;
  readonly endedAt: number | null;
  readonly dueAt: number | null;
  readonly leaseOwner: string;
  readonly leaseUntil: number;
  readonly verdict: Verdict | undefined;
  readonly transcriptHash: string;
}

const fromRow = (row: Row): ChallengeRow => ({
  id: row.id as string,
  proofType: row.proof_type as string,
  payer: row.payer as string,
  relayedBy: row.relayed_by as string,
  info: row.info as `0x${string}`,
  proverAddress: row.prover_address as string,
  blockNumber: row.block_number as number,
  blockHash: row.block_hash as string,
  state: row.state as ChallengeState,
  attempt: row.attempt as number,
  proverId: row.prover_id as string,
  proverClaims: JSON.parse(row.prover_claims as string),
  settings: JSON.parse(row.settings as string),
  calibration: row.calibration as string,
  submittedAt: row.submitted_at as number,
  deadline: row.deadline as number,
  endedAt: row.ended_at as number | null,
  dueAt: row.due_at as number | null,
  leaseOwner: row.lease_owner as string,
  leaseUntil: row.lease_until as number,
  verdict: row.verdict === '' ? undefined : JSON.parse(row.verdict as string),
  transcriptHash: row.transcript_hash as string,
});

export type NewChallenge = Omit<
  ChallengeRow,
  'state' | 'attempt' | 'endedAt' | 'dueAt' | 'leaseOwner' | 'leaseUntil' | 'verdict' | 'transcriptHash' | 'calibration'
>;

/** Takes a challenge in once: of any number of parallel requests one inserts the row (returns 1), the others change nothing. */
export const insertChallenge = (tx: Tx, it: NewChallenge) =>
  tx.run(
    `INSERT INTO challenge (id, proof_type, payer, relayed_by, info, prover_address, block_number, block_hash, state,
       attempt, prover_id, prover_claims, settings, calibration, submitted_at, deadline, ended_at, due_at,
       lease_owner, lease_until, verdict, transcript_hash)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'SUBMITTED_TO_CHALLENGE_COORDINATOR', 0, ?, ?, ?, '', ?, ?, NULL, ?, '', 0, '', '')
     ON CONFLICT (id) DO NOTHING`,
    [
      it.id,
      it.proofType,
      it.payer,
      it.relayedBy,
      it.info,
      it.proverAddress,
      it.blockNumber,
      it.blockHash,
      it.proverId,
      JSON.stringify(it.proverClaims),
      JSON.stringify(it.settings),
      it.submittedAt,
      it.deadline,
      it.submittedAt,
    ],
  );

export const findChallenge = async (db: Reader, id: string): Promise<ChallengeRow | undefined> => {
  const row = await db.get('SELECT * FROM challenge WHERE id = ?', [id]);
  return row && fromRow(row);
};

/** Hands due challenges to one coordinator each, for as long as its lease runs. */
export const claimDue = async (
  tx: Tx,
  skipLocked: string,
  owner: string,
  now: number,
  leaseUntil: number,
  limit: number,
): Promise<ChallengeRow[]> =>
  (
    await tx.all(
      `UPDATE challenge SET lease_owner = ?, lease_until = ?
       WHERE id IN (SELECT id FROM challenge WHERE due_at <= ? AND lease_until <= ? ORDER BY due_at LIMIT ?${skipLocked})
       RETURNING *`,
      [owner, leaseUntil, now, now, limit],
    )
  ).map(fromRow);

/** When to look again: the earliest of the next few due challenges that no lease holds back. */
export const nextDue = async (db: Reader): Promise<number | undefined> => {
  const rows = await db.all(
    'SELECT due_at, lease_until FROM challenge WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 32',
  );
  const times = rows.map((row) => Math.max(row.due_at as number, row.lease_until as number));
  return times.length === 0 ? undefined : Math.min(...times);
};

/** Lets go of a challenge until `dueAt`; nothing happens if the lease was lost meanwhile. */
export const postpone = (tx: Tx, id: string, owner: string, dueAt: number) =>
  tx.run(
    `UPDATE challenge SET due_at = ?, lease_owner = '', lease_until = 0 WHERE id = ? AND lease_owner = ? AND due_at IS NOT NULL`,
    [dueAt, id, owner],
  );

/** Serialises everything that happens to one challenge: the row stays locked until the transaction ends. */
export const lockChallenge = async (tx: Tx, id: string): Promise<ChallengeRow | undefined> => {
  const [row] = await tx.all('UPDATE challenge SET attempt = attempt WHERE id = ? RETURNING *', [id]);
  return row && fromRow(row);
};

/** Brings the next look at a challenge forward, never back. */
export const hasten = (tx: Tx, id: string, dueAt: number) =>
  tx.run('UPDATE challenge SET due_at = ? WHERE id = ? AND due_at > ?', [dueAt, id, dueAt]);

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

/** Ends a challenge: once, by the holder of its lease. */
export const endChallenge = (
  tx: Tx,
  it: {
    id: string;
    owner: string;
    state: ChallengeState;
    verdict: string;
    transcriptHash: string;
    calibration: string;
    endedAt: number;
  },
) =>
  tx.run(
    `UPDATE challenge SET state = ?, verdict = ?, transcript_hash = ?, calibration = ?, ended_at = ?, due_at = NULL,
       lease_owner = '', lease_until = 0
     WHERE id = ? AND lease_owner = ? AND due_at IS NOT NULL`,
    [it.state, it.verdict, it.transcriptHash, it.calibration, it.endedAt, it.id, it.owner],
  );

export const keepTranscript = (tx: Tx, challengeId: string, body: string) =>
  tx.run('INSERT INTO transcript (challenge_id, body) VALUES (?, ?)', [challengeId, body]);

export const findTranscript = async (db: Reader, challengeId: string): Promise<string | undefined> =>
  (await db.get('SELECT body FROM transcript WHERE challenge_id = ?', [challengeId]))?.body as string | undefined;

/** One more challenge on the record of each of these agents. */
export const countChallenge = async (
  tx: Tx,
  proofType: string,
  role: 'prover' | 'challenger',
  ids: readonly string[],
  success: boolean,
): Promise<void> => {
  // One order for everyone, so that two endings that share agents never wait for each other.
  for (const id of ids.toSorted())
    await tx.run(
      'UPDATE agent SET challenges = challenges + 1, successes = successes + ? WHERE proof_type = ? AND role = ? AND id = ?',
      [success ? 1 : 0, proofType, role, id],
    );
};

/** Keeps the newest verified result where the agent's page and lists find it. */
export const keepVerifiedResult = (
  tx: Tx,
  proofType: string,
  proverId: string,
  result: Readonly<Record<string, string>>,
) =>
  tx.run(`UPDATE agent SET verified_result = ? WHERE proof_type = ? AND role = 'prover' AND id = ?`, [
    JSON.stringify(result),
    proofType,
    proverId,
  ]);

/** Shards of the hourly counts, picked by challenge: endings at the same time seldom meet on one row. */
const tallyShards = 16;

export const countEnding = (tx: Tx, it: { id: string; proofType: string; verified: string; at: number }) =>
  tx.run(
    `INSERT INTO tally (proof_type, hour, verified, shard, n) VALUES (?, ?, ?, ?, 1)
     ON CONFLICT (proof_type, hour, verified, shard) DO UPDATE SET n = tally.n + 1`,
    [
      it.proofType,
      it.at - (it.at % 3_600_000),
      it.verified,
      Number(it.id.slice(-4).replace(/\D/g, '') || 0) % tallyShards,
    ],
  );

export const readTally = async (db: Reader, proofType: string, since: number) =>
  (
    await db.all(
      'SELECT hour, verified, CAST(SUM(n) AS BIGINT) AS n FROM tally WHERE proof_type = ? AND hour >= ? GROUP BY hour, verified',
      [proofType, since],
    )
  ).map((row) => ({
    hour: row.hour as number,
    verified: row.verified as 'true' | 'false' | 'inconclusive',
    n: Number(row.n),
  }));

export const countOpen = async (db: Reader, proofType: string): Promise<number> =>
  Number(
    (await db.get('SELECT COUNT(*) AS n FROM challenge WHERE due_at IS NOT NULL AND proof_type = ?', [proofType]))?.n,
  );

/** Newest first, for lists: by payer, prover or all of one proof type. */
export const pageChallenges = async (
  db: Reader,
  filter: {
    proofType: string;
    id?: string | undefined;
    proverId?: string | undefined;
    payer?: string | undefined;
  },
  skip: number,
  limit: number,
): Promise<ChallengeRow[]> => {
  const where = ['proof_type = ?'];
  const values: Value[] = [filter.proofType];
  if (filter.id !== undefined) {
    where.push('id = ?');
    values.push(filter.id);
  }
  if (filter.proverId !== undefined) {
    where.push('prover_id = ?');
    values.push(filter.proverId);
  }
  if (filter.payer !== undefined) {
    where.push('payer = ?');
    values.push(filter.payer);
  }
  return (
    await db.all(
      `SELECT * FROM challenge WHERE ${where.join(' AND ')} ORDER BY submitted_at DESC, id DESC LIMIT ? OFFSET ?`,
      [...values, limit, skip],
    )
  ).map(fromRow);
};
