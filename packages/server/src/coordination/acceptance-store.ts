import { column, columnsOf, number, text } from '../db/columns.ts';
import type { Reader, Tx } from '../db/driver.ts';
import { inList } from '../db/lists.ts';

const acceptances = columnsOf({
  challengeId: text,
  proverId: text,
  /** The text of the log entry. */
  entry: text,
  /** The index of the entry in the log; null until it is public. */
  logIndex: column<number | null>(),
  treeRoot: text,
  /** The log entry of the tree, and its index. '' and null for acceptances of earlier versions. */
  treeEntry: text,
  treeIndex: column<number | null>(),
  seedChain: number,
  seedIndex: number,
  seedAnchor: text,
  /** The block that the seed is made from; 0 if it is made from a nonce. */
  seedBlock: number,
  /** The hash of the nonce that the seed is made from; '' if it is made from a block. */
  seedNonce: text,
  /** The network of the prover. No challenger of this network measures it. */
  proverNetwork: text,
  /** The table of autonomous systems, as the transcript names it: JSON, '' without one. */
  systemsTable: text,
  /** '' until the block is deep enough. */
  blockHash: text,
  /** '' until it is known. */
  nonce: text,
  /** The value of the chain of seeds; '' until the seed can be made. */
  seedValue: text,
  tries: number,
  at: number,
});
/** An acceptance as it is kept. What is not known yet is null or empty. */
export type AcceptanceRow = ReturnType<typeof acceptances.read>;

export const insertAcceptance = (tx: Tx, it: AcceptanceRow) =>
  tx.run(`INSERT INTO acceptance (${acceptances.names}) VALUES (${acceptances.marks})`, acceptances.values(it));

export const findAcceptance = (db: Reader, challengeId: string): Promise<AcceptanceRow | undefined> =>
  acceptances.find(db, 'SELECT * FROM acceptance WHERE challenge_id = ?', [challengeId]);

/** The newest acceptance of a prover. Values of the chains of seeds are taken in order, so the order is theirs. */
export const newestOf = (db: Reader, proverId: string): Promise<AcceptanceRow | undefined> =>
  acceptances.find(
    db,
    'SELECT * FROM acceptance WHERE prover_id = ? ORDER BY prover_id, seed_chain DESC, seed_index DESC LIMIT 1',
    [proverId],
  );

/** Stores the index of the acceptance in the log. */
export const placeAcceptance = (tx: Tx, challengeId: string, logIndex: number) =>
  tx.run('UPDATE acceptance SET log_index = ? WHERE challenge_id = ?', [logIndex, challengeId]);

/** Stores index and seed once, whatever the chain says later. Returns 0 if something else was stored before. */
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
