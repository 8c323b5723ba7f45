import type { Reader } from '../db/driver.ts';
import { inParts } from '../db/in-parts.ts';
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
  /** The cursor of the next page; undefined after the last entry. It is known only after the entries were read. */
  next: () => string | undefined;
}

/** How many entries are in memory at a time. An entry has some hundred characters. */
const readAtATime = 100;
const weekMs = 7 * 24 * 3_600_000;

/**
 * What the owner of an account is told: its balances, and one page of its transfers. Transfers of zero and their reasons are
 * included.
 */
export async function readStatement(
  reader: Reader,
  fuel: FuelRules,
  account: Account,
  page: { unit?: Unit; limit: number; cursor?: string | undefined; now: number },
): Promise<Statement> {
  const before = page.cursor === undefined ? undefined : readCursor(page.cursor);
  const { unit = 'POINTS', limit, now } = page;
  const { parts, more } = inParts(limit, readAtATime, (after: Entry | undefined, count) =>
    history(reader, account, { unit, limit: count, before: after ?? before }),
  );
  return {
    points: await balance(reader, account, 'POINTS'),
    earnedInWeek: await sumReceived(reader, account, 'POINTS', now - weekMs),
    fuel: await fuelOf(reader, fuel, account, now),
    entries: parts,
    next: () => {
      const last = more();
      return last && writeCursor(last);
    },
  };
}

/** Thrown for a cursor that this service did not give out. */
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
