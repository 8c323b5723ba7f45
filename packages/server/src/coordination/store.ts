import { aside, type Db, type Reader, type Row, type Tx } from '../db/driver.ts';
import { unpack } from '../db/packed-text.ts';
import { slices } from '../db/text-pieces.ts';

/** A draw as it is kept: both texts are JSON, packed. */
export interface DrawRow {
  readonly challengeId: string;
  readonly body: Uint8Array;
  readonly tree: Uint8Array;
  readonly drawnAt: number;
}

export const insertDraw = (tx: Tx, it: DrawRow) =>
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

/** The part of the eligible tree that a draw read, as JSON, piece by piece. Nothing if nobody was drawn. */
export async function* drawnTreePieces(db: Db, challengeId: string): AsyncGenerator<string> {
  yield* slices((await findDrawn(aside(db), 'tree', challengeId)) ?? '');
}
