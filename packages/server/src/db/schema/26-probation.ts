import type { Migration } from './migration.ts';

/** Admission on probation: who was admitted, because growth is limited, and when one of the nodes looks next. */
export const probation: Migration = {
  id: 26,
  name: 'probation',
  sql: [
    `CREATE TABLE probation_admission (
      proof_type TEXT NOT NULL,
      id TEXT NOT NULL, -- of the challenger
      place TEXT NOT NULL, -- latitude,longitude
      owner TEXT NOT NULL,
      networks TEXT NOT NULL, -- separated by spaces
      admitted_at BIGINT NOT NULL,
      PRIMARY KEY (proof_type, id, admitted_at)
    )`,
    'CREATE INDEX probation_recent ON probation_admission (proof_type, admitted_at)',
    `CREATE TABLE probation_step (
      proof_type TEXT PRIMARY KEY,
      next_at BIGINT NOT NULL
    )`,
    // When another description of the same agent replaced this one. A draw may still need it, because its tree may be older.
    'ALTER TABLE description ADD COLUMN replaced_at BIGINT',
    // The table of autonomous systems that the tree was made with, as the transcript names it: JSON, '' without one.
    `ALTER TABLE acceptance ADD COLUMN systems_table TEXT NOT NULL DEFAULT ''`,
  ],
};
