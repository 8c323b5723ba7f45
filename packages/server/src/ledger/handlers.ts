import {
  checksumAddress,
  invalidField,
  type KeyType,
  keyTypeOf,
  ledgerRoutes,
  serviceError,
} from '@trigpoint/protocol';
import type { Context } from '../context.ts';
import { changedParts, handlersFor, listed } from '../http/handler.ts';
import { normalisePublicKey } from '../keys/public-keys.ts';
import { readLine } from '../read-line.ts';
import type { Session } from '../session/sessions.ts';
import { iso } from '../times.ts';
import { type Account, network, userAccount } from './accounts.ts';
import { fromMillionths, MAX_POINTS, pointsText, readPoints } from './amounts.ts';
import { nextDay, readBudgets } from './budgets.ts';
import { type Order, placeOrder } from './orders.ts';
import { readStatement } from './statements.ts';

const defaultPage = 50;

/**
 * Reads a key of either kind. An address in mixed case has a checksum, which is checked: a mistyped letter would send POINTS
 * to nobody.
 */
const readRecipient = (given: string): { keyType: KeyType; publicKey: string } => {
  const keyType = keyTypeOf(given);
  try {
    const publicKey = normalisePublicKey(keyType, given);
    const hex = given.slice(2);
    const isMixed = keyType === 'ethereum' && hex !== hex.toLowerCase() && hex !== hex.toUpperCase();
    if (!isMixed || checksumAddress(publicKey).slice(2) === hex) return { keyType, publicKey };
  } catch {
    throw invalidField('to', 'must be an address (0x and 40 hexadecimal digits) or a solana key in base58');
  }
  throw invalidField('to', 'has a wrong checksum: a letter is mistyped, or its case; copy the address again');
};

const readOrderedPoints = (text: string): number => {
  const amount = readPoints(text);
  if (amount === undefined || amount === 0)
    throw invalidField('points', `must be a text such as 12.5: more than 0, at most six decimals and ${MAX_POINTS}`);
  return amount;
};

const accountOf = ({ keyType, publicKey }: Pick<Session, 'keyType' | 'publicKey'>): Account =>
  userAccount(keyType, publicKey);

export const ledgerHandlers = ({ db, now, fuel, config }: Pick<Context, 'db' | 'now' | 'fuel' | 'config'>) => {
  const order = async (it: Order, to: string) => {
    const { amount, at, repeated } = await placeOrder(db, it, now());
    return { result: { success: true, id: it.id, to, points: pointsText(amount), at: iso(at), repeated } };
  };

  return handlersFor(ledgerRoutes, {
    'my-balance': async ({ body, session }) => {
      const account = accountOf(session);
      const { limit = defaultPage, cursor } = body;
      const statement = await readStatement(db, fuel, account, { limit, cursor, now: now() });
      const before = {
        points: fromMillionths(statement.points),
        points_exact: pointsText(statement.points),
        earned_in_7_days: fromMillionths(statement.earnedInWeek),
        earned_in_7_days_exact: pointsText(statement.earnedInWeek),
        fuel: fromMillionths(statement.fuel),
        budgets: (await readBudgets(db, config.rewardBudget, session.publicKey, now())).map(({ of, used, most }) => ({
          of,
          used: pointsText(used),
          most: pointsText(most),
          until: iso(nextDay(now())),
        })),
      };
      const parts = changedParts(statement.entries, (it) => ({
        at: iso(it.at),
        points: fromMillionths(it.amount),
        points_exact: pointsText(it.amount),
        reason: it.memo,
      }));
      return listed('entries', { before, parts, after: () => ({ next_cursor: statement.next() }) });
    },

    'transfer-points': async ({ body, session }) => {
      const to = readRecipient(body.to);
      const from = accountOf(session);
      if (accountOf(to) === from) throw invalidField('to', 'is the key that you are logged in with');
      const amount = readOrderedPoints(body.points);
      const reason = readLine('reason', body.reason ?? '');
      const memo = `Transfer from ${session.publicKey} to ${to.publicKey}${reason === '' ? '.' : `: ${reason}`}`;
      const moved = { kind: 'transfer', by: from, id: body.id, from, to: accountOf(to), amount, memo } as const;
      return order(moved, to.publicKey);
    },

    'grant-points': async ({ body, session }) => {
      if (!config.operators.includes(session.publicKey)) {
        const detail = `Only operators grant POINTS, and OPERATORS does not list ${session.publicKey}.`;
        throw serviceError('not_allowed', { detail });
      }
      const to = readRecipient(body.to);
      const amount = readOrderedPoints(body.points);
      const reason = readLine('reason', body.reason);
      if (reason === '') throw invalidField('reason', 'must say what the POINTS are for');
      const memo = `Granted by the operator ${session.publicKey}: ${reason}`;
      const by = accountOf(session);
      return order({ kind: 'grant', by, id: body.id, from: network, to: accountOf(to), amount, memo }, to.publicKey);
    },
  });
};
