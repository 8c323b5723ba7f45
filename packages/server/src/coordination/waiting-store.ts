import { columnsOf, flag, json, number, text } from '../db/columns.ts';
import type { Reader, Writer } from '../db/driver.ts';

const waiting = columnsOf({
  challengeId: text,
  proverId: text,
  proofType: text,
  isSequential: flag,
  network: text,
  paid: flag,
  turn: number,
  since: number,
  seats: json<readonly string[]>(),
});
export type WaitingRow = ReturnType<typeof waiting.read>;

/** Puts a challenge on the waiting list. One that is there already keeps its place. */
export const insertWaiting = (db: Writer, it: WaitingRow) =>
  db.run(
    `INSERT INTO waiting_challenge (${waiting.names}) VALUES (${waiting.marks}) ON CONFLICT (challenge_id) DO NOTHING`,
    waiting.values(it),
  );

export const deleteWaiting = (db: Writer, challengeId: string) =>
  db.run('DELETE FROM waiting_challenge WHERE challenge_id = ?', [challengeId]);

/** The waiting challenges that have neither begun nor ended, and whether their prover is being measured for another one. */
export const listWaiting = async (db: Reader): Promise<(WaitingRow & { readonly isProverBusy: boolean })[]> =>
  (
    await db.all(
      `SELECT w.*, (SELECT COUNT(*) FROM challenge r WHERE r.prover_id = w.prover_id AND r.due_at IS NOT NULL
           AND r.proof_type = w.proof_type AND r.state = 'ACCEPTED_BY_CHALLENGE_COORDINATOR') AS running
       FROM waiting_challenge w JOIN challenge c ON c.id = w.challenge_id AND c.due_at IS NOT NULL
         AND c.state = 'SUBMITTED_TO_CHALLENGE_COORDINATOR'`,
    )
  ).map((row) => ({ ...waiting.read(row), isProverBusy: Number(row.running) > 0 }));
