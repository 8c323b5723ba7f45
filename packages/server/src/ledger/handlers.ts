import { invalidField, ledgerRoutes } from '@trigpoint/protocol';
import type { Context } from '../context.ts';
import { handlersFor } from '../http/handler.ts';
import { userAccount } from './accounts.ts';
import { fromMillionths, pointsText } from './amounts.ts';
import { readStatement, WrongCursor } from './statements.ts';

const defaultPage = 50;

export const ledgerHandlers = ({ db, now, fuel }: Pick<Context, 'db' | 'now' | 'fuel'>) =>
  handlersFor(ledgerRoutes, {
    'my-balance': async ({ body, session }) => {
      const account = userAccount(session.keyType, session.publicKey);
      const { limit = defaultPage, cursor } = body;
      try {
        const statement = await readStatement(db, fuel, account, { limit, cursor, now: now() });
        return {
          result: {
            points: fromMillionths(statement.points),
            points_exact: pointsText(statement.points),
            earned_in_7_days: fromMillionths(statement.earnedInWeek),
            earned_in_7_days_exact: pointsText(statement.earnedInWeek),
            fuel: fromMillionths(statement.fuel),
            entries: statement.entries.map((it) => ({
              at: new Date(it.at).toISOString(),
              points: fromMillionths(it.amount),
              points_exact: pointsText(it.amount),
              reason: it.memo,
            })),
            next_cursor: statement.next ?? null,
          },
        };
      } catch (error) {
        if (error instanceof WrongCursor) throw invalidField('cursor', 'must be the next_cursor of the previous reply');
        throw error;
      }
    },
  });
