import type { Migration } from './migration.ts';

export const records: Migration = {
  id: 5,
  name: 'records',
  sql: [
    `ALTER TABLE agent ADD COLUMN verified_result TEXT NOT NULL DEFAULT ''`, // JSON of the newest verified result
    // Hourly counts of how challenges ended. Each hour has several rows, so that endings do not wait for each other.
    `CREATE TABLE tally (
      proof_type TEXT NOT NULL,
      hour BIGINT NOT NULL,
      verified TEXT NOT NULL, -- true | false | inconclusive
      shard INTEGER NOT NULL,
      n BIGINT NOT NULL,
      PRIMARY KEY (proof_type, hour, verified, shard)
    )`,
  ],
};
