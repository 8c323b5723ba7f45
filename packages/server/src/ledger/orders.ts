import type { Db, Tx } from '../db/driver.ts';
import type { Account } from './accounts.ts';
import { balance, ReasonReused, type Transfer, transfer } from './transfers.ts';

/** A transfer that a person asks for. */
export interface Order {
  readonly kind: 'grant' | 'transfer';
  /** Who asks. Each account has its own ids, so that nobody can use up those of another. */
  readonly by: Account;
  readonly id: string;
  readonly from: Account;
  readonly to: Account;
  /** Millionths of a POINT. */
  readonly amount: number;
  readonly memo: string;
}

/** The most that one account can hold, in millionths. The table has the same limit. */
const mostHeld = 4_000_000_000_000_000_000n;

/**
 * Carries an order out once. The same order again changes nothing, and its answer says when it was carried out. Throws
 * InsufficientBalance or ReasonReused.
 */
export const carryOut = async (
  tx: Tx,
  { kind, by, id, from, to, amount, memo }: Order,
  at: number,
): Promise<Transfer & { repeated: boolean }> => {
  const reason = `${kind}:${by}:${id}`;
  const done = await transfer(tx, { reason, unit: 'POINTS', from, to, amount, memo, at });
  if (done.memo !== memo) throw new ReasonReused(`${reason} was posted before with another memo`);
  return done;
};

/** Whether the account can hold this much more. */
export const hasRoom = async (db: Db, account: Account, amount: number): Promise<boolean> =>
  (await balance(db, account)) + BigInt(amount) <= mostHeld;
