import { invalidField, type KeyType, serviceError } from '@trigpoint/protocol';
import { isOperator } from '../config/operators.ts';
import type { Db, Tx } from '../db/driver.ts';
import { type Account, network, userAccount } from './accounts.ts';
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

interface Key {
  readonly keyType: KeyType;
  readonly publicKey: string;
}

/** What somebody asks for. */
interface Wish extends Pick<Order, 'id' | 'amount'> {
  readonly to: Key;
  readonly reason: string;
}

const accountOf = ({ keyType, publicKey }: Key): Account => userAccount(keyType, publicKey);

/** The order of who gives POINTS away. */
export const transferOrder = (by: Key, { id, to, amount, reason }: Wish): Order => {
  const [own, others] = [accountOf(by), accountOf(to)];
  if (others === own) throw invalidField('to', 'is the key that you are logged in with');
  const memo = `Transfer from ${by.publicKey} to ${to.publicKey}${reason === '' ? '.' : `: ${reason}`}`;
  return { kind: 'transfer', by: own, id, from: own, to: others, amount, memo };
};

/** The order of an operator that grants POINTS. Throws for all others. */
export const grantOrder = (
  operators: Parameters<typeof isOperator>[0],
  by: Key,
  { id, to, amount, reason }: Wish,
): Order => {
  if (!isOperator(operators, by.publicKey)) {
    const detail = `Only operators grant POINTS, and OPERATORS does not list ${by.publicKey}.`;
    throw serviceError('not_allowed', { detail });
  }
  if (reason === '') throw invalidField('reason', 'must say what the POINTS are for');
  const memo = `Granted by the operator ${by.publicKey}: ${reason}`;
  return { kind: 'grant', by: accountOf(by), id, from: network, to: accountOf(to), amount, memo };
};

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
