import type { Migration } from './migration.ts';

/**
 * What both agents of a measurement sign with it. An assignment of an earlier version has none, and its task is not sent
 * again.
 */
export const measurementContexts: Migration = {
  id: 27,
  name: 'measurement-contexts',
  sql: [`ALTER TABLE assignment ADD COLUMN context TEXT NOT NULL DEFAULT ''`],
};
