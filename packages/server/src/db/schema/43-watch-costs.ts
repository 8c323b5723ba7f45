import type { Migration } from './migration.ts';

/**
 * Limits what watches cost. An ask may have 57 KB, and most changes of a watch do not change it. Such a change names the
 * edition that has the ask. Watches are counted by the network that they were added from.
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
