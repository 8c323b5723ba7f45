import { columnsOf, number, text } from '../db/columns.ts';
import type { Reader, Tx } from '../db/driver.ts';

const chains = columnsOf({ number, anchor: text, length: number, nextIndex: number });
export type SeedChainRow = ReturnType<typeof chains.read>;

const newest = `SELECT ${chains.names} FROM seed_chain ORDER BY number DESC LIMIT 1`;

export const newestChain = (db: Reader): Promise<SeedChainRow | undefined> => chains.find(db, newest);

/** Locks the newest chain. Nobody else takes a value until the transaction ends. */
export const lockNewestChain = (tx: Tx): Promise<SeedChainRow | undefined> =>
  chains.find(tx, `${newest} ${tx.forUpdate}`);

/** Returns 0 if another node made the chain with this number. */
export const insertChain = (tx: Tx, it: SeedChainRow) =>
  tx.run(
    `INSERT INTO seed_chain (${chains.names}) VALUES (${chains.marks}) ON CONFLICT (number) DO NOTHING`,
    chains.values(it),
  );

/** Takes the next value of the newest chain. Undefined if it has none left. `nextIndex` is the index that was taken. */
export const takeIndex = (tx: Tx): Promise<SeedChainRow | undefined> =>
  chains.find(
    tx,
    `UPDATE seed_chain SET next_index = next_index + 1
     WHERE number = (SELECT MAX(number) FROM seed_chain) AND next_index <= length
     RETURNING number, anchor, length, next_index - 1 AS next_index`,
  );
