import { columnsOf, number, text } from '../db/columns.ts';
import { aside, type Db, type Reader, type Tx } from '../db/driver.ts';
import { unpack } from '../db/packed-text.ts';
import { slices } from '../db/text-pieces.ts';

/** Both texts of a draw are JSON, packed. */
export const insertDraw = (tx: Tx, it: { challengeId: string; body: Uint8Array; tree: Uint8Array; drawnAt: number }) =>
  tx.run(
    `INSERT INTO draw (challenge_id, body, tree, packed_body, packed_tree, drawn_at) VALUES (?, '', '', ?, ?, ?)
     ON CONFLICT (challenge_id) DO NOTHING`,
    [it.challengeId, it.body, it.tree, it.drawnAt],
  );

/** One of the two texts of a draw. Earlier versions stored it without packing. */
export const findDrawn = async (
  db: Reader,
  which: 'body' | 'tree',
  challengeId: string,
): Promise<string | undefined> => {
  const sql = `SELECT ${which} AS plain, packed_${which} AS packed FROM draw WHERE challenge_id = ?`;
  const row = await db.get(sql, [challengeId]);
  return row?.packed ? unpack(row.packed as Uint8Array) : (row?.plain as string | undefined);
};

const refusals = columnsOf({
  id: text,
  challengeId: text,
  attempt: number,
  agentId: text,
  code: text,
  reason: text,
  at: number,
});
export type RefusalRow = ReturnType<typeof refusals.read>;

export const insertRefusal = (tx: Tx, it: RefusalRow) =>
  tx.run(`INSERT INTO refusal (${refusals.names}) VALUES (${refusals.marks})`, refusals.values(it));

export const countRefusals = async (db: Reader, challengeId: string, agentId: string): Promise<number> => {
  const row = await db.get('SELECT COUNT(*) AS n FROM refusal WHERE challenge_id = ? AND agent_id = ?', [
    challengeId,
    agentId,
  ]);
  return Number(row?.n);
};

export const countRefusalsSince = async (db: Reader, agentId: string, since: number): Promise<number> => {
  const row = await db.get('SELECT COUNT(*) AS n FROM refusal WHERE agent_id = ? AND at >= ?', [agentId, since]);
  return Number(row?.n);
};

export const listRefusals = (db: Reader, challengeId: string): Promise<RefusalRow[]> =>
  refusals.list(db, 'SELECT * FROM refusal WHERE challenge_id = ? ORDER BY at, id LIMIT 1000', [challengeId]);

export const refusalsOf = (db: Reader, agentId: string, limit: number): Promise<RefusalRow[]> =>
  refusals.list(db, 'SELECT * FROM refusal WHERE agent_id = ? ORDER BY at DESC LIMIT ?', [agentId, limit]);

/** The part of the eligible tree that a draw read, as JSON, piece by piece. Nothing if nobody was drawn. */
export async function* drawnTreePieces(db: Db, challengeId: string): AsyncGenerator<string> {
  yield* slices((await findDrawn(aside(db), 'tree', challengeId)) ?? '');
}
