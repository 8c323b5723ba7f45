import type { Migration } from './migration.ts';

/** When a photo was first shown: after a review that is later than its upload, and pollers ask by it. */
export const visiblePhotos: Migration = {
  id: 29,
  name: 'visible-photos',
  sql: [
    'ALTER TABLE photo ADD COLUMN visible_at BIGINT',
    'UPDATE photo SET visible_at = created_at WHERE shown = 1',
    'CREATE INDEX photo_visible ON photo (campaign_id, visible_at, id) WHERE shown = 1',
  ],
};
