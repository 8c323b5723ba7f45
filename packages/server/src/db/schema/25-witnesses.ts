import type { Migration } from './migration.ts';

/** Who cosigns the log, and what they cosigned. */
export const witnesses: Migration = {
  id: 25,
  name: 'witnesses',
  sql: [
    `CREATE TABLE log_panel (
      day TEXT PRIMARY KEY, -- 2026-11-16
      size BIGINT NOT NULL, -- of the log whose root decided the draw
      root TEXT NOT NULL,
      members TEXT NOT NULL -- JSON
    )`,
    `CREATE TABLE log_round (
      size BIGINT PRIMARY KEY,
      checkpoint TEXT NOT NULL, -- as the log signed it
      day TEXT NOT NULL,
      is_cosigned INTEGER NOT NULL -- 1 when enough of the panel have
    )`,
    `CREATE TABLE log_cosignature (
      size BIGINT NOT NULL,
      witness TEXT NOT NULL, -- the agent
      vkey TEXT NOT NULL,
      line TEXT NOT NULL,
      PRIMARY KEY (size, witness)
    )`,
  ],
};
