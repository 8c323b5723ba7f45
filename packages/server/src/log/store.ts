import type { Reader, Tx } from '../db/driver.ts';
import { inList, plannedOnce } from '../db/lists.ts';

/** One log in each database. */
const name = 'log';

export type LogState = { readonly vkey: string; readonly size: number; readonly checkpoint: string };

const stateColumns = 'SELECT vkey, size, checkpoint FROM log_state WHERE name = ?';

export const readState = (db: Reader): Promise<LogState | undefined> => db.get(stateColumns, [name]);

/** Locks the log. Nobody else gives out places until the transaction ends. */
export const lockState = (tx: Tx): Promise<LogState | undefined> => tx.get(`${stateColumns} ${tx.forUpdate}`, [name]);

/** Does nothing if the database has a log already. */
export const insertState = (tx: Tx, { vkey, size, checkpoint }: LogState, at: number) =>
  tx.run(
    `INSERT INTO log_state (name, vkey, size, checkpoint, signed_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (name) DO NOTHING`,
    [name, vkey, size, checkpoint, at],
  );

export const updateState = (tx: Tx, { size, checkpoint }: Pick<LogState, 'size' | 'checkpoint'>, at: number) =>
  tx.run('UPDATE log_state SET size = ?, checkpoint = ?, signed_at = ? WHERE name = ?', [size, checkpoint, at, name]);

/** Does nothing if there is already an entry with this id, with or without a place. */
export const insertEntry = (tx: Tx, id: string, entry: string) =>
  tx.run('INSERT INTO log_entry (id, entry) VALUES (?, ?) ON CONFLICT (id) DO NOTHING', [id, entry]);

export const isAnyWaiting = async (db: Reader): Promise<boolean> =>
  (await db.get('SELECT seq FROM log_entry WHERE place IS NULL LIMIT 1')) !== undefined;

/** How many ids one statement names. */
const mostIds = 512;

export interface Placed {
  readonly id: string;
  readonly place: number;
  readonly entry: string;
}

/** Gives waiting entries the next places, in the order in which they were written. Returns them in the order of their places. */
export const placeWaiting = async (tx: Tx, from: number, limit: number): Promise<Placed[]> => {
  const placed = await tx.all<{ id: string; place: number; entry: string }>(
    `UPDATE log_entry SET place = numbered.place
     FROM (SELECT seq, CAST(? AS BIGINT) + row_number() OVER (ORDER BY seq) - 1 AS place
           FROM (SELECT seq FROM log_entry WHERE place IS NULL ORDER BY seq LIMIT ${plannedOnce}) AS waiting) AS numbered
     WHERE log_entry.seq = numbered.seq RETURNING id, log_entry.place AS place, entry`,
    [from, limit],
  );
  return placed.sort((a, b) => a.place - b.place);
};

/** Those of these ids that are in the log. */
export const placesOf = async (db: Reader, ids: readonly string[]): Promise<Map<string, number>> => {
  const { marks, values } = inList(ids);
  const rows = await db.all<{ id: string; place: number }>(
    `SELECT id, place FROM log_entry WHERE place IS NOT NULL AND id IN (${marks})`,
    values,
  );
  return new Map(rows.map(({ id, place }) => [id, place]));
};

/** Those of these ids that are in the log. */
export const findEntries = async (
  db: Reader,
  ids: readonly string[],
): Promise<Map<string, { index: number; entry: string }>> => {
  const found = new Map<string, { index: number; entry: string }>();
  for (let i = 0; i < ids.length; i += mostIds) {
    const { marks, values } = inList(ids.slice(i, i + mostIds));
    const rows = await db.all<{ id: string; place: number; entry: string }>(
      `SELECT id, place, entry FROM log_entry WHERE place IS NOT NULL AND id IN (${marks})`,
      values,
    );
    for (const { id, place, entry } of rows) found.set(id, { index: place, entry });
  }
  return found;
};

/** Entries `from` to `to` (excluded) of the log. */
export const listEntries = async (db: Reader, from: number, to: number): Promise<string[]> =>
  (
    await db.all<{ entry: string }>('SELECT entry FROM log_entry WHERE place >= ? AND place < ? ORDER BY place', [
      from,
      to,
    ])
  ).map((row) => row.entry);

export const keepTile = (tx: Tx, level: number, tile: number, hashes: Uint8Array) =>
  tx.run(
    `INSERT INTO log_tile (level, tile, hashes) VALUES (?, ?, ?)
     ON CONFLICT (level, tile) DO UPDATE SET hashes = excluded.hashes`,
    [level, tile, hashes],
  );

export const findTile = async (db: Reader, level: number, tile: number): Promise<Uint8Array | undefined> =>
  (await db.get<{ hashes: Uint8Array }>('SELECT hashes FROM log_tile WHERE level = ? AND tile = ?', [level, tile]))
    ?.hashes;
