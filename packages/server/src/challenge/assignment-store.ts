import type { Reader, Row, Tx } from '../db/driver.ts';

/**
 * What became of one challenger's part: `waiting` for its turn, `asked`, `read` (a reading was accepted), `declined`
 * by the agent, or `expired` without an answer.
 */
export type AssignmentState = 'waiting' | 'asked' | 'read' | 'declined' | 'expired';

export interface Assignment {
  readonly challengeId: string;
  readonly attempt: number;
  readonly challengerId: string;
  readonly position: number;
  readonly state: AssignmentState;
  readonly token: string;
  readonly tag: string;
  readonly askedAt: number | null;
  readonly dueAt: number | null;
  readonly message: string;
  readonly signature: string;
  readonly receivedAt: number | null;
}

const fromRow = (row: Row): Assignment => ({
  challengeId: row.challenge_id as string,
  attempt: row.attempt as number,
  challengerId: row.challenger_id as string,
  position: row.position as number,
  state: row.state as AssignmentState,
  token: row.token as string,
  tag: row.tag as string,
  askedAt: row.asked_at as number | null,
  dueAt: row.due_at as number | null,
  message: row.message as string,
  signature: row.signature as string,
  receivedAt: row.received_at as number | null,
});

export const insertAssignment = (tx: Tx, it: Assignment) =>
  tx.run(
    `INSERT INTO assignment (challenge_id, attempt, challenger_id, position, state, token, tag, asked_at, due_at,
       message, signature, received_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, '', '', NULL)`,
    [it.challengeId, it.attempt, it.challengerId, it.position, it.state, it.token, it.tag, it.askedAt, it.dueAt],
  );

export const listAssignments = async (db: Reader, challengeId: string, attempt: number): Promise<Assignment[]> =>
  (
    await db.all('SELECT * FROM assignment WHERE challenge_id = ? AND attempt = ? ORDER BY position', [
      challengeId,
      attempt,
    ])
  ).map(fromRow);

export const findAssignment = async (
  db: Reader,
  challengeId: string,
  attempt: number,
  challengerId: string,
): Promise<Assignment | undefined> => {
  const row = await db.get('SELECT * FROM assignment WHERE challenge_id = ? AND attempt = ? AND challenger_id = ?', [
    challengeId,
    attempt,
    challengerId,
  ]);
  return row && fromRow(row);
};

/** Its turn has come (sequential proof types). */
export const askAssignment = (tx: Tx, it: Assignment, now: number, dueAt: number) =>
  tx.run(
    `UPDATE assignment SET state = 'asked', asked_at = ?, due_at = ?
     WHERE challenge_id = ? AND attempt = ? AND challenger_id = ? AND state = 'waiting'`,
    [now, dueAt, it.challengeId, it.attempt, it.challengerId],
  );

export const recordReading = (
  tx: Tx,
  it: Pick<Assignment, 'challengeId' | 'attempt' | 'challengerId'>,
  message: string,
  signature: string,
  now: number,
) =>
  tx.run(
    `UPDATE assignment SET state = 'read', message = ?, signature = ?, received_at = ?
     WHERE challenge_id = ? AND attempt = ? AND challenger_id = ? AND state = 'asked'`,
    [message, signature, now, it.challengeId, it.attempt, it.challengerId],
  );

/** Ends parts that brought nothing: one that declined, or all that are still open when the attempt ends. */
export const closeAssignments = (
  tx: Tx,
  challengeId: string,
  attempt: number,
  state: 'declined' | 'expired',
  challengerId?: string,
) =>
  challengerId === undefined
    ? tx.run(
        `UPDATE assignment SET state = ? WHERE challenge_id = ? AND attempt = ? AND state IN ('asked', 'waiting')`,
        [state, challengeId, attempt],
      )
    : tx.run(
        `UPDATE assignment SET state = ? WHERE challenge_id = ? AND attempt = ? AND challenger_id = ? AND state = 'asked'`,
        [state, challengeId, attempt, challengerId],
      );

