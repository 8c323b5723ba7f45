import type { Migration } from './migration.ts';

/**
 * A node vouches for all its agents with one row: an agent is alive while the node it is connected to is. A lease of its
 * own for each agent would mean rewriting every connected agent's row and indexes three times a minute.
 */
export const nodes: Migration = {
  id: 11,
  name: 'nodes',
  sql: [
    `CREATE TABLE node (
      id TEXT PRIMARY KEY,
      started_at BIGINT NOT NULL,
      lease_until BIGINT NOT NULL
    )`,
    'DROP INDEX agent_alive',
    'DROP INDEX agent_recent',
    'ALTER TABLE agent DROP COLUMN lease_until',
    `UPDATE agent SET node_id = ''`,
    'CREATE INDEX agent_connected ON agent (proof_type, role, node_id)',
    // Whoever is connected is alive now: before all who were.
    `CREATE INDEX agent_recent ON agent (proof_type, role,
      (CASE WHEN node_id = '' THEN last_alive ELSE 9007199254740991 END) DESC, id)`,
  ],
};
