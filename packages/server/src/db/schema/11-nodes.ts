import type { Migration } from './migration.ts';

/**
 * A node has one lease for all its agents: an agent is alive while the node that it is connected to is alive. With a lease
 * for each agent, every connected agent's row and indexes would be written three times a minute.
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
    // Connected agents are alive now, so they come before all that have left.
    `CREATE INDEX agent_recent ON agent (proof_type, role,
      (CASE WHEN node_id = '' THEN last_alive ELSE 9007199254740991 END) DESC, id)`,
  ],
};
