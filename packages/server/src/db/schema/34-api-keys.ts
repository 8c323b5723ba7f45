import type { Migration } from './migration.ts';

/** Keys that programs send instead of a session. Only their hashes are stored. */
export const apiKeys: Migration = {
  id: 34,
  name: 'api-keys',
  sql: [
    `CREATE TABLE api_key (
      token_hash TEXT PRIMARY KEY,
      public_id TEXT NOT NULL UNIQUE,
      key_type TEXT NOT NULL, -- whose it is
      public_key TEXT NOT NULL,
      name TEXT NOT NULL,
      scopes TEXT NOT NULL, -- JSON
      created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL,
      used_at BIGINT
    )`,
    'CREATE INDEX api_key_owner ON api_key (public_key, key_type)',
    'CREATE INDEX api_key_end ON api_key (expires_at)',
  ],
};
