import type { Migration } from './migration.ts';

/**
 * What watches cost. An ask may be 57 KB long, and most changes of a watch leave it as it is: they name the change that has it.
 * Watches are counted by the network that they were added from, and guests add none.
 */
export const watchCosts: Migration = {
  id: 43,
  name: 'watch-costs',
  sql: [
    'ALTER TABLE watch_edition ADD COLUMN ask_seq BIGINT',
    `ALTER TABLE watch ADD COLUMN network TEXT NOT NULL DEFAULT ''`,
    'CREATE INDEX watch_open_by_network ON watch (network) WHERE due_at IS NOT NULL',
    'ALTER TABLE api_key ADD COLUMN is_guest INTEGER NOT NULL DEFAULT 0',
    `UPDATE api_key SET is_guest = 1 WHERE key_type = 'solana' AND name = 'guest' AND scopes = '["ask","read"]'`,
  ],
};
