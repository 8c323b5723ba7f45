import type { Claims, Verdict } from '@trigpoint/proofs';
import type { ChallengeState } from '@trigpoint/protocol';
import { column, columnsOf, json, number, type RecordOf, text } from '../db/columns.ts';
import type { Reader, Row, Tx, Value } from '../db/driver.ts';
import { inList, plannedOnce, rowList } from '../db/lists.ts';

/** What is known when a challenge is accepted. */
const asked = {
  id: text,
  proofType: text,
  payer: text,
  relayedBy: text,
  info: column<`0x${string}`>(),
  proverAddress: text,
  blockNumber: number,
  /** '' for a request that was made without a chain. */
  blockHash: text,
  proverId: text,
  /** What the prover said of itself when the request came; what it consented with, once it did. */
  proverClaims: json<Claims>(),
  settings: json<Readonly<Record<string, string>>>(),
  submittedAt: number,
  /** When the request expires. It waits for the prover's consent until then. */
  expiresAt: number,
  /** Set aside by the payer for each challenger, in millionths of a POINT; 0 where requests are free. */
  fee: number,
};

const progress = {
  state: column<ChallengeState>(),
  attempt: number,
  calibration: text,
  /** When the prover agreed to be measured; null before. */
  consentedAt: column<number | null>(),
  /** Why the prover refused to be measured; '' if it did not. */
  declined: text,
  /** When it has ended at the latest: with the request at first, and counted from the consent once that is there. */
  deadline: number,
  endedAt: column<number | null>(),
  dueAt: column<number | null>(),
  leaseOwner: text,
  leaseUntil: number,
  transcriptHash: text,
};

export interface ChallengeRow extends RecordOf<typeof asked & typeof progress> {
  readonly verdict: Verdict | undefined;
}

const requests = columnsOf(asked);
const challenges = columnsOf({ ...asked, ...progress });

const fromRow = (row: Row): ChallengeRow => ({
  ...challenges.read(row),
  verdict: row.verdict === '' ? undefined : JSON.parse(row.verdict as string),
});

export type NewChallenge = RecordOf<typeof asked> & {
  /** When the coordinator looks at it, unless the prover consents before. */
  readonly dueAt: number;
};

/** Takes a challenge in once: of any number of parallel requests one inserts the row (returns 1), the others change nothing. */
export const insertChallenge = (tx: Tx, it: NewChallenge) =>
  tx.run(
    `INSERT INTO challenge (${requests.names}, due_at, deadline, state, attempt, calibration, consented_at, declined,
       ended_at, lease_owner, lease_until, verdict, transcript_hash)
     VALUES (${requests.marks}, ?, ?, 'SUBMITTED_TO_CHALLENGE_COORDINATOR', 0, '', NULL, '', NULL, '', 0, '', '')
     ON CONFLICT (id) DO NOTHING`,
    [...requests.values(it), it.dueAt, it.expiresAt],
  );

export const findChallenge = async (db: Reader, id: string): Promise<ChallengeRow | undefined> => {
  const row = await db.get('SELECT * FROM challenge WHERE id = ?', [id]);
  return row && fromRow(row);
};

const isWaiting = 'due_at IS NOT NULL AND consented_at IS NULL';

/** The challenges that wait for a prover's consent, the oldest first. */
export const waitingFor = async (
  db: Reader,
  proverAddress: string,
  proofType: string,
  limit: number,
): Promise<ChallengeRow[]> =>
  (
    await db.all(
      `SELECT * FROM challenge WHERE prover_address = ? AND ${isWaiting} AND declined = '' AND proof_type = ?
       ORDER BY submitted_at LIMIT ?`,
      [proverAddress, proofType, limit],
    )
  ).map(fromRow);

/** How many wait for a prover's consent: all, those of one payer, and those without a chain. */
export const countWaiting = async (
  db: Reader,
  proverAddress: string,
  payer: string,
): Promise<{ all: number; own: number; direct: number }> => {
  const row = await db.get(
    `SELECT COUNT(*) AS n, COUNT(CASE WHEN payer = ? THEN 1 END) AS own,
       COUNT(CASE WHEN block_hash = '' THEN 1 END) AS direct FROM challenge
     WHERE prover_address = ? AND ${isWaiting}`,
    [payer, proverAddress],
  );
  return { all: Number(row?.n), own: Number(row?.own), direct: Number(row?.direct) };
};

