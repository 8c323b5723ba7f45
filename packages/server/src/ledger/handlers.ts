import { checksumAddress, invalidField, type KeyType, keyTypeOf, ledgerRoutes } from '@trigpoint/protocol';
import type { Context } from '../context.ts';
import { changedParts, handlersFor, listed } from '../http/handler.ts';
import { normalisePublicKey } from '../keys/public-keys.ts';
import { readLine } from '../read-line.ts';
import { iso } from '../times.ts';
import { userAccount } from './accounts.ts';
import { fromMillionths, MAX_POINTS, pointsText, readPoints } from './amounts.ts';
import { nextDay, readBudgets } from './budgets.ts';
import { grantOrder, type Order, placeOrder, transferOrder } from './orders.ts';
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

const readWish = ({ id, to, points, reason = '' }: { id: string; to: string; points: string; reason?: string }) => ({
  ...{ id, to: readRecipient(to), amount: readOrderedPoints(points), reason: readLine('reason', reason) },
});

export const ledgerHandlers = ({ db, now, fuel, config }: Pick<Context, 'db' | 'now' | 'fuel' | 'config'>) => {
  const order = async (it: Order, to: string) => {
    const { amount, at, repeated } = await placeOrder(db, it, now());
    return { result: { success: true, id: it.id, to, points: pointsText(amount), at: iso(at), repeated } };
  };

  return handlersFor(ledgerRoutes, {
    'my-balance': async ({ body, session }) => {
      const account = userAccount(session.keyType, session.publicKey);
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
      const wish = readWish(body);
      return order(transferOrder(session, wish), wish.to.publicKey);
    },

    'grant-points': async ({ body, session }) => {
      const wish = readWish(body);
      return order(grantOrder(config, session, wish), wish.to.publicKey);
    },
  });
};
