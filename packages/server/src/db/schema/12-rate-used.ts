import type { Migration } from './migration.ts';

/** What busy callers have used of their allowance on each node, minute by minute. Rows that are some minutes old are deleted. */
export const rateUsed: Migration = {
  id: 12,
  name: 'rate used',
  sql: [
    `CREATE TABLE rate_used (
      minute BIGINT NOT NULL, -- since 1970
      caller TEXT NOT NULL, -- <limit> <token hash or address>
      node_id TEXT NOT NULL,
      used BIGINT NOT NULL,
      PRIMARY KEY (minute, caller, node_id)
    )`,
  ],
};
