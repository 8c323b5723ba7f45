import { Type } from '@trigpoint/schema';
import { route, underProof } from './route.ts';

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
        points: Type.Number(),
        earned_in_7_days: Type.Number({ description: 'POINTS that came in' }),
        fuel: Type.Number(),
        entries: Type.Array(
          Type.Object({
            at: Type.String(),
            points: Type.Number({ description: 'Below zero: paid. Zero: the reason says why' }),
            reason: Type.String(),
          }),
        ),
        next_cursor: Type.Union([Type.String(), Type.Null()]),
      }),
    }),
    errors: ['not_logged_in', 'session_expired'],
  }),
};
