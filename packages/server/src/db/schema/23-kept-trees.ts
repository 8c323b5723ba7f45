import type { Migration } from './migration.ts';

/**
 * Eligible trees that acceptances name, so that a node that takes over draws from the same tree. A tree is stored as its changes
 * from another tree. Now and then a tree is stored whole.
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
