import type { Migration } from './migration.ts';

/** A challenge waits for its prover's consent, is accepted in the log, and only then is its seed made and anybody drawn. */
export const acceptances: Migration = {
  id: 22,
  name: 'acceptances',
  sql: [
    // When the request expires on chain: it waits for the prover's consent until then.
    'ALTER TABLE challenge ADD COLUMN expires_at BIGINT NOT NULL DEFAULT 0',
    'ALTER TABLE challenge ADD COLUMN consented_at BIGINT',
    // Why the prover refused, '' if it did not.
    `ALTER TABLE challenge ADD COLUMN declined TEXT NOT NULL DEFAULT ''`,
    'CREATE INDEX challenge_waiting ON challenge (prover_address) WHERE due_at IS NOT NULL AND consented_at IS NULL',
    `CREATE TABLE consent (
      challenge_id TEXT PRIMARY KEY,
      text TEXT NOT NULL, -- as signed
      signature TEXT NOT NULL,
      identity TEXT NOT NULL, -- JSON: the description it names, and the owner that answers for the prover
      at BIGINT NOT NULL
    )`,
    // Chains of seeds by number. The secret of each follows from the log's key, which is not in the database.
    `CREATE TABLE seed_chain (
      number BIGINT PRIMARY KEY,
      anchor TEXT NOT NULL,
      length BIGINT NOT NULL,
      next_index BIGINT NOT NULL
    )`,
    `CREATE TABLE acceptance (
      challenge_id TEXT PRIMARY KEY,
      prover_id TEXT NOT NULL,
      entry TEXT NOT NULL, -- as the log has it
      log_index BIGINT, -- its place there; null until it is public
      tree_root TEXT NOT NULL,
      seed_chain BIGINT NOT NULL,
      seed_index BIGINT NOT NULL,
      seed_anchor TEXT NOT NULL,
      seed_block BIGINT NOT NULL,
      prover_network TEXT NOT NULL, -- nobody in it measures the prover
      block_hash TEXT NOT NULL, -- of the seed's block, '' until it is deep enough
      seed_value TEXT NOT NULL, -- '' until then
      tries BIGINT NOT NULL,
      at BIGINT NOT NULL
    )`,
    'CREATE UNIQUE INDEX acceptance_by_seed ON acceptance (seed_chain, seed_index)',
    'CREATE INDEX acceptance_by_prover ON acceptance (prover_id, seed_chain, seed_index)',
    // How many acceptances of a day each key, owner, network and neighbourhood of young keys had.
    `CREATE TABLE acceptance_count (
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      day BIGINT NOT NULL,
      n BIGINT NOT NULL,
      PRIMARY KEY (kind, name, day)
    )`,
  ],
};
