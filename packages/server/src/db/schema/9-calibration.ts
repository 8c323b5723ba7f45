import type { Migration } from './migration.ts';

export const calibration: Migration = {
  id: 9,
  name: 'calibration',
  sql: [
    `CREATE TABLE mesh_reading (
      proof_type TEXT NOT NULL,
      prover TEXT NOT NULL,
      challenger TEXT NOT NULL,
      rtt_us BIGINT NOT NULL,
      measured_at BIGINT NOT NULL,
      message TEXT NOT NULL,
      signature TEXT NOT NULL,
      PRIMARY KEY (proof_type, prover, challenger)
    )`,
    `CREATE TABLE calibration (
      hash TEXT PRIMARY KEY,
      proof_type TEXT NOT NULL,
      data TEXT NOT NULL, -- JSON
      created_at BIGINT NOT NULL
    )`,
    'CREATE INDEX calibration_newest ON calibration (proof_type, created_at DESC)',
  ],
};
