import type { Migration } from './migration.ts';

/**
 * The transparency log. An entry is written in the transaction that makes it true, and gets its place in the log a moment later.
 * Places are given one after another, so transactions that took their places themselves would wait long for each other.
 */
export const log: Migration = {
  id: 16,
  name: 'log',
  sql: [
    // This table has one row. Whoever gives out places locks it.
    `CREATE TABLE log_state (
      name TEXT PRIMARY KEY,
      vkey TEXT NOT NULL, -- origin and public key
      size BIGINT NOT NULL,
      checkpoint TEXT NOT NULL, -- signed
      signed_at BIGINT NOT NULL
    )`,
    `CREATE TABLE log_entry (
      seq INTEGER PRIMARY KEY, -- the order in which entries were written
      id TEXT NOT NULL, -- what the entry is about: nothing is said twice
      place BIGINT, -- its index in the log; null while it waits
      entry TEXT NOT NULL
    )`,
    'CREATE UNIQUE INDEX log_entry_by_id ON log_entry (id)',
    'CREATE UNIQUE INDEX log_entry_by_place ON log_entry (place) WHERE place IS NOT NULL',
    'CREATE INDEX log_entry_waiting ON log_entry (seq) WHERE place IS NULL',
    // Level 0 has full tiles only. The hashes of a partial tile are computed from its entries.
    `CREATE TABLE log_tile (
      level INTEGER NOT NULL,
      tile BIGINT NOT NULL,
      hashes BLOB NOT NULL,
      PRIMARY KEY (level, tile)
    )`,
  ],
};
