import type { Migration } from './migration.ts';

/**
 * Eligible trees that acceptances name, so that a node which takes over draws from the same one. A tree is kept as what
 * changed since another one; every so often one is kept whole.
 */
export const keptTrees: Migration = {
  id: 23,
  name: 'kept trees',
  sql: [
    `CREATE TABLE eligible_tree (
      root TEXT PRIMARY KEY,
      base TEXT NOT NULL, -- the root that the changes are to, '' for a whole tree
      changes TEXT NOT NULL, -- JSON
      kept_at BIGINT NOT NULL
    )`,
    'CREATE INDEX eligible_tree_by_age ON eligible_tree (kept_at)',
  ],
};
