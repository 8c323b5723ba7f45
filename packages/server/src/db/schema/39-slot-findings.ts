import type { Migration } from './migration.ts';

/** Whether a watched prover is where it was, and the extra slot that a change asks for. */
export const slotFindings: Migration = {
  id: 39,
  name: 'slot findings',
  sql: [
    // The slot that others are compared with: the id of its outcome in the log, and its challenge. '' before there is one.
    `ALTER TABLE watch ADD COLUMN reference_entry TEXT NOT NULL DEFAULT ''`,
    `ALTER TABLE watch ADD COLUMN reference_challenge TEXT NOT NULL DEFAULT ''`,
    // The slot that this slot was compared with, and the finding. '' if it was not compared.
    `ALTER TABLE watch_slot ADD COLUMN reference_entry TEXT NOT NULL DEFAULT ''`,
    `ALTER TABLE watch_slot ADD COLUMN reference_challenge TEXT NOT NULL DEFAULT ''`,
    `ALTER TABLE watch_slot ADD COLUMN finding TEXT NOT NULL DEFAULT ''`,
    // '' without an extra slot; `awaited` until its result is known; then the result.
    `ALTER TABLE watch_slot ADD COLUMN extra TEXT NOT NULL DEFAULT ''`,
    `ALTER TABLE watch_slot ADD COLUMN extra_challenge TEXT NOT NULL DEFAULT ''`,
    `ALTER TABLE watch_slot ADD COLUMN extra_finding TEXT NOT NULL DEFAULT ''`,
    `ALTER TABLE watch_slot ADD COLUMN extra_reason TEXT NOT NULL DEFAULT ''`,
  ],
};
