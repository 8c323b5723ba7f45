import type { Migration } from './migration.ts';

/** Webhooks, the deliveries to them, and what each was last told about agents. */
export const webhooks: Migration = {
  id: 36,
  name: 'webhooks',
  sql: [
    `CREATE TABLE webhook (
      id TEXT PRIMARY KEY,
      owner TEXT NOT NULL, -- public key
      url TEXT NOT NULL,
      kinds TEXT NOT NULL, -- JSON: what it is told about
      state TEXT NOT NULL, -- on, paused or failing
      secret TEXT NOT NULL,
      previous_secret TEXT NOT NULL, -- signs as well until previous_until; empty if there is none
      previous_until BIGINT NOT NULL,
      created_at BIGINT NOT NULL,
      lease_until BIGINT NOT NULL, -- one node at a time delivers to it
      quiet_until BIGINT NOT NULL, -- after failures in a row nothing is sent for a while
      failures BIGINT NOT NULL -- in a row
    )`,
    'CREATE INDEX webhook_by_owner ON webhook (owner)',
    `CREATE TABLE delivery (
      id TEXT PRIMARY KEY, -- the same for every try, so that a receiver knows what it has
      webhook_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      body TEXT NOT NULL,
      state TEXT NOT NULL, -- waiting, delivered or given_up
      tries BIGINT NOT NULL,
      answer TEXT NOT NULL, -- what came of the last try
      created_at BIGINT NOT NULL,
      due_at BIGINT NOT NULL,
      give_up_at BIGINT NOT NULL,
      ended_at BIGINT -- null while it waits
    )`,
    "CREATE INDEX delivery_waiting ON delivery (webhook_id, due_at) WHERE state = 'waiting'",
    'CREATE INDEX delivery_by_webhook ON delivery (webhook_id, created_at, id)',
    'CREATE INDEX agent_by_owner ON agent (owner)',
    `CREATE TABLE told_agent (
      webhook_id TEXT NOT NULL,
      agent TEXT NOT NULL, -- proof type, role and id
      is_online BIGINT NOT NULL, -- as the webhook knows it
      PRIMARY KEY (webhook_id, agent)
    )`,
  ],
};
