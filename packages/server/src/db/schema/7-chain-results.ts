import type { Migration } from './migration.ts';

/**
 * Results on their way to the chain. A transaction is stored before it is sent. So after a crash the same one is sent again,
 * never another.
 */
export const chainResults: Migration = {
  id: 7,
  name: 'chain results',
  sql: [
    `CREATE TABLE chain_result (
      challenge_id TEXT PRIMARY KEY,
      outcome INTEGER NOT NULL, -- as in RequestHandler.sol
      transcript_hash TEXT NOT NULL,
      state TEXT NOT NULL, -- waiting | sent | recorded | dropped
      reason TEXT NOT NULL, -- why it was dropped
      sender TEXT NOT NULL, -- '' until it was signed, as are the next three
      nonce BIGINT,
      raw TEXT NOT NULL,
      tx_hash TEXT NOT NULL,
      signed_at BIGINT,
      raises INTEGER NOT NULL, -- how often its fee was raised
      created_at BIGINT NOT NULL,
      due_at BIGINT -- null once recorded or dropped
    )`,
    'CREATE INDEX chain_result_due ON chain_result (due_at)',
    'CREATE UNIQUE INDEX chain_result_by_nonce ON chain_result (sender, nonce)',
    // One node at a time sends with one key.
    `CREATE TABLE chain_sender (
      sender TEXT PRIMARY KEY,
      lease_owner TEXT NOT NULL,
      lease_until BIGINT NOT NULL
    )`,
  ],
};
