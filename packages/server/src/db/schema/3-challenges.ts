import type { Migration } from './migration.ts';

/** The challenge table is also the coordinator's queue: `due_at` (null once ended) and a lease. */
export const challenges: Migration = {
  id: 3,
  name: 'challenges',
  sql: [
    `CREATE TABLE challenge (
      id TEXT PRIMARY KEY, -- decimal, from the chain
      proof_type TEXT NOT NULL,
      payer TEXT NOT NULL, -- who asked on chain
      relayed_by TEXT NOT NULL, -- <keyType>:<publicKey> of the session that brought it
      info TEXT NOT NULL, -- challengeInfo as on chain, 0x hex
      prover_address TEXT NOT NULL,
      block_number BIGINT NOT NULL,
      block_hash TEXT NOT NULL,
      state TEXT NOT NULL,
      attempt INTEGER NOT NULL, -- 0 before the first
      prover_id TEXT NOT NULL, -- '' until the prover was first seen
      prover_claims TEXT NOT NULL, -- JSON, fixed when the challenge was accepted
      settings TEXT NOT NULL, -- JSON, the operator's thresholds at acceptance
      calibration TEXT NOT NULL, -- hash of the calibration the verdict rests on, '' for none
      submitted_at BIGINT NOT NULL,
      deadline BIGINT NOT NULL,
      ended_at BIGINT,
      due_at BIGINT,
      lease_owner TEXT NOT NULL,
      lease_until BIGINT NOT NULL,
      verdict TEXT NOT NULL, -- JSON of the whole verdict, '' before the end
      transcript_hash TEXT NOT NULL
    )`,
    'CREATE INDEX challenge_due ON challenge (due_at)',
    'CREATE INDEX challenge_recent ON challenge (proof_type, submitted_at DESC, id)',
    'CREATE INDEX challenge_by_prover ON challenge (prover_id, submitted_at DESC)',
    'CREATE INDEX challenge_by_payer ON challenge (payer, submitted_at DESC)',
    `CREATE TABLE attempt (
      challenge_id TEXT NOT NULL,
      attempt INTEGER NOT NULL,
      seed TEXT NOT NULL,
      eligible_hash TEXT NOT NULL,
      left_out TEXT NOT NULL, -- JSON, ids of the eligible set that were at work or tied to the prover
      started_at BIGINT NOT NULL,
      ends_at BIGINT NOT NULL,
      PRIMARY KEY (challenge_id, attempt)
    )`,
    // Many challenges are chosen from the same set, so each set is kept once, by its hash.
    `CREATE TABLE eligible_set (
      hash TEXT PRIMARY KEY,
      candidates TEXT NOT NULL, -- JSON
      created_at BIGINT NOT NULL
    )`,
    `CREATE TABLE assignment (
      challenge_id TEXT NOT NULL,
      attempt INTEGER NOT NULL,
      challenger_id TEXT NOT NULL,
      position INTEGER NOT NULL,
      state TEXT NOT NULL, -- waiting | asked | read | declined | expired
      token TEXT NOT NULL,
      tag TEXT NOT NULL,
      asked_at BIGINT,
      due_at BIGINT,
      message TEXT NOT NULL, -- the reading exactly as signed, '' until it came
      signature TEXT NOT NULL,
      received_at BIGINT,
      PRIMARY KEY (challenge_id, attempt, challenger_id)
    )`,
    'CREATE INDEX assignment_open ON assignment (state, due_at)',
    'CREATE INDEX assignment_by_challenger ON assignment (challenger_id, state)',
    'CREATE INDEX assignment_history ON assignment (challenger_id, received_at DESC)',
    // What was hashed, to the letter: evidence is served from here.
    `CREATE TABLE transcript (
      challenge_id TEXT PRIMARY KEY,
      body TEXT NOT NULL
    )`,
    `CREATE TABLE refusal (
      id TEXT PRIMARY KEY,
      challenge_id TEXT NOT NULL,
      attempt INTEGER NOT NULL,
      agent_id TEXT NOT NULL,
      code TEXT NOT NULL,
      reason TEXT NOT NULL,
      at BIGINT NOT NULL
    )`,
    'CREATE INDEX refusal_by_challenge ON refusal (challenge_id)',
    'CREATE INDEX refusal_by_agent ON refusal (agent_id, at DESC)',
    `CREATE TABLE challenge_event (
      challenge_id TEXT NOT NULL,
      seq INTEGER NOT NULL,
      at BIGINT NOT NULL,
      kind TEXT NOT NULL,
      data TEXT NOT NULL, -- JSON
      PRIMARY KEY (challenge_id, seq)
    )`,
  ],
};
