import type { Migration } from './migration.ts';

const columns = `token_hash, state, key_type, public_key, role, proof_type, project_name, project_public_key,
  wallet_public_key, claims, message, attempts, public_id, user_agent, address, created_at, used_at, expires_at`;

/**
 * A pre-login writes one row, and with it a page of every index at a random place. The public id is only looked up among the
 * sessions of one key, and only active sessions are listed by key. So two of the four indexes need not be changed.
 */
export const leanSessions: Migration = {
  id: 10,
  name: 'lean sessions',
  sql: [
    'DROP INDEX session_by_key',
    'DROP INDEX session_by_expiry',
    'ALTER TABLE session RENAME TO session_before',
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
      public_id TEXT NOT NULL, -- shown in lists, for revocation
      user_agent TEXT NOT NULL,
      address TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      used_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL
    )`,
    `INSERT INTO session (${columns}) SELECT ${columns} FROM session_before`,
    'DROP TABLE session_before',
    `CREATE INDEX session_by_key ON session (key_type, public_key) WHERE state = 'active'`,
    'CREATE INDEX session_by_expiry ON session (expires_at)',
  ],
};
