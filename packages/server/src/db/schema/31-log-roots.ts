import type { Migration } from './migration.ts';

/** A result may take the root of the log along to the chain. */
export const logRoots: Migration = {
  id: 31,
  name: 'log roots',
  sql: [
    // Null without a root; 0 where the contract refused one, so that the result goes alone.
    'ALTER TABLE chain_result ADD COLUMN log_size BIGINT',
    `ALTER TABLE chain_result ADD COLUMN log_root TEXT NOT NULL DEFAULT ''`,
  ],
};
