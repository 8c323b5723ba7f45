import type { Claims } from '@trigpoint/proofs';
import { type MeasurementContext, parseReading } from '@trigpoint/protocol';
import { type Column, column, columnsOf, number, text } from '../db/columns.ts';
import type { Reader, Tx } from '../db/driver.ts';
import { inList, rowList } from '../db/lists.ts';

/**
 * What became of one challenger's assignment: `waiting` for its turn, `asked`, `read` (a reading was accepted), `declined`
 * by the agent, `expired` without an answer, or `cancelled` because the others had decided.
 */
type AssignmentState = 'waiting' | 'asked' | 'read' | 'declined' | 'expired' | 'cancelled';

const status = {
  challengerId: text,
  position: number,
  state: column<AssignmentState>(),
  /** The failure that its reading reports; '' for a series, and before there is a reading. */
  failure: text,
  dueAt: column<number | null>(),
};
const statuses = columnsOf(status);
/** The state of one assignment: all that the coordinator must know to go on. */
export type AssignmentStatus = ReturnType<typeof statuses.read>;

const contextColumn: Column<MeasurementContext | undefined> = {
  read: (value) => (value ? JSON.parse(value as string) : undefined),
  write: (value) => (value ? JSON.stringify(value) : ''),
};
const assignments = columnsOf({
  ...status,
  challengeId: text,
  attempt: number,
  /** What both agents sign. Undefined for assignments of earlier versions, and after the reading came, which repeats it. */
  context: contextColumn,
  token: text,
  tag: text,
  askedAt: column<number | null>(),
  /** The reading exactly as signed, '' until it came. */
  message: text,
  signature: text,
  receivedAt: column<number | null>(),
});
/** One challenger's seat in one attempt of a challenge. */
export type Assignment = ReturnType<typeof assignments.read>;

export const insertAssignments = (tx: Tx, all: readonly Assignment[]) =>
  tx.run(
    `INSERT INTO assignment (${assignments.names}) VALUES ${all.map(() => `(${assignments.marks})`).join(', ')}`,
    all.flatMap(assignments.values),
  );

/** The assignments of a challenge, in the order of the seats. */
export const listAssignments = (db: Reader, challengeId: string): Promise<Assignment[]> =>
  assignments.list(db, 'SELECT * FROM assignment WHERE challenge_id = ? ORDER BY attempt, position', [challengeId]);

export const listStatuses = (db: Reader, challengeId: string, attempt: number): Promise<AssignmentStatus[]> =>
  statuses.list(
    db,
    `SELECT ${statuses.names} FROM assignment WHERE challenge_id = ? AND attempt = ? ORDER BY position`,
    [challengeId, attempt],
  );

/** Counts over the assignments of a challenge. They decide when the coordinator looks again. */
export interface AssignmentCounts {
  readonly asked: number;
  readonly answered: number;
  /** Near seats whose reading is not a fault of the challenger's own. Lookouts do not count, because no quorum needs them. */
  readonly good: number;
}

/** The first `near` positions are the near seats. */
export const countAssignments = async (
  db: Reader,
  challengeIds: readonly string[],
  near: number,
): Promise<Map<string, AssignmentCounts>> => {
  const { marks, values } = inList(challengeIds);
  const rows = await db.all(
    `SELECT challenge_id, COUNT(CASE WHEN state = 'asked' THEN 1 END) AS asked,
       COUNT(CASE WHEN state = 'read' THEN 1 END) AS answered,
       COUNT(CASE WHEN state = 'read' AND failure <> 'own_fault' AND position < ? THEN 1 END) AS good
     FROM assignment WHERE challenge_id IN (${marks}) GROUP BY challenge_id`,
    [near, ...values],
  );
  return new Map(
    rows.map((row) => [
      row.challenge_id as string,
      { asked: Number(row.asked), answered: Number(row.answered), good: Number(row.good) },
    ]),
  );
};

export const findAssignment = (
  db: Reader,
  challengeId: string,
  attempt: number,
  challengerId: string,
): Promise<Assignment | undefined> =>
  assignments.find(db, 'SELECT * FROM assignment WHERE challenge_id = ? AND attempt = ? AND challenger_id = ?', [
    challengeId,
    attempt,
    challengerId,
  ]);

/** What a reading is checked against. It never changes. `token` is undefined for a challenger that was not asked. */
export interface AssignmentTerms {
  readonly proofType: string;
  readonly info: `0x${string}`;
  readonly proverId: string;
  readonly token: string | undefined;
  readonly context: MeasurementContext | undefined;
  /** What the challenger claims, if this node gave out the task. */
  readonly challengerClaims?: Claims;
}

/** Undefined if there is no such challenge. */
export const findTerms = async (
  db: Reader,
  challengeId: string,
  attempt: number,
  challengerId: string,
): Promise<AssignmentTerms | undefined> => {
  const row = await db.get(
    `SELECT c.proof_type, c.info, c.prover_id, a.token, a.context, a.message FROM challenge c
     LEFT JOIN assignment a ON a.challenge_id = c.id AND a.attempt = ? AND a.challenger_id = ?
     WHERE c.id = ?`,
    [attempt, challengerId, challengeId],
  );
  return (
    row && {
      proofType: row.proof_type as string,
      info: row.info as `0x${string}`,
      proverId: row.prover_id as string,
      token: (row.token as string | null) ?? undefined,
      // The reading repeats the context, so the row does not have it a second time.
      context:
        contextColumn.read(row.context as string, row) ??
        (row.message ? parseReading(row.message as string).context : undefined),
    }
  );
};

