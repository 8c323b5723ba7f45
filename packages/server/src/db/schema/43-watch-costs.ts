import type { Migration } from './migration.ts';

/** An ask may be 57 KB long, and most changes of a watch leave it as it is: they name the change that has it. */
export const watchCosts: Migration = {
  id: 43,
  name: 'watch-costs',
  sql: ['ALTER TABLE watch_edition ADD COLUMN ask_seq BIGINT'],
};
