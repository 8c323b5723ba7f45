import type { Migration } from './migration.ts';

/** Watches that anybody may see, and how far from its claim each answer allows a prover to be. */
export const publicWatches: Migration = {
  id: 37,
  name: 'public watches',
  sql: [
    'ALTER TABLE watch ADD COLUMN is_public BIGINT NOT NULL DEFAULT 0',
    // NULL if no answer bounds it, and in slots that are older than this column.
    'ALTER TABLE watch_slot ADD COLUMN radius_km BIGINT',
  ],
};
