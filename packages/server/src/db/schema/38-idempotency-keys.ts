import type { Migration } from './migration.ts';

/** Idempotency keys, by which payers say that a request is the same as before. All NULL if the request had none. */
export const idempotencyKeys: Migration = {
  id: 38,
  name: 'idempotency keys',
  sql: [
    'ALTER TABLE direct_request ADD COLUMN key_of TEXT', // key type and key of the payer
    'ALTER TABLE direct_request ADD COLUMN idempotency_key TEXT',
    'ALTER TABLE direct_request ADD COLUMN request_hash TEXT',
    `CREATE UNIQUE INDEX direct_request_by_idempotency_key ON direct_request (key_of, idempotency_key)
      WHERE idempotency_key IS NOT NULL`,
    'ALTER TABLE watch ADD COLUMN idempotency_key TEXT',
    'ALTER TABLE watch ADD COLUMN request_hash TEXT',
    `CREATE UNIQUE INDEX watch_by_idempotency_key ON watch (payer, idempotency_key) WHERE idempotency_key IS NOT NULL`,
  ],
};
