import type { Reader } from '../db/driver.ts';
import { type Assignment, listAssignments } from './assignment-store.ts';
import { type DrawBody, readDraw } from './draws.ts';
import { listRefusals, type RefusalRow } from './store.ts';

/** Everything that happened in a challenge, read back from its rows. */
export interface History {
  /** Undefined if nobody was drawn. */
  readonly draw: DrawBody | undefined;
  /** In the order of the seats; none if the drawn ones were never asked. */
  readonly assignments: readonly Assignment[];
  readonly refusals: readonly RefusalRow[];
}

export const readHistory = async (db: Reader, challengeId: string): Promise<History> => {
  const [draw, assignments, refusals] = await Promise.all([
    readDraw(db, challengeId),
    listAssignments(db, challengeId),
    listRefusals(db, challengeId),
  ]);
  return { draw, assignments, refusals };
};
