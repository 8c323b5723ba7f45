import type { Migration } from './migration.ts';

/** What is recorded on the chain is no longer the transcript's own hash, but that of the fields which contracts ask about. */
export const resultHashes: Migration = {
  id: 20,
  name: 'result hashes',
  sql: ['ALTER TABLE chain_result RENAME COLUMN transcript_hash TO result_hash'],
};
