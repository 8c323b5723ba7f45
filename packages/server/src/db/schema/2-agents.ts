import type { Migration } from './migration.ts';

export const agents: Migration = {
  id: 2,
  name: 'agents',
  sql: [
    `CREATE TABLE agent (
      proof_type TEXT NOT NULL,
      role TEXT NOT NULL, -- prover | challenger
      id TEXT NOT NULL, -- IPv4/<publicKey> or IPv6/<publicKey>
      key_type TEXT NOT NULL,
      public_key TEXT NOT NULL,
      chain_address TEXT NOT NULL,
      owner TEXT NOT NULL,
      project_name TEXT NOT NULL,
      project_public_key TEXT NOT NULL,
      claims TEXT NOT NULL, -- JSON
      version TEXT NOT NULL,
      subnet TEXT NOT NULL,
      udp_address TEXT NOT NULL,
      udp_port INTEGER NOT NULL,
      capacity INTEGER NOT NULL,
      node_id TEXT NOT NULL, -- '' while disconnected
      connection_id TEXT NOT NULL,
      first_seen BIGINT NOT NULL,
      last_alive BIGINT NOT NULL,
      lease_until BIGINT NOT NULL,
      challenges BIGINT NOT NULL,
      successes BIGINT NOT NULL,
      PRIMARY KEY (proof_type, role, id)
    )`,
    'CREATE INDEX agent_alive ON agent (proof_type, role, lease_until)',
    'CREATE INDEX agent_recent ON agent (proof_type, role, last_alive DESC, id)',
    'CREATE INDEX agent_by_node ON agent (node_id)',
    'CREATE INDEX agent_by_chain_address ON agent (chain_address, proof_type)',
  ],
};
