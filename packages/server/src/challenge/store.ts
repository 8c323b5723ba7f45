import type { Claims, Verdict } from '@trigpoint/proofs';
import type { ChallengeState } from '@trigpoint/protocol';
import { column, columnsOf, derived, json, number, type RecordOf, text } from '../db/columns.ts';
import type { Reader, Tx } from '../db/driver.ts';
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
  /** '' for a direct request. */
  blockHash: text,
  proverId: text,
  /** The claims of the prover when the request came. After its consent: the claims that it consented with. */
  proverClaims: json<Claims>(),
  settings: json<Readonly<Record<string, string>>>(),
  submittedAt: number,
  /** When the request expires. The challenge waits for the prover's consent until then. */
  expiresAt: number,
  /** Millionths of a POINT that the payer sets aside for each challenger; 0 if requests are free. */
  fee: number,
};

const progress = {
  state: column<ChallengeState>(),
  attempt: number,
  calibration: text,
  /** When the prover agreed to be measured; null before. */
  consentedAt: column<number | null>(),
  /** Why the prover declined to be measured; '' if it did not. */
  declined: text,
  /** The latest end of the challenge: at first when the request expires, later counted from the consent. */
  deadline: number,
  endedAt: column<number | null>(),
  dueAt: column<number | null>(),
  leaseOwner: text,
  leaseUntil: number,
  transcriptHash: text,
  verdict: derived<Verdict | undefined>(({ verdict }) => (verdict === '' ? undefined : JSON.parse(verdict as string))),
};

const requests = columnsOf(asked);
const challenges = columnsOf({ ...asked, ...progress });
export type ChallengeRow = ReturnType<typeof challenges.read>;

export type NewChallenge = RecordOf<typeof asked> & {
  /** When the coordinator first looks at the challenge, unless the prover consents before. */
  readonly dueAt: number;
};

/** Inserts a challenge. Of several parallel requests only one inserts the row and gets 1; the others get 0. */
export const insertChallenge = (tx: Tx, it: NewChallenge) =>
  tx.run(
    `INSERT INTO challenge (${requests.names}, due_at, deadline, state, attempt, calibration, consented_at, declined,
       ended_at, lease_owner, lease_until, verdict, transcript_hash)
     VALUES (${requests.marks}, ?, ?, 'SUBMITTED_TO_CHALLENGE_COORDINATOR', 0, '', NULL, '', NULL, '', 0, '', '')
     ON CONFLICT (id) DO NOTHING`,
    [...requests.values(it), it.dueAt, it.expiresAt],
  );

export const findChallenge = (db: Reader, id: string): Promise<ChallengeRow | undefined> =>
  challenges.find(db, 'SELECT * FROM challenge WHERE id = ?', [id]);

const isWaiting = 'due_at IS NOT NULL AND consented_at IS NULL';

/** The challenges that wait for a prover's consent, the oldest first. */
export const waitingFor = (
  db: Reader,
  proverAddress: string,
  proofType: string,
  limit: number,
): Promise<ChallengeRow[]> =>
  challenges.list(
    db,
    `SELECT * FROM challenge WHERE prover_address = ? AND ${isWaiting} AND declined = '' AND proof_type = ?
     ORDER BY submitted_at LIMIT ?`,
    [proverAddress, proofType, limit],
  );

/** How many challenges wait for a prover's consent: all, those of one payer, and those of direct requests. */
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

/** Stores a consent once. It fixes the prover and the claims that are measured. */
export const recordConsent = (
  tx: Tx,
  it: Pick<ChallengeRow, 'id' | 'proverId' | 'proverClaims' | 'deadline'> & { readonly at: number },
) =>
  tx.run(
    `UPDATE challenge SET consented_at = ?, prover_id = ?, prover_claims = ?, deadline = ?, due_at = ?
     WHERE id = ? AND ${isWaiting} AND declined = '' AND expires_at > ?`,
    [it.at, it.proverId, JSON.stringify(it.proverClaims), it.deadline, it.at, it.id, it.at],
  );

/** Stores that the prover declined. The challenge is due at once, so that the coordinator ends it. */
export const recordDeclined = (tx: Tx, id: string, reason: string, at: number) =>
  tx.run(`UPDATE challenge SET declined = ?, due_at = ? WHERE id = ? AND ${isWaiting} AND declined = ''`, [
    reason,
    at,
    id,
  ]);

/** Gives due challenges to a coordinator under a lease. Each challenge is given to one coordinator only. */
export const leaseDue = (
  tx: Tx,
  skipLocked: string,
  owner: string,
  now: number,
  leaseUntil: number,
  limit: number,
): Promise<ChallengeRow[]> =>
  challenges.list(
    tx,
    `UPDATE challenge SET lease_owner = ?, lease_until = ?
     WHERE id IN (SELECT id FROM challenge WHERE due_at <= ? AND lease_until <= ? ORDER BY due_at LIMIT ${plannedOnce} ${skipLocked})
     RETURNING *`,
    [owner, leaseUntil, now, now, limit],
  );

