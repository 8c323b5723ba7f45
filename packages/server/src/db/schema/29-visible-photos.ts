import type { Migration } from './migration.ts';

/**
 * When a photo was first shown. A review may make that later than its upload. Callers that poll a feed ask for photos by this
 * time.
 */
export const visiblePhotos: Migration = {
  id: 29,
  name: 'visible-photos',
  sql: [
    'ALTER TABLE photo ADD COLUMN visible_at BIGINT',
    'UPDATE photo SET visible_at = created_at WHERE shown = 1',
    'CREATE INDEX photo_visible ON photo (campaign_id, visible_at, id) WHERE shown = 1',
  ],
};
