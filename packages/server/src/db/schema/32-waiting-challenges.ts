import type { Migration } from './migration.ts';

/** Challenges that wait because challengers they drew are busy. All nodes see which challenges wait, and in which order. */
export const waitingChallenges: Migration = {
  id: 32,
  name: 'waiting-challenges',
  sql: [
    `CREATE TABLE waiting_challenge (
      challenge_id TEXT PRIMARY KEY,
      prover_id TEXT NOT NULL,
      proof_type TEXT NOT NULL,
      is_sequential BIGINT NOT NULL, -- its prover is measured for one challenge at a time
      network TEXT NOT NULL, -- the prover's
      paid BIGINT NOT NULL, -- 1: its payer pays, and it goes before those that are free
      turn BIGINT NOT NULL, -- of its network among the free ones; 0 for those that are paid
      since BIGINT NOT NULL,
      seats TEXT NOT NULL -- JSON: who was drawn
    )`,
  ],
};
