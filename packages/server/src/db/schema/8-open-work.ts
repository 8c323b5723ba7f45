import type { Migration } from './migration.ts';

/** Indexes of open work alone. They stay small, because most challenges have ended. */
export const openWork: Migration = {
  id: 8,
  name: 'open work',
  sql: [
    // The failure that a reading reports ('' for a series). It is stored, so that counting and paying need not parse the text.
    `ALTER TABLE assignment ADD COLUMN failure TEXT NOT NULL DEFAULT ''`,
    // What the payer set aside for each challenger when the challenge was accepted, in millionths.
    'ALTER TABLE challenge ADD COLUMN fee BIGINT NOT NULL DEFAULT 0',
    'DROP INDEX assignment_open',
    'DROP INDEX assignment_by_challenger',
    `CREATE INDEX assignment_open ON assignment (challenger_id, due_at) WHERE state IN ('asked', 'waiting')`,
    `CREATE INDEX assignment_asked ON assignment (asked_at) WHERE state IN ('asked', 'waiting')`,
    'CREATE INDEX challenge_open_by_prover ON challenge (prover_id) WHERE due_at IS NOT NULL',
    'CREATE INDEX refusal_by_challenge_and_agent ON refusal (challenge_id, agent_id)',
    'DROP INDEX refusal_by_challenge',
  ],
};
