import type { Migration } from './migration.ts';

/** The root of the log that is written to the chain with a result. */
export const logRoots: Migration = {
  id: 31,
  name: 'log roots',
  sql: [
    // Null without a root. 0 after the contract refused a root, so that the result is written without one.
    'ALTER TABLE chain_result ADD COLUMN log_size BIGINT',
    `ALTER TABLE chain_result ADD COLUMN log_root TEXT NOT NULL DEFAULT ''`,
  ],
};
