import type { Reader, Row, Tx } from '../db/driver.ts';

/** An eligible tree as the log names it. */
export interface LoggedTree {
  /** Proof type and address family. */
  readonly kind: string;
  readonly number: number;
  readonly root: string;
  readonly size: number;
  readonly entry: string;
  /** JSON, '' without a table. */
  readonly systemsTable: string;
  /** The newest block when the tree was logged. Null without a chain, or if it could not be read. */
  readonly block: number | null;
  readonly at: number;
}

const fromRow = (row: Row): LoggedTree => ({
  kind: row.kind as string,
  number: row.number as number,
  root: row.root as string,
  size: row.size as number,
  entry: row.entry as string,
  systemsTable: row.systems_table as string,
  block: row.block as number | null,
  at: row.at as number,
});

export const insertLoggedTree = (tx: Tx, it: LoggedTree) =>
  tx.run(
    `INSERT INTO logged_tree (kind, number, root, size, entry, systems_table, block, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    [it.kind, it.number, it.root, it.size, it.entry, it.systemsTable, it.block, it.at],
  );

export const newestLoggedTree = async (db: Reader, kind: string): Promise<LoggedTree | undefined> => {
  const row = await db.get('SELECT * FROM logged_tree WHERE kind = ? ORDER BY number DESC LIMIT 1', [kind]);
  return row && fromRow(row);
};

/** The last logged trees, newest first. */
export const recentLoggedTrees = async (db: Reader, kind: string, limit: number): Promise<LoggedTree[]> =>
  (await db.all('SELECT * FROM logged_tree WHERE kind = ? ORDER BY number DESC LIMIT ?', [kind, limit])).map(fromRow);

/** When a request was made: by its block, or without a chain by the service's clock. */
export type RequestTime = { readonly block: number } | { readonly at: number };

/** The newest that was logged before the request was made. */
export const newestBefore = async (db: Reader, kind: string, time: RequestTime): Promise<LoggedTree | undefined> => {
  const [before, value] = 'block' in time ? ['block < ?', time.block] : ['at < ?', time.at];
  const row = await db.get(`SELECT * FROM logged_tree WHERE kind = ? AND ${before} ORDER BY number DESC LIMIT 1`, [
    kind,
    value,
  ]);
  return row && fromRow(row);
};

/** Deletes old trees. The newest of each kind stays, so that the numbers go on. */
export const forgetLoggedTrees = (tx: Tx, before: number) =>
  tx.run(
    `DELETE FROM logged_tree WHERE at < ?
       AND number < (SELECT MAX(newest.number) FROM logged_tree newest WHERE newest.kind = logged_tree.kind)`,
    [before],
  );
