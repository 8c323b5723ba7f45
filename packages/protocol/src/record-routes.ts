import Type from 'typebox';
import { route, underProof } from './route.ts';
import { challengeStates } from './states.ts';

const errors = ['not_logged_in', 'session_expired'] as const;

/** What happened: past challenges, their evidence, and what was earned. */
export const recordRoutes = {
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
  'challenge-evidence': route({
    summary: 'The whole signed transcript of an ended challenge, for anyone to check again',
    paths: [underProof('challenge-evidence')],
    auth: 'optional',
    limit: 'default',
    body: Type.Object({ challenge_id: Type.String({ minLength: 1, maxLength: 78 }) }),
    reply: Type.Object({
      result: Type.Object({
        transcript: Type.Object({}),
        transcript_hash: Type.String(),
        eligible_sets: Type.Record(Type.String(), Type.Array(Type.Object({}))),
        calibration: Type.Unknown(),
      }),
    }),
    errors: ['challenge_not_found', 'challenge_running'],
  }),
  'challenge-payments': route({
    summary: 'What the network paid for each reading of a challenge, with the reason',
    paths: [underProof('challenge-payments')],
    auth: 'optional',
    limit: 'default',
    body: Type.Object({ challenge_id: Type.String({ minLength: 1, maxLength: 78 }) }),
    reply: Type.Object({
      result: Type.Object({
        points: Type.Number({ description: 'All of them together' }),
        payments: Type.Array(Type.Object({ challenger: Type.String(), points: Type.Number(), reason: Type.String() })),
      }),
    }),
    errors: ['challenge_not_found'],
  }),
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
    errors,
  }),
};
