import type { Migration } from './migration.ts';

export const campaigns: Migration = {
  id: 6,
  name: 'campaigns',
  sql: [
    `CREATE TABLE campaign (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      description TEXT NOT NULL,
      type TEXT NOT NULL,
      tags TEXT NOT NULL, -- JSON
      latitude DOUBLE PRECISION,
      longitude DOUBLE PRECISION,
      radius_km DOUBLE PRECISION NOT NULL,
      south DOUBLE PRECISION, -- the box around its circle; west and east may lie beyond 180
      north DOUBLE PRECISION,
      west DOUBLE PRECISION,
      east DOUBLE PRECISION,
      banner_url TEXT,
      poster_url TEXT,
      currency TEXT NOT NULL,
      total_rewards BIGINT NOT NULL, -- amounts in millionths
      reward_per_task BIGINT NOT NULL,
      fuel_required BIGINT NOT NULL,
      starts_at BIGINT NOT NULL,
      ends_at BIGINT NOT NULL,
      max_submissions BIGINT NOT NULL,
      is_active BIGINT NOT NULL,
      review BIGINT NOT NULL,
      proof_max_age_ms BIGINT,
      creator_key_type TEXT NOT NULL,
      creator_public_key TEXT NOT NULL,
      funded_by TEXT NOT NULL, -- the ledger account its rewards came from, and return to
      idempotency_key TEXT,
      request_hash TEXT NOT NULL,
      revision BIGINT NOT NULL,
      taken BIGINT NOT NULL, -- places given to photos that are not rejected
      promised BIGINT NOT NULL, -- rewards of those photos, paid or not
      paid BIGINT NOT NULL,
      created_at BIGINT NOT NULL,
      CHECK (taken >= 0 AND taken <= max_submissions),
      CHECK (paid >= 0 AND paid <= promised AND promised <= total_rewards)
    )`,
    'CREATE INDEX campaign_by_time ON campaign (created_at, id)',
    'CREATE INDEX campaign_by_creator ON campaign (creator_key_type, creator_public_key, created_at, id)',
    `CREATE UNIQUE INDEX campaign_by_idempotency_key
      ON campaign (creator_key_type, creator_public_key, idempotency_key) WHERE idempotency_key IS NOT NULL`,
    `CREATE TABLE campaign_tag (
      tag TEXT NOT NULL,
      campaign_id TEXT NOT NULL REFERENCES campaign (id),
      PRIMARY KEY (tag, campaign_id)
    )`,
    'CREATE INDEX campaign_tag_by_campaign ON campaign_tag (campaign_id)',
    `CREATE TABLE photo (
      id TEXT PRIMARY KEY,
      campaign_id TEXT NOT NULL REFERENCES campaign (id),
      key_type TEXT NOT NULL,
      public_key TEXT NOT NULL,
      state TEXT NOT NULL, -- received | processing | ready | rejected
      review TEXT NOT NULL, -- pending | accepted | rejected
      shown BIGINT NOT NULL, -- 1 in the feed
      reason TEXT NOT NULL,
      sha256 TEXT NOT NULL, -- of the bytes as they came
      idempotency_key TEXT,
      latitude DOUBLE PRECISION NOT NULL,
      longitude DOUBLE PRECISION NOT NULL,
      accuracy_m DOUBLE PRECISION,
      captured_at BIGINT,
      reward BIGINT NOT NULL,
      fuel BIGINT NOT NULL,
      paid BIGINT NOT NULL, -- 1 once the reward is the submitter's
      original_key TEXT,
      thumbnail_key TEXT,
      format TEXT,
      width BIGINT,
      height BIGINT,
      thumbhash TEXT,
      dhash TEXT,
      near_duplicate_of TEXT,
      received_at BIGINT NOT NULL,
      created_at BIGINT NOT NULL,
      due_at BIGINT NOT NULL -- an upload that is not ready by then was interrupted
    )`,
    'CREATE INDEX photo_feed ON photo (campaign_id, created_at, id) WHERE shown = 1',
    'CREATE INDEX photo_by_campaign ON photo (campaign_id, received_at, id)',
    'CREATE INDEX photo_by_submitter ON photo (key_type, public_key, received_at, id)',
    `CREATE UNIQUE INDEX photo_once ON photo (campaign_id, key_type, public_key, sha256) WHERE state <> 'rejected'`,
    `CREATE UNIQUE INDEX photo_by_idempotency_key ON photo (key_type, public_key, idempotency_key)
      WHERE idempotency_key IS NOT NULL`,
    `CREATE INDEX photo_unfinished ON photo (due_at) WHERE state IN ('received', 'processing')`,
    `CREATE TABLE blob (
      key TEXT PRIMARY KEY,
      refs BIGINT NOT NULL, -- photos that name it
      removing_at BIGINT NOT NULL, -- 0 unless someone is deleting its bytes
      CHECK (refs >= 0)
    )`,
    'CREATE INDEX blob_unused ON blob (removing_at) WHERE refs = 0',
  ],
};
