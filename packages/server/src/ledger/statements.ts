import type { Reader } from '../db/driver.ts';
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
  /** Newest first. */
  entries: Entry[];
  /** Where the next page starts; undefined after the last entry. */
  next: string | undefined;
}

const weekMs = 7 * 24 * 3_600_000;

/** What an account's owner is told: what there is, and one page of how it came to be, zeros and their reasons included. */
export async function readStatement(
  reader: Reader,
  fuel: FuelRules,
  account: Account,
  page: { unit?: Unit; limit: number; cursor?: string | undefined; now: number },
): Promise<Statement> {
  const before = page.cursor === undefined ? undefined : readCursor(page.cursor);
  const { unit = 'POINTS', limit, now } = page;
  const entries = await history(reader, account, { unit, limit: limit + 1, before });
  const shown = entries.slice(0, limit);
  const last = shown.at(-1);
  return {
    points: await balance(reader, account, 'POINTS'),
    earnedInWeek: await sumReceived(reader, account, 'POINTS', now - weekMs),
    fuel: await fuelOf(reader, fuel, account, now),
    entries: shown,
    next: last && entries.length > limit ? writeCursor(last) : undefined,
  };
}

/** A cursor that this service did not hand out. */
export class WrongCursor extends Error {
  override readonly name = 'WrongCursor';
}

const writeCursor = ({ at, reason }: Pick<Entry, 'at' | 'reason'>) =>
  Buffer.from(`${at} ${reason}`).toString('base64url');

function readCursor(cursor: string): Pick<Entry, 'at' | 'reason'> {
  const [, at, reason] = /^(\d{1,15}) ([^\0]{1,512})$/su.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (at === undefined || reason === undefined) throw new WrongCursor('not a cursor from a previous page');
  return { at: Number(at), reason };
}
