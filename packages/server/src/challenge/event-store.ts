import { columnsOf, json, number, text } from '../db/columns.ts';
import type { Reader, Tx } from '../db/driver.ts';
import { inList } from '../db/lists.ts';

const events = columnsOf({
  /** Counts from 1 within a challenge. */
  seq: number,
  at: number,
  kind: text,
  data: json<unknown>(),
});
export type ChallengeEvent = ReturnType<typeof events.read>;

/** Appends an event in the transaction that makes it true. The transaction must have locked the challenge's row. */
export const appendEvent = (tx: Tx, challengeId: string, at: number, kind: string, data: unknown) =>
  tx.run(
    `INSERT INTO challenge_event (challenge_id, seq, at, kind, data)
     SELECT ?, COALESCE(MAX(seq), 0) + 1, CAST(? AS BIGINT), ?, ? FROM challenge_event WHERE challenge_id = ?`,
    [challengeId, at, kind, JSON.stringify(data), challengeId],
  );

/** Appends events of several challenges. `newest` must come from `newestEvents`, read under the same locks. */
export const appendEvents = (
  tx: Tx,
  newest: ReadonlyMap<string, number>,
  at: number,
  events: readonly { readonly challengeId: string; readonly kind: string; readonly data: unknown }[],
) => {
  const last = new Map(newest);
  const rows = events.map(({ challengeId, kind, data }) => {
    const seq = (last.get(challengeId) ?? 0) + 1;
    last.set(challengeId, seq);
    return [challengeId, seq, at, kind, JSON.stringify(data)];
  });
  return tx.run(
    `INSERT INTO challenge_event (challenge_id, seq, at, kind, data) VALUES ${rows.map(() => '(?, ?, ?, ?, ?)').join(', ')}`,
    rows.flat(),
  );
};

/** The number of the newest event of each of these challenges. */
export const newestEvents = async (db: Reader, challengeIds: readonly string[]): Promise<Map<string, number>> => {
  if (challengeIds.length === 0) return new Map();
  const { marks, values } = inList(challengeIds);
  const sql = `SELECT challenge_id, MAX(seq) AS seq FROM challenge_event WHERE challenge_id IN (${marks}) GROUP BY challenge_id`;
  return new Map((await db.all(sql, values)).map((row) => [row.challenge_id as string, Number(row.seq)]));
};

export const listEvents = (db: Reader, challengeId: string, after: number): Promise<ChallengeEvent[]> =>
  events.list(db, 'SELECT * FROM challenge_event WHERE challenge_id = ? AND seq > ? ORDER BY seq', [
    challengeId,
    after,
  ]);