/** Open tasks of a challenger, or (through the challenge) of a prover: what a reconnecting agent resumes. */
export const openForChallenger = async (db: Reader, challengerId: string, now: number): Promise<Assignment[]> =>
  (
    await db.all(`SELECT * FROM assignment WHERE challenger_id = ? AND state = 'asked' AND due_at > ? LIMIT 256`, [
      challengerId,
      now,
    ])
  ).map(fromRow);

export const openForProver = async (db: Reader, proverId: string, now: number): Promise<Assignment[]> =>
  (
    await db.all(
      `SELECT a.* FROM challenge c JOIN assignment a ON a.challenge_id = c.id AND a.attempt = c.attempt
       WHERE c.prover_id = ? AND c.due_at IS NOT NULL AND a.state = 'asked' AND a.due_at > ? LIMIT 256`,
      [proverId, now],
    )
  ).map(fromRow);

/** How many parts each challenger has open now. */
export const countBusy = async (db: Reader, now: number): Promise<Map<string, number>> =>
  new Map(
    (
      await db.all(
        `SELECT challenger_id, COUNT(*) AS n FROM assignment WHERE state IN ('asked', 'waiting') AND due_at > ? GROUP BY challenger_id`,
        [now],
      )
    ).map((row) => [row.challenger_id as string, Number(row.n)]),
  );

export interface RefusalRow {
  readonly id: string;
  readonly challengeId: string;
  readonly attempt: number;
  readonly agentId: string;
  readonly code: string;
  readonly reason: string;
  readonly at: number;
}

export const insertRefusal = (tx: Tx, it: RefusalRow) =>
  tx.run('INSERT INTO refusal (id, challenge_id, attempt, agent_id, code, reason, at) VALUES (?, ?, ?, ?, ?, ?, ?)', [
    it.id,
    it.challengeId,
    it.attempt,
    it.agentId,
    it.code,
    it.reason,
    it.at,
  ]);

const refusalFromRow = (row: Row): RefusalRow => ({
  id: row.id as string,
  challengeId: row.challenge_id as string,
  attempt: row.attempt as number,
  agentId: row.agent_id as string,
  code: row.code as string,
  reason: row.reason as string,
  at: row.at as number,
});

export const listRefusals = async (db: Reader, challengeId: string): Promise<RefusalRow[]> =>
  (await db.all('SELECT * FROM refusal WHERE challenge_id = ? ORDER BY at, id LIMIT 1000', [challengeId])).map(
    refusalFromRow,
  );

export const refusalsOf = async (db: Reader, agentId: string, limit: number): Promise<RefusalRow[]> =>
  (await db.all('SELECT * FROM refusal WHERE agent_id = ? ORDER BY at DESC LIMIT ?', [agentId, limit])).map(
    refusalFromRow,
  );

/** The newest readings of a challenger, as signed. */
export const readingsOf = async (db: Reader, challengerId: string, limit: number): Promise<Assignment[]> =>
  (
    await db.all(
      `SELECT * FROM assignment WHERE challenger_id = ? AND received_at IS NOT NULL ORDER BY received_at DESC LIMIT ?`,
      [challengerId, limit],
    )
  ).map(fromRow);

/** The newest readings about a prover, as signed. */
export const readingsAbout = async (db: Reader, proverId: string, limit: number): Promise<Assignment[]> =>
  (
    await db.all(
      `SELECT a.* FROM (SELECT id, attempt, submitted_at FROM challenge WHERE prover_id = ? AND due_at IS NULL
         ORDER BY submitted_at DESC LIMIT ?) c
       JOIN assignment a ON a.challenge_id = c.id AND a.attempt = c.attempt AND a.state = 'read'
       ORDER BY c.submitted_at DESC, a.position LIMIT ?`,
      [proverId, limit, limit],
    )
  ).map(fromRow);
