import type { Migration } from './migration.ts';

/** An index for pages of public watches. */
export const listedWatches: Migration = {
  id: 42,
  name: 'listed watches',
  sql: ['CREATE INDEX watch_public ON watch (proof_type, added_at, id) WHERE is_public = 1'],
};