/** Gives one challenge to a coordinator before it is due, if it is being measured and nobody holds its lease. */
export const leaseEarly = (
  tx: Tx,
  id: string,
  owner: string,
  now: number,
  leaseUntil: number,
): Promise<ChallengeRow | undefined> =>
  challenges.find(
    tx,
    `UPDATE challenge SET lease_owner = ?, lease_until = ?
     WHERE id = ? AND lease_until <= ? AND due_at > ? AND state = 'ACCEPTED_BY_CHALLENGE_COORDINATOR' RETURNING *`,
    [owner, leaseUntil, id, now, now],
  );

/** Gives up the lease of a challenge and changes nothing else. */
export const release = (tx: Tx, id: string, owner: string) =>
  tx.run(`UPDATE challenge SET lease_owner = '', lease_until = 0 WHERE id = ? AND lease_owner = ?`, [id, owner]);

/** Renews the leases of the challenges that this node works on. */
export const renewLeases = (tx: Tx, skipLocked: string, node: string, ids: readonly string[], leaseUntil: number) => {
  const { marks, values } = inList(ids);
  // A row that is locked now is skipped and renewed next time. A lease lasts longer than any transaction that locks the row.
  return tx.run(
    `UPDATE challenge SET lease_until = ?
     WHERE id IN (SELECT id FROM challenge WHERE id IN (${marks}) AND lease_owner LIKE ? AND due_at IS NOT NULL ${skipLocked})`,
    [leaseUntil, ...values, `${node}:%`],
  );
};

/** When the coordinator must look again: the earliest time at which one of the next challenges is due and free of a lease. */
export const nextDue = async (db: Reader): Promise<number | undefined> => {
  const row = await db.get(
    `SELECT MIN(CASE WHEN lease_until > due_at THEN lease_until ELSE due_at END) AS at FROM
       (SELECT due_at, lease_until FROM challenge WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 32) AS next`,
  );
  return (row?.at as number | null) ?? undefined;
};

/** Gives up the lease of a challenge until `dueAt`. Does nothing if the lease was lost meanwhile. */
export const postpone = (tx: Tx, id: string, owner: string, dueAt: number) =>
  tx.run(
    `UPDATE challenge SET due_at = ?, lease_owner = '', lease_until = 0 WHERE id = ? AND lease_owner = ? AND due_at IS NOT NULL`,
    [dueAt, id, owner],
  );

const standings = columnsOf({
  ...{ id: text, proofType: text, info: asked.info, attempt: number, dueAt: progress.dueAt, leaseOwner: text },
});
/** The columns of a challenge that every step reads first. */
export type Standing = ReturnType<typeof standings.read>;

/** Locks the row of a challenge until the transaction ends, so that changes of one challenge happen one after another. */
export const lockChallenge = (tx: Tx, id: string): Promise<Standing | undefined> =>
  standings.find(tx, `SELECT ${standings.names} FROM challenge WHERE id = ? ${tx.forUpdate}`, [id]);

/** Locks the rows of several challenges, always in the same order, so that there is no deadlock. */
export const lockChallenges = (tx: Tx, ids: readonly string[]): Promise<unknown> => {
  const { marks, values } = inList(ids);
  return tx.all(`SELECT id FROM challenge WHERE id IN (${marks}) ORDER BY id ${tx.forUpdate}`, values);
};

/** Makes these challenges due earlier, never later. */
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

/** Makes a challenge due earlier, never later. */
export const hasten = (tx: Tx, id: string, dueAt: number) =>
  tx.run('UPDATE challenge SET due_at = ? WHERE id = ? AND due_at > ?', [dueAt, id, dueAt]);

/** Begins an attempt. Changes nothing if the lease was lost or another attempt has begun meanwhile. */
export const startAttempt = (tx: Tx, it: { id: string; owner: string; attempt: number; dueAt: number }) =>
  tx.run(
    `UPDATE challenge SET state = 'ACCEPTED_BY_CHALLENGE_COORDINATOR', attempt = ?, due_at = ?, lease_owner = '',
       lease_until = 0
     WHERE id = ? AND lease_owner = ? AND attempt = ? AND due_at IS NOT NULL`,
    [it.attempt, it.dueAt, it.id, it.owner, it.attempt - 1],
  );

/** Ends a challenge. Changes nothing if the lease was lost or the challenge has ended already. */
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
      : // With the type as a condition SQLite would use its index and read every challenge of the type there ever was.
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

/** A page of challenges, newest first. If `after` is given, the page begins behind it. */
export const pageChallenges = (
  db: Reader,
  filter: ChallengeFilter,
  after: Pick<ChallengeRow, 'submittedAt' | 'id'> | undefined,
  skip: number,
  limit: number,
): Promise<ChallengeRow[]> => {
  const { proofType, id, proverId, payer } = filter;
  const wanted = { proof_type: proofType, id, prover_id: proverId, payer };
  const named = Object.entries(wanted).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
  const where = [...named.map(({ name }) => `${name} = ?`), ...(after ? ['(submitted_at, id) < (?, ?)'] : [])];
  const values = [...named.map(({ value }) => value), ...(after ? [after.submittedAt, after.id] : [])];
  const order = 'ORDER BY submitted_at DESC, id DESC';
  // The inner SELECT skips rows by reading an index alone. A SELECT of all columns would read each skipped row.
  const ids = `SELECT id FROM challenge WHERE ${where.join(' AND ')} ${order} LIMIT ? OFFSET ?`;
  return challenges.list(db, `SELECT * FROM challenge WHERE id IN (${ids}) ${order}`, [...values, limit, skip]);
};
