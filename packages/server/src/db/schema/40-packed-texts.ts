import type { Migration } from './migration.ts';

/**
 * Draws and transcripts are kept compressed. A transcript is kept without the texts that other rows of its challenge have, such as
 * the readings. Rows from before keep their plain texts; in later ones those are empty.
 */
export const packedTexts: Migration = {
  id: 40,
  name: 'packed texts',
  sql: [
    'ALTER TABLE draw ADD COLUMN packed_body BLOB',
    'ALTER TABLE draw ADD COLUMN packed_tree BLOB',
    'ALTER TABLE transcript ADD COLUMN packed BLOB',
  ],
};
