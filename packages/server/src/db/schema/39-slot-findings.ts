import type { Migration } from './migration.ts';

/** Whether a watched prover is where it was, and the extra slot that a change asks for. */
export const slotFindings: Migration = {
  id: 39,
  name: 'slot findings',
  sql: [
    // The slot that others are compared with: the id in the log of what became of it, and its challenge; '' before the first.
    `ALTER TABLE watch ADD COLUMN reference_entry TEXT NOT NULL DEFAULT ''`,
    `ALTER TABLE watch ADD COLUMN reference_challenge TEXT NOT NULL DEFAULT ''`,
    // What this slot was compared with, and what came of it; '' where it was not.
    `ALTER TABLE watch_slot ADD COLUMN reference_entry TEXT NOT NULL DEFAULT ''`,
    `ALTER TABLE watch_slot ADD COLUMN reference_challenge TEXT NOT NULL DEFAULT ''`,
    `ALTER TABLE watch_slot ADD COLUMN finding TEXT NOT NULL DEFAULT ''`,
    // '' without an extra slot, awaited until it is known what became of it, then its result.
    `ALTER TABLE watch_slot ADD COLUMN extra TEXT NOT NULL DEFAULT ''`,
    `ALTER TABLE watch_slot ADD COLUMN extra_challenge TEXT NOT NULL DEFAULT ''`,
    `ALTER TABLE watch_slot ADD COLUMN extra_finding TEXT NOT NULL DEFAULT ''`,
    `ALTER TABLE watch_slot ADD COLUMN extra_reason TEXT NOT NULL DEFAULT ''`,
  ],
};
