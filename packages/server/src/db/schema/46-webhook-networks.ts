import type { Migration } from './migration.ts';

/** Where webhooks were added from. A key costs nothing, so a limit for each key alone bounds nothing. */
export const webhookNetworks: Migration = {
  id: 46,
  name: 'webhook networks',
  sql: [
    "ALTER TABLE webhook ADD COLUMN network TEXT NOT NULL DEFAULT ''", // empty for those from before
    'CREATE INDEX webhook_by_network ON webhook (network)',
  ],
};
