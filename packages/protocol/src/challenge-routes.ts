import { Type } from '@trigpoint/schema';
import { route, underProof } from './route.ts';
import { challengeStates } from './states.ts';

const challengeId = Type.String({
  minLength: 1,
  maxLength: 78,
  description: 'The id that submitRequest produced, as a decimal number',
});

/** Challenge requests, their status, and the list of past ones. */
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
      'too_many_waiting',
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
  'challenge-history': route({
    summary: 'List challenges, newest first',
    paths: [underProof('challenge-history')],
    auth: 'optional',
    limit: 'default',
    body: Type.Object({
      prover: Type.Optional(Type.String({ maxLength: 128, description: 'Only those about this prover id' })),
      payer: Type.Optional(Type.String({ maxLength: 128, description: 'Only those asked for by this address' })),
      challenge_id: Type.Optional(Type.String({ maxLength: 78, description: 'Only the one with this id' })),
      skip: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, description: '50 unless given' })),
    }),
    reply: Type.Object({
      result: Type.Object({
        challenges: Type.Array(
          Type.Object({
            id: Type.String(),
            state: Type.Enum(challengeStates),
            challenge_start_time: Type.String(),
            challenge_end_time: Type.String(),
            prover: Type.String(),
            payer: Type.String(),
            parameters: Type.Record(Type.String(), Type.String()),
            verified: Type.String({ description: 'Empty before the end' }),
            reason: Type.String(),
            result: Type.Record(Type.String(), Type.String()),
          }),
        ),
      }),
    }),
    errors: [],
  }),
};
