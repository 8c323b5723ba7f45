import type { Migration } from './migration.ts';

/** Admission on probation: whom it admitted, because growth is limited, and which node looks next. */
export const probation: Migration = {
  id: 22,
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
  ],
};
