import type { Db } from '../db/driver.ts';
import type { Account } from './accounts.ts';
import { balance, ReasonReused, type Transfer, transfer } from './transfers.ts';

/** A transfer that a person asks for. */
export interface Order {
  readonly kind: 'grant' | 'transfer';
  /** Who asks. Ids belong to those who choose them: nobody can use up another's. */
  readonly by: Account;
  readonly id: string;
  readonly from: Account;
  readonly to: Account;
  /** Millionths of a POINT. */
  readonly amount: number;
  readonly memo: string;
}

/** What one account can hold, in millionths; the table has the same bound. */
const mostHeld = 4_000_000_000_000_000_000n;

/**
 * Carries an order out once: the same order again changes nothing and tells when it was carried out. Throws InsufficientBalance
 * or ReasonReused.
 */
export const carryOut = (
  db: Db,
  { kind, by, id, from, to, amount, memo }: Order,
  at: number,
): Promise<Transfer & { repeated: boolean }> =>
  db.write(async (tx) => {
    const reason = `${kind}:${by}:${id}`;
    const done = await transfer(tx, { reason, unit: 'POINTS', from, to, amount, memo, at });
    if (done.memo !== memo) throw new ReasonReused(`${reason} was posted before with another memo`);
    return done;
  });

/** Whether the account can hold so much more. */
export const hasRoom = async (db: Db, account: Account, amount: number): Promise<boolean> =>
  (await balance(db, account)) + BigInt(amount) <= mostHeld;
