import type { Migration } from './migration.ts';

/** When agents were connected, for their pages: one row per connection, thirty days of them. */
export const visits: Migration = {
  id: 13,
  name: 'visits',
  sql: [
    `CREATE TABLE visit (
      proof_type TEXT NOT NULL,
      role TEXT NOT NULL,
      agent_id TEXT NOT NULL,
      since BIGINT NOT NULL,
      until BIGINT, -- NULL while it lasts
      PRIMARY KEY (proof_type, role, agent_id, since)
    )`,
    'CREATE INDEX visit_by_end ON visit (until)',
  ],
};
