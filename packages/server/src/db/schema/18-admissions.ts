import type { Migration } from './migration.ts';

/** Which challengers may be drawn. A row stays while its challenger is away, so that one that was set aside stays so. */
export const admissions: Migration = {
  id: 18,
  name: 'admissions',
  sql: [
    `CREATE TABLE admission (
      proof_type TEXT NOT NULL,
      id TEXT NOT NULL, -- of the challenger
      status TEXT NOT NULL, -- candidate, admitted or set_aside
      reason TEXT NOT NULL,
      since BIGINT NOT NULL,
      since_block BIGINT, -- null without a chain
      decided_by TEXT NOT NULL, -- an operator's key, or which rule
      place TEXT NOT NULL, -- latitude,longitude that the decision holds for; '' for whatever it states first
      owner TEXT NOT NULL, -- the same for its owner
      endpoint TEXT NOT NULL, -- the IP address that it must be reached at; '' for any
      changes BIGINT NOT NULL, -- counts decisions: each has its own entry in the log
      PRIMARY KEY (proof_type, id)
    )`,
  ],
};
