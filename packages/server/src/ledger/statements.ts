import { nextCursor, readCursor } from '../db/cursors.ts';
import { aside, type Db } from '../db/driver.ts';
import { inParts } from '../db/in-parts.ts';
import { dayMs } from '../times.ts';
import type { Account } from './accounts.ts';
import type { Unit } from './amounts.ts';
import { type FuelRules, fuelOf } from './fuel.ts';
import { sumReceived } from './store.ts';
import { balance, type Entry, history } from './transfers.ts';

export interface Statement {
  /** Millionths. */
  points: bigint;
  /** POINTS that came in within the last week. */
  earnedInWeek: bigint;
  fuel: number;
  /** Newest first, some at a time. */
  entries: AsyncIterable<readonly Entry[]>;
  /** The cursor of the next page; null after the last entry. It is known only after the entries were read. */
  next: () => string | null;
}

/** How many entries are in memory at a time. An entry has some hundred characters. */
const readAtATime = 100;
/** A transfer has its reason for an id. */
const reasons = /^[^\0]{1,512}$/su;
const weekMs = 7 * dayMs;

/**
 * What the owner of an account is told: its balances, and one page of its transfers. Transfers of zero and their reasons are
 * included.
 */
export async function readStatement(
  db: Db,
  fuel: FuelRules,
  account: Account,
  page: { unit?: Unit; limit: number; cursor?: string | undefined; now: number },
): Promise<Statement> {
  const before = page.cursor === undefined ? undefined : readCursor(page.cursor, reasons);
  const { unit = 'POINTS', limit, now } = page;
  const { parts, more } = inParts(limit, readAtATime, (after: Entry | undefined, count) =>
    history(db, account, { unit, limit: count, before: after ?? (before && { at: before.at, reason: before.id }) }),
  );
  return {
    points: await balance(db, account, 'POINTS'),
    // Anybody can send many small amounts to an account.
    earnedInWeek: await sumReceived(aside(db), account, 'POINTS', now - weekMs),
    fuel: await fuelOf(db, fuel, account, now),
    entries: parts,
    next: () => nextCursor(more(), ({ at, reason: id }) => ({ at, id })),
  };
}
