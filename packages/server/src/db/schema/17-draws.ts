import type { Migration } from './migration.ts';

/** A challenge has one draw. The part of the eligible tree that the draw read is stored with it, not the whole tree. */
export const draws: Migration = {
  id: 17,
  name: 'draws',
  sql: [
    'DROP TABLE attempt',
    'DROP TABLE eligible_set',
    `CREATE TABLE draw (
      challenge_id TEXT PRIMARY KEY,
      body TEXT NOT NULL, -- JSON, the draw as the transcript has it, without what came of its seats
      tree TEXT NOT NULL, -- JSON, the part of the eligible tree that was read
      drawn_at BIGINT NOT NULL
    )`,
  ],
};
