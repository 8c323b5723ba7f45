import type { Migration } from './migration.ts';

/**
 * For a million agents. Nodes read only the agents that came or went since they last looked. The number of agents is counted
 * when an agent comes for the first time. Pages of challenges are read from an index alone.
 */
export const scale: Migration = {
  id: 41,
  name: 'scale',
  sql: [
    'ALTER TABLE agent ADD COLUMN changed_at BIGINT NOT NULL DEFAULT 0',
    'CREATE INDEX agent_changed ON agent (proof_type, role, changed_at)',
    'DROP INDEX agent_connected',
    'DROP INDEX agent_by_node',
    `CREATE INDEX agent_by_node ON agent (node_id, proof_type, role) WHERE node_id <> ''`,
    // Each role has several rows, so that agents that come at the same time do not wait for each other.
    `CREATE TABLE agent_count (
      proof_type TEXT NOT NULL,
      role TEXT NOT NULL,
      shard INTEGER NOT NULL,
      n BIGINT NOT NULL,
      PRIMARY KEY (proof_type, role, shard)
    )`,
    `INSERT INTO agent_count (proof_type, role, shard, n)
      SELECT proof_type, role, 0, COUNT(*) FROM agent GROUP BY proof_type, role`,
    'DROP INDEX challenge_recent',
    'DROP INDEX challenge_by_prover',
    'DROP INDEX challenge_by_payer',
    'CREATE INDEX challenge_recent ON challenge (proof_type, submitted_at, id)',
    'CREATE INDEX challenge_by_prover ON challenge (prover_id, submitted_at, id, proof_type)',
    'CREATE INDEX challenge_by_payer ON challenge (payer, submitted_at, id, proof_type)',
  ],
};
