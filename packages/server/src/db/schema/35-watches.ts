import type { Migration } from './migration.ts';

/** Provers that are asked again and again, and what became of each window. */
export const watches: Migration = {
  id: 35,
  name: 'watches',
  sql: [
    // One row for each prover that was ever watched. Whoever writes an entry about a watch of the prover locks this row.
    `CREATE TABLE watched_prover (
      prover TEXT PRIMARY KEY,
      newest_entry TEXT NOT NULL -- the id in the log of the newest entry of the kind watch, '' before the first
    )`,
    `CREATE TABLE watch (
      id TEXT PRIMARY KEY,
      proof_type TEXT NOT NULL,
      payer TEXT NOT NULL, -- key type and key
      prover TEXT NOT NULL,
      name TEXT NOT NULL,
      added_at BIGINT NOT NULL,
      phase TEXT NOT NULL, -- waiting for the next window, opened, asked, over
      next_number BIGINT NOT NULL, -- the first window without an outcome
      last_entry TEXT NOT NULL, -- the id in the log of its newest entry
      due_at BIGINT, -- when something is to do; null when it is over
      lease_owner TEXT NOT NULL,
      lease_until BIGINT NOT NULL
    )`,
    'CREATE INDEX watch_due ON watch (due_at) WHERE due_at IS NOT NULL',
    'CREATE INDEX watch_by_payer ON watch (payer, added_at)',
    'CREATE INDEX watch_by_prover ON watch (prover)',
    `CREATE TABLE watch_edition (
      watch_id TEXT NOT NULL,
      seq BIGINT NOT NULL,
      change TEXT NOT NULL,
      info TEXT NOT NULL, -- what is asked
      first BIGINT NOT NULL, -- the first window that it is about
      begins_at BIGINT NOT NULL,
      every_ms BIGINT NOT NULL,
      until BIGINT NOT NULL,
      at BIGINT NOT NULL,
      PRIMARY KEY (watch_id, seq)
    )`,
    `CREATE TABLE watch_slot (
      watch_id TEXT NOT NULL,
      number BIGINT NOT NULL,
      count BIGINT NOT NULL,
      begins_at BIGINT NOT NULL,
      seq BIGINT NOT NULL, -- the edition that it belongs to
      head_root TEXT NOT NULL, -- '' where the window was never begun
      seed_block BIGINT,
      due BIGINT, -- a secret until somebody is asked
      block_hash TEXT NOT NULL, -- of the block that its time was drawn with, '' without one
      challenge_id TEXT NOT NULL, -- '' where nobody was asked
      cosigned TEXT NOT NULL, -- a checkpoint that covers its beginning, as it was cosigned before its time; '' without
      result TEXT NOT NULL, -- '' until it is known
      reason TEXT NOT NULL,
      transcript BIGINT, -- where the log has the end of its challenge
      at BIGINT NOT NULL,
      PRIMARY KEY (watch_id, number)
    )`,
  ],
};
