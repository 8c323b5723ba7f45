import type { Migration } from './migration.ts';

/**
 * Direct requests, which payers make at the service without a chain, and the nonces that seeds are made from instead of
 * blocks.
 */
export const directRequests: Migration = {
  id: 33,
  name: 'direct-requests',
  sql: [
    `CREATE TABLE direct_request (
      challenge_id TEXT PRIMARY KEY,
      text TEXT NOT NULL, -- the request as it is signed; the id is its hash
      signature TEXT NOT NULL, -- the payer's, '' where the service wrote the text for it
      nonce_by TEXT NOT NULL, -- who knows the nonce: payer, service, or none where a block decides
      nonce_hash TEXT NOT NULL, -- '' where a block decides
      nonce TEXT NOT NULL, -- '' until the payer tells it
      acceptance_index BIGINT -- where the log has the acceptance: from then on the nonce may be told
    )`,
    `ALTER TABLE acceptance ADD COLUMN seed_nonce TEXT NOT NULL DEFAULT ''`, // the nonce's hash, '' where a block decides
    `ALTER TABLE acceptance ADD COLUMN nonce TEXT NOT NULL DEFAULT ''`, // what went into the seed
  ],
};
