import type { Migration } from './migration.ts';

export const sessions: Migration = {
  id: 1,
  name: 'sessions',
  sql: [
    `CREATE TABLE session (
      token_hash TEXT PRIMARY KEY,
      state TEXT NOT NULL, -- pending | active
      key_type TEXT NOT NULL,
      public_key TEXT NOT NULL,
      role TEXT NOT NULL,
      proof_type TEXT NOT NULL,
      project_name TEXT NOT NULL,
      project_public_key TEXT NOT NULL,
      wallet_public_key TEXT NOT NULL, -- JSON
      claims TEXT NOT NULL, -- JSON
      message TEXT NOT NULL,
      attempts INTEGER NOT NULL,
      public_id TEXT NOT NULL UNIQUE, -- shown in lists, for revocation
      user_agent TEXT NOT NULL,
      address TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      used_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL
    )`,
    'CREATE INDEX session_by_key ON session (key_type, public_key, state)',
    'CREATE INDEX session_by_expiry ON session (expires_at)',
  ],
};
