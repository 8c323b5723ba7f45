import type { Migration } from './migration.ts';

/** The chain and contract that this database's challenges come from. A challenge's number has a meaning only there. */
export const chainOrigin: Migration = {
  id: 19,
  name: 'chain-origin',
  sql: [
    `CREATE TABLE chain_origin (
      only_row BIGINT NOT NULL PRIMARY KEY CHECK (only_row = 1),
      chain_id BIGINT NOT NULL,
      contract TEXT NOT NULL -- lower case
    )`,
  ],
};
