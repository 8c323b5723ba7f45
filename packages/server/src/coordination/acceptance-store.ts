import type { Reader, Row, Tx } from '../db/driver.ts';
import { inList } from '../db/lists.ts';

/** An acceptance as it is kept. What is not known yet is null or empty. */
export interface AcceptanceRow {
  readonly challengeId: string;
  readonly proverId: string;
  /** The text of the log entry. */
  readonly entry: string;
  /** The index of the entry in the log; null until it is public. */
  readonly logIndex: number | null;
  readonly treeRoot: string;
  /** The log entry of the tree, and its index. '' and null for acceptances of earlier versions. */
  readonly treeEntry: string;
  readonly treeIndex: number | null;
  readonly seedChain: number;
  readonly seedIndex: number;
  readonly seedAnchor: string;
  /** The block that the seed is made from; 0 if it is made from a nonce. */
  readonly seedBlock: number;
  /** The hash of the nonce that the seed is made from; '' if it is made from a block. */
  readonly seedNonce: string;
  /** The network of the prover. No challenger of this network measures it. */
  readonly proverNetwork: string;
  /** The table of autonomous systems, as the transcript names it: JSON, '' without one. */
  readonly systemsTable: string;
  /** '' until the block is deep enough. */
  readonly blockHash: string;
  /** '' until it is known. */
  readonly nonce: string;
  /** The value of the chain of seeds; '' until the seed can be made. */
  readonly seedValue: string;
  readonly tries: number;
  readonly at: number;
}

const fromRow = (row: Row): AcceptanceRow => ({
  challengeId: row.challenge_id as string,
  proverId: row.prover_id as string,
  entry: row.entry as string,
  logIndex: row.log_index as number | null,
  treeRoot: row.tree_root as string,
  treeEntry: row.tree_entry as string,
  treeIndex: row.tree_index as number | null,
  seedChain: row.seed_chain as number,
  seedIndex: row.seed_index as number,
  seedAnchor: row.seed_anchor as string,
  seedBlock: row.seed_block as number,
  seedNonce: row.seed_nonce as string,
  proverNetwork: row.prover_network as string,
  systemsTable: row.systems_table as string,
  blockHash: row.block_hash as string,
  nonce: row.nonce as string,
  seedValue: row.seed_value as string,
  tries: row.tries as number,
  at: row.at as number,
});

export const insertAcceptance = (tx: Tx, it: AcceptanceRow) =>
  tx.run(
    `INSERT INTO acceptance (challenge_id, prover_id, entry, log_index, tree_root, tree_entry, tree_index, seed_chain, seed_index, seed_anchor,
       seed_block, seed_nonce, prover_network, systems_table, block_hash, seed_value, tries, at)
     VALUES (?, ?, ?, NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '', '', ?, ?)`,
    [
      it.challengeId,
      it.proverId,
      it.entry,
      it.treeRoot,
      it.treeEntry,
      it.treeIndex,
      it.seedChain,
      it.seedIndex,
      it.seedAnchor,
      it.seedBlock,
      it.seedNonce,
      it.proverNetwork,
      it.systemsTable,
      it.tries,
      it.at,
    ],
  );

export const findAcceptance = async (db: Reader, challengeId: string): Promise<AcceptanceRow | undefined> => {
  const row = await db.get('SELECT * FROM acceptance WHERE challenge_id = ?', [challengeId]);
  return row && fromRow(row);
};

/** The newest acceptance of a prover. Values of the chains of seeds are taken in order, so the order is theirs. */
export const newestOf = async (db: Reader, proverId: string): Promise<AcceptanceRow | undefined> => {
  const row = await db.get(
    'SELECT * FROM acceptance WHERE prover_id = ? ORDER BY prover_id, seed_chain DESC, seed_index DESC LIMIT 1',
    [proverId],
  );
  return row && fromRow(row);
};

/** Stores the index of the acceptance in the log. */
export const placeAcceptance = (tx: Tx, challengeId: string, logIndex: number) =>
  tx.run('UPDATE acceptance SET log_index = ? WHERE challenge_id = ?', [logIndex, challengeId]);

/**
 * Stores the index in the log and what the seed is made from. This is done once, whatever the chain says later. Returns 0 if
 * something else was stored before.
 */
export const fixSeed = (
  tx: Tx,
  it: Pick<AcceptanceRow, 'challengeId' | 'logIndex' | 'blockHash' | 'nonce' | 'seedValue'>,
) =>
  tx.run(
    `UPDATE acceptance SET log_index = ?, block_hash = ?, nonce = ?, seed_value = ?
     WHERE challenge_id = ? AND (seed_value = '' OR (block_hash = ? AND nonce = ? AND seed_value = ?))`,
    [it.logIndex, it.blockHash, it.nonce, it.seedValue, it.challengeId, it.blockHash, it.nonce, it.seedValue],
  );

/** Counts one more acceptance on this day under each of these names. */
export const countUnder = (tx: Tx, names: readonly (readonly [kind: string, name: string])[], day: number) =>
  tx.run(
    `INSERT INTO acceptance_count (kind, name, day, n) VALUES ${names.map(() => '(?, ?, ?, 1)').join(', ')}
     ON CONFLICT (kind, name, day) DO UPDATE SET n = acceptance_count.n + 1`,
    names.flatMap(([kind, name]) => [kind, name, day]),
  );

/** How many acceptances these names have together since a day. */
export const countSince = async (db: Reader, kind: string, names: readonly string[], day: number): Promise<number> => {
  const { marks, values } = inList(names);
  const row = await db.get(
    `SELECT CAST(SUM(n) AS BIGINT) AS n FROM acceptance_count WHERE kind = ? AND name IN (${marks}) AND day >= ?`,
    [kind, ...values, day],
  );
  return Number(row?.n ?? 0);
};

export const forgetCountsBefore = (tx: Tx, day: number) => tx.run('DELETE FROM acceptance_count WHERE day < ?', [day]);
