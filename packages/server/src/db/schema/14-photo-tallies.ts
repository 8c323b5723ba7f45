import type { Migration } from './migration.ts';

/** What became of photos by campaign and hour: how many were paid, and how many were refused for each reason. */
export const photoTallies: Migration = {
  id: 14,
  name: 'photo tallies',
  sql: [
    `CREATE TABLE photo_tally (
      campaign_id TEXT NOT NULL REFERENCES campaign (id),
      hour BIGINT NOT NULL,
      outcome TEXT NOT NULL, -- paid | the code of a refusal
      n BIGINT NOT NULL,
      PRIMARY KEY (campaign_id, hour, outcome)
    )`,
  ],
};
