import type { Migration } from './migration.ts';

/** What both ends of a measurement sign beside it. An assignment from before has none, and is not given out again. */
export const measurementContexts: Migration = {
  id: 27,
  name: 'measurement-contexts',
  sql: [`ALTER TABLE assignment ADD COLUMN context TEXT NOT NULL DEFAULT ''`],
};
