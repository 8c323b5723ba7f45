import type { Migration } from './migration.ts';

/** Eligible trees that the log names. An acceptance rests on one of them, by its place in the log. */
export const loggedTrees: Migration = {
  id: 30,
  name: 'logged trees',
  sql: [
    `CREATE TABLE logged_tree (
      kind TEXT NOT NULL, -- proof type and address family
      number BIGINT NOT NULL, -- from 1, in the order of the log
      root TEXT NOT NULL,
      size BIGINT NOT NULL,
      entry TEXT NOT NULL, -- as the log has it
      systems_table TEXT NOT NULL, -- that its leaves were made with: JSON, '' without one
      block BIGINT, -- the newest when it was logged
      at BIGINT NOT NULL,
      PRIMARY KEY (kind, number)
    )`,
    'CREATE INDEX logged_tree_by_age ON logged_tree (at)',
    `ALTER TABLE acceptance ADD COLUMN tree_entry TEXT NOT NULL DEFAULT ''`,
    'ALTER TABLE acceptance ADD COLUMN tree_index BIGINT',
  ],
};
