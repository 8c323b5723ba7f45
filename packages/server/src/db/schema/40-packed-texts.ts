import type { Migration } from './migration.ts';

/**
 * Draws and transcripts are stored compressed. A transcript is stored without the texts that other rows of its challenge
 * have, such as the readings. Older rows keep their plain texts. In newer rows the columns of plain texts are empty.
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
