import { Type } from '@trigpoint/schema';
import { route, underProof } from './route.ts';

/** JSON numbers lose digits beyond 2^53 millionths of a POINT, so each amount that can be larger has its digits beside it. */
const exact = Type.String({ description: 'The same amount with all its digits, such as 9007199254.740993' });

/** What a key has earned and spent. */
export const ledgerRoutes = {
  'my-balance': route({
    summary: 'What the logged-in key has, and every entry with its reason, newest first',
    paths: [underProof('my-balance')],
    auth: 'session',
    limit: 'default',
    body: Type.Object({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, description: '50 unless given' })),
      cursor: Type.Optional(Type.String({ maxLength: 512, description: 'From the previous reply' })),
    }),
    reply: Type.Object({
      result: Type.Object({
        points: Type.Number({ description: 'Rounded beyond 2^53 millionths, as JSON numbers are' }),
        points_exact: Type.Optional(exact),
        earned_in_7_days: Type.Number({ description: 'POINTS that came in' }),
        earned_in_7_days_exact: Type.Optional(exact),
        fuel: Type.Number(),
        entries: Type.Array(
          Type.Object({
            at: Type.String(),
            points: Type.Number({ description: 'Below zero: paid. Zero: the reason says why' }),
            points_exact: Type.Optional(exact),
            reason: Type.String(),
          }),
        ),
        next_cursor: Type.Union([Type.String(), Type.Null()]),
      }),
    }),
    errors: ['not_logged_in', 'session_expired'],
  }),
};
