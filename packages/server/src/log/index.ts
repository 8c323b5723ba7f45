/** The log without the rest of the service, for processes that do nothing else. */
export { type DbOptions, openDb } from '../db/open.ts';
export { openLog } from './open.ts';
export type { PublicLog } from './public-log.ts';
