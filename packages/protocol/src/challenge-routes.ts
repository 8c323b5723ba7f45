import Type from 'typebox';
import { route, underProof } from './route.ts';
import { challengeStates } from './states.ts';

const challengeId = Type.String({
  minLength: 1,
  maxLength: 78,
  description: 'The id that submitRequest produced, as a decimal number',
});

/** Challenge requests and their status (§4.3, §4.4). */
export const challengeRoutes = {
  'challenge-request-dcl': route({
    summary: 'Hand a challenge that was requested on chain over to the coordinator',
    paths: [underProof('challenge-request-dcl')],
    auth: 'session',
    limit: 'default',
    body: Type.Object({ challenge_id: challengeId }),
    reply: Type.Object({
      result: Type.Object({ challenge_id: Type.String(), challenge_status: Type.Enum(challengeStates) }),
    }),
    errors: [
      'not_logged_in',
      'session_expired',
      'insufficient_balance',
      'challenge_not_on_chain',
      'challenge_of_other_type',
      'challenge_not_confirmed',
      'challenge_expired',
      'challenge_already_ended',
      'challenge_unusable',
    ],
  }),
  'challenge-status-dcl': route({
    summary: 'How far a challenge is, and its result',
    paths: [underProof('challenge-status-dcl')],
    auth: 'session',
    limit: 'default',
    polled: true,
    body: Type.Object({ challenge_id: challengeId }),
    reply: Type.Object({
      id: Type.String(),
      challenge_start_time: Type.String(),
      challenge_end_time: Type.String({ description: 'Before the end: when it will have ended at the latest' }),
      state: Type.Enum(challengeStates),
      challenge_parameters: Type.Intersect([
        Type.Object({ number_of_challengers: Type.Integer() }),
        Type.Record(Type.String(), Type.Union([Type.String(), Type.Integer()])),
      ]),
      consolidated_result: Type.Record(Type.String(), Type.String(), {
        description: 'Empty before the end; then `verified` ("true", "false", "inconclusive"), `reason` and more',
      }),
      prover: Type.Object({
        id: Type.String({ description: 'Empty until the prover was first seen' }),
        claims: Type.Record(Type.String(), Type.String()),
      }),
    }),
    errors: ['not_logged_in', 'session_expired', 'challenge_not_found'],
  }),
};
