import { invalidField, serviceError } from '@trigpoint/protocol';
import type { Db, Tx } from '../db/driver.ts';
import type { Account } from './accounts.ts';
import { pointsText } from './amounts.ts';
import { balance, InsufficientBalance, type Posted, ReasonReused, transfer } from './transfers.ts';

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
export const carryOut = async (tx: Tx, { kind, by, id, ...it }: Order, at: number): Promise<Posted> => {
  const reason = `${kind}:${by}:${id}`;
  const done = await transfer(tx, { ...it, reason, unit: 'POINTS', at });
  if (done.memo !== it.memo) throw new ReasonReused(`${reason} was posted before with another memo`);
  return done;
};

/** Carries an order out, or tells the one who asks why not. */
export const placeOrder = async (db: Db, order: Order, at: number) => {
  const { from, to, amount } = order;
  if ((await balance(db, to)) + BigInt(amount) > mostHeld)
    throw invalidField('points', 'would bring this key over what an account can hold');
  return db
    .write((tx) => carryOut(tx, order, at))
    .catch(async (error: unknown) => {
      if (error instanceof ReasonReused) throw serviceError('idempotency_key_reused', { what: 'id' });
      if (!(error instanceof InsufficientBalance)) throw error;
      const held = pointsText(await balance(db, from));
      throw serviceError('points_short', { needed: pointsText(amount), held });
    });
};
