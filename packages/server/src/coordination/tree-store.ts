import type { Reader, Tx } from '../db/driver.ts';

/** The changes that turn the tree `base` into the tree `root`. If `base` is empty, the changes are the whole tree. */
export interface TreeRow {
  readonly root: string;
  readonly base: string;
  /** JSON */
  readonly changes: string;
  readonly keptAt: number;
}

export const writeTree = (tx: Tx, it: TreeRow) =>
  tx.run(
    `INSERT INTO eligible_tree (root, base, changes, kept_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (root) DO UPDATE SET base = excluded.base, changes = excluded.changes, kept_at = excluded.kept_at`,
    [it.root, it.base, it.changes, it.keptAt],
  );

export const findTree = async (db: Reader, root: string): Promise<TreeRow | undefined> => {
  const row = await db.get('SELECT base, changes, kept_at FROM eligible_tree WHERE root = ?', [root]);
  return row && { root, base: row.base as string, changes: row.changes as string, keptAt: row.kept_at as number };
};

export const forgetTreesBefore = (tx: Tx, at: number) => tx.run('DELETE FROM eligible_tree WHERE kept_at < ?', [at]);
