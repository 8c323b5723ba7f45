import { column, columnsOf, number, text } from '../db/columns.ts';
import type { Reader, Tx } from '../db/driver.ts';

const trees = columnsOf({
  /** Proof type and address family. */
  kind: text,
  number,
  root: text,
  size: number,
  entry: text,
  /** JSON, '' without a table. */
  systemsTable: text,
  /** The newest block when the tree was logged. Null without a chain, or if it could not be read. */
  block: column<number | null>(),
  at: number,
});
/** An eligible tree as the log names it. */
export type LoggedTree = ReturnType<typeof trees.read>;

export const insertLoggedTree = (tx: Tx, it: LoggedTree) =>
  tx.run(`INSERT INTO logged_tree (${trees.names}) VALUES (${trees.marks})`, trees.values(it));

export const newestLoggedTree = (db: Reader, kind: string): Promise<LoggedTree | undefined> =>
  trees.find(db, 'SELECT * FROM logged_tree WHERE kind = ? ORDER BY number DESC LIMIT 1', [kind]);

/** The last logged trees, newest first. */
export const recentLoggedTrees = (db: Reader, kind: string, limit: number): Promise<LoggedTree[]> =>
  trees.list(db, 'SELECT * FROM logged_tree WHERE kind = ? ORDER BY number DESC LIMIT ?', [kind, limit]);

/** When a request was made: by its block, or without a chain by the service's clock. */
export type RequestTime = { readonly block: number } | { readonly at: number };

/** The newest that was logged before the request was made. */
export const newestBefore = (db: Reader, kind: string, time: RequestTime): Promise<LoggedTree | undefined> => {
  const [before, value] = 'block' in time ? ['block < ?', time.block] : ['at < ?', time.at];
  const sql = `SELECT * FROM logged_tree WHERE kind = ? AND ${before} ORDER BY number DESC LIMIT 1`;
  return trees.find(db, sql, [kind, value]);
};

/** Deletes old trees. The newest of each kind stays, so that the numbers go on. */
export const forgetLoggedTrees = (tx: Tx, before: number) =>
  tx.run(
    `DELETE FROM logged_tree WHERE at < ?
       AND number < (SELECT MAX(newest.number) FROM logged_tree newest WHERE newest.kind = logged_tree.kind)`,
    [before],
  );
