import { Type } from '@trigpoint/schema';
import { keyPattern } from './keys.ts';
import { operations } from './route.ts';
import { linePattern, moment, resultOf, stricter } from './wire-texts.ts';

/**
 * A JSON number beyond 2^53 millionths of a POINT loses digits. So each amount that can be larger has a second field with all its
 * digits.
 */
const exact = Type.String({ description: 'The same amount with all its digits, such as 9007199254.740993' });

const order = {
  to: Type.String({
    minLength: 32,
    maxLength: 64,
    description: 'The public key that receives it: an address, or base58',
    ...stricter({ pattern: keyPattern }),
  }),
  points: Type.String({
    maxLength: 20,
    description: 'More than 0, at most six decimals, such as 12.5; a text, to be exact',
    ...stricter({ pattern: '^(?!0(\\.0+)?$)(0|[1-9][0-9]{0,9})(\\.[0-9]{1,6})?$' }),
  }),
  id: Type.String({
    pattern: '^[!-~]{8,128}$',
    description: 'Chosen by the caller, 8 to 128 letters without spaces. The same id again moves nothing more',
  }),
};
const carriedOut = Type.Object({
  result: Type.Object({
    success: Type.Boolean(),
    id: Type.String(),
    to: Type.String(),
    points: Type.String(),
    at: moment(),
    repeated: Type.Boolean({ description: 'It was carried out before, at the time told, and not again' }),
  }),
});

/** What a key has earned and spent. */
export const ledgerRoutes = operations({
  'my-balance': {
    summary: 'What the logged-in key has, and every entry with its reason, newest first',
    auth: 'session',
    scope: 'read',
    body: Type.Object({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, description: '50 unless given' })),
      cursor: Type.Optional(
        Type.String({
          maxLength: 512,
          description: 'From the previous reply',
          ...stricter({ pattern: '^[A-Za-z0-9_.:-]{1,512}$' }),
        }),
      ),
    }),
    reply: resultOf({
      points: Type.Number({ description: 'Rounded beyond 2^53 millionths, as JSON numbers are' }),
      points_exact: exact,
      earned_in_7_days: Type.Number({ description: 'POINTS that came in' }),
      earned_in_7_days_exact: exact,
      fuel: Type.Number(),
      budgets: Type.Array(
        Type.Object({
          of: Type.Enum(['owner', 'payer', 'prover', 'readings', 'campaigns']),
          used: Type.String({ description: 'POINTS' }),
          most: Type.String({ description: 'POINTS' }),
          until: moment('When it begins anew'),
        }),
        {
          description:
            'What the network itself pays in a day: to this key, because of it, for its provers, and in total for readings and for photos',
        },
      ),
      entries: Type.Array(
        Type.Object({
          at: moment(),
          points: Type.Number({ description: 'Below zero: paid. Zero: the reason says why' }),
          points_exact: exact,
          reason: Type.String(),
        }),
      ),
      next_cursor: Type.Union([Type.String(), Type.Null()]),
    }),
  },
  'transfer-points': {
    summary: 'Give POINTS to another key, once for each id',
    auth: 'session',
    scope: 'admin',
    body: Type.Object({
      ...order,
      reason: Type.Optional(
        Type.String({ maxLength: 200, description: 'Told to both', ...stricter({ pattern: linePattern }) }),
      ),
    }),
    reply: carriedOut,
    errors: ['idempotency_key_reused', 'points_short'],
  },
  'grant-points': {
    summary: 'Issue POINTS to a key, once for each id; for operators alone',
    auth: 'session',
    scope: 'admin',
    body: Type.Object({
      ...order,
      reason: Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Told to whoever receives it',
        ...stricter({ pattern: linePattern }),
      }),
    }),
    reply: carriedOut,
    errors: ['idempotency_key_reused', 'not_allowed'],
  },
});