/** Fixes whom and what is measured, once: the prover and its claims are those that it consented with. */
export const recordConsent = (
  tx: Tx,
  it: Pick<ChallengeRow, 'id' | 'proverId' | 'proverClaims' | 'deadline'> & { readonly at: number },
) =>
  tx.run(
    `UPDATE challenge SET consented_at = ?, prover_id = ?, prover_claims = ?, deadline = ?, due_at = ?
     WHERE id = ? AND ${isWaiting} AND declined = '' AND expires_at > ?`,
    [it.at, it.proverId, JSON.stringify(it.proverClaims), it.deadline, it.at, it.id, it.at],
  );

/** The prover refused: the coordinator ends the challenge at once. */
export const recordRefusal = (tx: Tx, id: string, reason: string, at: number) =>
  tx.run(`UPDATE challenge SET declined = ?, due_at = ? WHERE id = ? AND ${isWaiting} AND declined = ''`, [
    reason,
    at,
    id,
  ]);

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
       WHERE id IN (SELECT id FROM challenge WHERE due_at <= ? AND lease_until <= ? ORDER BY due_at LIMIT ${plannedOnce} ${skipLocked})
       RETURNING *`,
      [owner, leaseUntil, now, now, limit],
    )
  ).map(fromRow);

/** Hands one challenge to a coordinator before it is due, if its measurement runs and nobody is at it. */
export const claimEarly = async (
  tx: Tx,
  id: string,
  owner: string,
  now: number,
  leaseUntil: number,
): Promise<ChallengeRow | undefined> => {
  const [row] = await tx.all(
    `UPDATE challenge SET lease_owner = ?, lease_until = ?
     WHERE id = ? AND lease_until <= ? AND due_at > ? AND state = 'ACCEPTED_BY_CHALLENGE_COORDINATOR' RETURNING *`,
    [owner, leaseUntil, id, now, now],
  );
  return row && fromRow(row);
};

/** Lets go of a challenge and leaves the rest of it as it is. */
export const release = (tx: Tx, id: string, owner: string) =>
  tx.run(`UPDATE challenge SET lease_owner = '', lease_until = 0 WHERE id = ? AND lease_owner = ?`, [id, owner]);

/** Keeps what this node is at work on, however long that takes. */
export const renewLeases = (tx: Tx, skipLocked: string, node: string, ids: readonly string[], leaseUntil: number) => {
  const { marks, values } = inList(ids);
  // One that is being changed now is renewed next time: a lease is longer than any of those transactions.
  return tx.run(
    `UPDATE challenge SET lease_until = ?
     WHERE id IN (SELECT id FROM challenge WHERE id IN (${marks}) AND lease_owner LIKE ? AND due_at IS NOT NULL ${skipLocked})`,
    [leaseUntil, ...values, `${node}:%`],
  );
};

/** When to look again: the earliest of the next few due challenges that no lease holds back. */
export const nextDue = async (db: Reader): Promise<number | undefined> => {
  const row = await db.get(
    `SELECT MIN(CASE WHEN lease_until > due_at THEN lease_until ELSE due_at END) AS at FROM
       (SELECT due_at, lease_until FROM challenge WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 32) AS next`,
  );
  return (row?.at as number | null) ?? undefined;
};

/** Lets go of a challenge until `dueAt`; nothing happens if the lease was lost meanwhile. */
export const postpone = (tx: Tx, id: string, owner: string, dueAt: number) =>
  tx.run(
    `UPDATE challenge SET due_at = ?, lease_owner = '', lease_until = 0 WHERE id = ? AND lease_owner = ? AND due_at IS NOT NULL`,
    [dueAt, id, owner],
  );

/** How a challenge stands: what every step on it asks first, and so no more than that. */
export type Standing = Pick<ChallengeRow, 'id' | 'proofType' | 'info' | 'attempt' | 'dueAt' | 'leaseOwner'>;

/** Serialises everything that happens to one challenge: the row stays locked until the transaction ends. */
export const lockChallenge = async (tx: Tx, id: string): Promise<Standing | undefined> => {
  const row = await tx.get(
    `SELECT proof_type, info, attempt, due_at, lease_owner FROM challenge WHERE id = ? ${tx.forUpdate}`,
    [id],
  );
  return (
    row && {
      id,
      proofType: row.proof_type as string,
      info: row.info as `0x${string}`,
      attempt: row.attempt as number,
      dueAt: row.due_at as number | null,
      leaseOwner: row.lease_owner as string,
    }
  );
};

/** The same for many at once, always in the same order, so that no two transactions wait for each other. */
export const lockChallenges = (tx: Tx, ids: readonly string[]): Promise<unknown> => {
  const { marks, values } = inList(ids);
  return tx.all(`SELECT id FROM challenge WHERE id IN (${marks}) ORDER BY id ${tx.forUpdate}`, values);
};

/** Brings the next look at these challenges forward, never back. */
export const hastenAll = (tx: Tx, all: readonly Pick<NewChallenge, 'id' | 'dueAt'>[]) => {
  const { marks, values } = rowList(
    '(?, CAST(? AS BIGINT))',
    all.map(({ id, dueAt }) => [id, dueAt]),
  );
  return tx.run(
    `WITH sooner (id, due_at) AS (VALUES ${marks})
     UPDATE challenge SET due_at = sooner.due_at FROM sooner
     WHERE challenge.id = sooner.id AND challenge.due_at > sooner.due_at`,
    values,
  );
};

/** Brings the next look at a challenge forward, never back. */
export const hasten = (tx: Tx, id: string, dueAt: number) =>
  tx.run('UPDATE challenge SET due_at = ? WHERE id = ? AND due_at > ?', [dueAt, id, dueAt]);

/** Begins an attempt: only the holder of the lease can, and only from the state it saw. */
export const startAttempt = (tx: Tx, it: { id: string; owner: string; attempt: number; dueAt: number }) =>
  tx.run(
    `UPDATE challenge SET state = 'ACCEPTED_BY_CHALLENGE_COORDINATOR', attempt = ?, due_at = ?, lease_owner = '',
       lease_until = 0
     WHERE id = ? AND lease_owner = ? AND attempt = ? AND due_at IS NOT NULL`,
    [it.attempt, it.dueAt, it.id, it.owner, it.attempt - 1],
  );

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

/** Challenges that have not ended, of one proof type or all. */
export const countOpen = async (db: Reader, proofType?: string): Promise<number> => {
  const row =
    proofType === undefined
      ? await db.get('SELECT COUNT(*) AS n FROM challenge WHERE due_at IS NOT NULL')
      : // Not as a condition: SQLite would follow it to every challenge of the type there ever was.
        await db.get('SELECT COUNT(CASE WHEN proof_type = ? THEN 1 END) AS n FROM challenge WHERE due_at IS NOT NULL', [
          proofType,
        ]);
  return Number(row?.n);
};

export interface ChallengeFilter {
  readonly proofType: string;
  readonly id?: string | undefined;
  readonly proverId?: string | undefined;
  readonly payer?: string | undefined;
}

/** Newest first, those after `after` alone. */
export const pageChallenges = async (
  db: Reader,
  filter: ChallengeFilter,
  after: Pick<ChallengeRow, 'submittedAt' | 'id'> | undefined,
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
  if (after) {
    where.push('(submitted_at, id) < (?, ?)');
    values.push(after.submittedAt, after.id);
  }
  const order = 'ORDER BY submitted_at DESC, id DESC';
  // What is skipped is counted in an index alone; with all its columns each row would be read first.
  const ids = `SELECT id FROM challenge WHERE ${where.join(' AND ')} ${order} LIMIT ? OFFSET ?`;
  return (await db.all(`SELECT * FROM challenge WHERE id IN (${ids}) ${order}`, [...values, limit, skip])).map(fromRow);
};
