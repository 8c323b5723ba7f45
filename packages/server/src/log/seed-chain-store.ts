import type { Reader, Tx } from '../db/driver.ts';

export interface SeedChainRow {
  readonly number: number;
  readonly anchor: string;
  readonly length: number;
  readonly nextIndex: number;
}

const newest = 'SELECT number, anchor, length, next_index FROM seed_chain ORDER BY number DESC LIMIT 1';

const fromRow = (row: Record<string, unknown>): SeedChainRow => ({
  number: row.number as number,
  anchor: row.anchor as string,
  length: row.length as number,
  nextIndex: row.next_index as number,
});

export const newestChain = async (db: Reader): Promise<SeedChainRow | undefined> => {
  const row = await db.get(newest);
  return row && fromRow(row);
};

/** Locks the newest chain. Nobody else takes a value until the transaction ends. */
export const lockNewestChain = async (tx: Tx): Promise<SeedChainRow | undefined> => {
  const row = await tx.get(`${newest} ${tx.forUpdate}`);
  return row && fromRow(row);
};

/** Returns 0 if another node made the chain with this number. */
export const insertChain = (tx: Tx, it: SeedChainRow) =>
  tx.run(
    `INSERT INTO seed_chain (number, anchor, length, next_index) VALUES (?, ?, ?, ?)
     ON CONFLICT (number) DO NOTHING`,
    [it.number, it.anchor, it.length, it.nextIndex],
  );

/** Takes the next value of the newest chain. Undefined if it has none left. `nextIndex` is the index that was taken. */
export const takeIndex = async (tx: Tx): Promise<SeedChainRow | undefined> => {
  const row = await tx.get(
    `UPDATE seed_chain SET next_index = next_index + 1
     WHERE number = (SELECT MAX(number) FROM seed_chain) AND next_index <= length
     RETURNING number, anchor, length, next_index - 1 AS next_index`,
  );
  return row && fromRow(row);
};