/** Marks an assignment that waited for its turn as asked. Only sequential proof types have such assignments. */
export const askAssignment = (tx: Tx, it: Assignment, now: number, dueAt: number) =>
  tx.run(
    `UPDATE assignment SET state = 'asked', asked_at = ?, due_at = ?
     WHERE challenge_id = ? AND attempt = ? AND challenger_id = ? AND state = 'waiting'`,
    [now, dueAt, it.challengeId, it.attempt, it.challengerId],
  );

export type TakenReading = Pick<
  Assignment,
  'challengeId' | 'attempt' | 'challengerId' | 'message' | 'signature' | 'failure'
>;

/**
 * Stores readings and returns which were stored. A reading must be the first of its assignment, come in time, and its attempt
 * must be open. `all` must not have two readings of one assignment.
 */
export const recordReadings = async (
  tx: Tx,
  all: readonly TakenReading[],
  now: number,
): Promise<Pick<Assignment, 'challengeId' | 'challengerId'>[]> => {
  const rows = all.map((it) => [it.challengeId, it.attempt, it.challengerId, it.message, it.signature, it.failure]);
  const { marks, values } = rowList('(?, CAST(? AS BIGINT), ?, ?, ?, ?)', rows);
  const taken = await tx.all(
    `WITH came (challenge_id, attempt, challenger_id, message, signature, failure) AS (VALUES ${marks})
     UPDATE assignment SET state = 'read', context = '', message = came.message, signature = came.signature,
       failure = came.failure, received_at = ?
     FROM came
     WHERE assignment.challenge_id = came.challenge_id AND assignment.attempt = came.attempt
       AND assignment.challenger_id = came.challenger_id AND assignment.state = 'asked' AND assignment.due_at >= ?
       AND EXISTS (SELECT 1 FROM challenge c
         WHERE c.id = came.challenge_id AND c.attempt = came.attempt AND c.due_at IS NOT NULL)
     RETURNING assignment.challenge_id AS challenge_id, assignment.challenger_id AS challenger_id`,
    [...values, now, now],
  );
  return taken.map((row) => ({
    challengeId: row.challenge_id as string,
    challengerId: row.challenger_id as string,
  }));
};

/** Closes an assignment because the challenger will not measure or its round is over. */
export const closeAssignment = (
  tx: Tx,
  it: Pick<Assignment, 'challengeId' | 'attempt' | 'challengerId'>,
  state: 'declined' | 'expired',
) =>
  tx.run(
    `UPDATE assignment SET state = ? WHERE challenge_id = ? AND attempt = ? AND challenger_id = ? AND state = 'asked'`,
    [state, it.challengeId, it.attempt, it.challengerId],
  );

/** Closes what is still open when the attempt ends: `expired` without an answer, or `cancelled` as not needed. */
export const closeOpen = (tx: Tx, challengeId: string, attempt: number, state: 'expired' | 'cancelled') =>
  tx.run(
    `UPDATE assignment SET state = ?
     WHERE challenge_id = ? AND attempt = ? AND state IN ('asked', 'waiting')`,
    [state, challengeId, attempt],
  );

/** How many assignments each challenger has open now. */
export const countBusy = async (db: Reader, now: number): Promise<Map<string, number>> =>
  new Map(
    (
      await db.all(
        `SELECT challenger_id, COUNT(*) AS n FROM assignment
         WHERE state IN ('asked', 'waiting') AND due_at > ? GROUP BY challenger_id`,
        [now],
      )
    ).map((row) => [row.challenger_id as string, Number(row.n)]),
  );

/** The newest readings of a challenger, as signed. Readings of challenges that still run are secret. */
export const readingsOf = (db: Reader, challengerId: string, limit: number): Promise<Assignment[]> =>
  assignments.list(
    db,
    `SELECT a.* FROM assignment a JOIN challenge c ON c.id = a.challenge_id AND c.due_at IS NULL
     WHERE a.challenger_id = ? AND a.received_at IS NOT NULL ORDER BY a.received_at DESC LIMIT ?`,
    [challengerId, limit],
  );

/** The readings of a challenge, as signed. They are secret while the challenge runs. */
export const readingsOfChallenge = (db: Reader, challengeId: string, limit: number): Promise<Assignment[]> =>
  assignments.list(
    db,
    `SELECT a.* FROM challenge c
     JOIN assignment a ON a.challenge_id = c.id AND a.attempt = c.attempt AND a.state = 'read'
     WHERE c.id = ? AND c.due_at IS NULL ORDER BY a.position LIMIT ?`,
    [challengeId, limit],
  );

/** The newest readings about a prover, as signed. */
export const readingsAbout = (db: Reader, proverId: string, limit: number): Promise<Assignment[]> =>
  assignments.list(
    db,
    `SELECT a.* FROM (SELECT id, attempt, submitted_at FROM challenge WHERE prover_id = ? AND due_at IS NULL
       ORDER BY submitted_at DESC LIMIT ?) c
     JOIN assignment a ON a.challenge_id = c.id AND a.attempt = c.attempt AND a.state = 'read'
     ORDER BY c.submitted_at DESC, a.position LIMIT ?`,
    [proverId, limit, limit],
  );

/**
 * Whether none of these agents takes part in another challenge now. Their rows stay locked until the transaction ends. So if two
 * challenges want the same agent, the second sees what the first has written.
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
