import { Type } from '@trigpoint/schema';
import { operations } from './route.ts';
import { challengeStates } from './states.ts';
import { anyChallengeId, asked, challengeId, moment, resultOf, stricter } from './wire-texts.ts';

const hash = (description: string) => Type.String({ pattern: '^[0-9a-f]{64}$', description });

/** Challenge requests, their status, and the list of past ones. */
export const challengeRoutes = operations({
  'challenge-request-dcl': {
    summary: 'Hand a challenge that was requested on chain over to the coordinator',
    auth: 'session',
    scope: 'ask',
    body: Type.Object({ challenge_id: challengeId }),
    reply: resultOf({ challenge_id: Type.String(), challenge_status: Type.Enum(challengeStates) }),
    errors: [
      'insufficient_balance',
      'challenge_not_on_chain',
      'challenge_of_other_type',
      'challenge_not_confirmed',
      'challenge_expired',
      'challenge_already_ended',
      'challenge_unusable',
      'too_many_waiting',
    ],
  },
  'challenge-request': {
    summary: 'Ask for a challenge without a chain; the fee, if there is one, is paid from the balance',
    auth: 'session',
    scope: 'ask',
    limit: 'ask',
    once: true,
    body: Type.Object(
      {
        ...asked(
          'Whom to measure: its id, or its key or address alone',
          'What to ask, such as latitude, longitude and zone, or direction and bandwidth_mbps. What is left out is taken from what the prover claims',
          4096,
        ),
        number_of_challengers: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 100, description: 'As many as is usual for the type unless given' }),
        ),
        tolerance: Type.Optional(
          Type.Integer({ minimum: 0, maximum: 99, description: 'How many may fail to answer; a third unless given' }),
        ),
        ask: Type.Optional(
          Type.String({
            pattern: '^0x([0-9a-f]{2}){1,2048}$',
            description: 'All of the above, encoded as it would stand on chain, in place of it',
          }),
        ),
        nonce_hash: Type.Optional(
          hash(
            'Without a chain: the SHA-256 of a nonce of 64 hex digits, which challenge-reveal takes. Left out, the service makes one, and could choose the seed alone',
          ),
        ),
        timeout_seconds: Type.Optional(
          Type.Integer({
            minimum: 60,
            maximum: 86_400,
            description: 'How long it waits for the consent of the prover; an hour unless given',
          }),
        ),
        request: Type.Optional(
          Type.Object(
            { text: Type.String({ maxLength: 1024 }), signature: Type.String({ minLength: 1, maxLength: 512 }) },
            {
              description:
                'The request as its payer signed it (docs/evidence.md). It says nonce_hash and the end itself',
            },
          ),
        ),
      },
      stricter({ anyOf: [{ required: ['prover'] }, { required: ['ask'] }] }),
    ),
    reply: resultOf({
      challenge_id: Type.String(),
      challenge_status: Type.Enum(challengeStates),
      ask: Type.String({ description: 'What was asked, encoded as it would stand on chain' }),
      request: Type.String({ description: 'The text that the id is the hash of' }),
      seed_from: Type.Enum(['block', 'payer', 'service'], {
        description:
          'What decides the draw together with the service: a block, the nonce of the payer, or nothing else (the service made the nonce)',
      }),
    }),
    errors: [
      'insufficient_balance',
      'agent_not_found',
      'challenge_unusable',
      'too_many_waiting',
      'idempotency_key_reused',
    ],
  },
  'challenge-reveal': {
    summary: 'Tell the nonce that challenge-request committed to, once the acceptance is in the log',
    auth: 'session',
    scope: 'ask',
    body: Type.Object({ challenge_id: anyChallengeId, nonce: hash('64 hex digits with the hash that was named') }),
    reply: resultOf({ challenge_id: Type.String(), challenge_status: Type.Enum(challengeStates) }),
    errors: ['not_allowed', 'challenge_not_found', 'challenge_not_accepted', 'nonce_not_wanted'],
  },
  'challenge-status-dcl': {
    summary: 'How far a challenge is, and its result',
    auth: 'session',
    scope: 'read',
    polled: true,
    body: Type.Object({ challenge_id: anyChallengeId }),
    reply: Type.Object({
      id: Type.String(),
      challenge_start_time: moment(),
      challenge_end_time: moment('Before the end: when it is due to end; no answer counts after it'),
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
    errors: ['challenge_not_found'],
  },
  'challenge-history': {
    summary: 'List challenges, newest first',
    auth: 'optional',
    scope: 'read',
    body: Type.Object({
      prover: Type.Optional(Type.String({ maxLength: 128, description: 'Only those about this prover id' })),
      payer: Type.Optional(Type.String({ maxLength: 128, description: 'Only those asked for by this address' })),
      challenge_id: Type.Optional(Type.String({ maxLength: 78, description: 'Only the one with this id' })),
      skip: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, description: '50 unless given' })),
    }),
    reply: resultOf({
      challenges: Type.Array(
        Type.Object({
          id: Type.String(),
          state: Type.Enum(challengeStates),
          challenge_start_time: moment(),
          challenge_end_time: moment(),
          prover: Type.String(),
          payer: Type.String(),
          parameters: Type.Record(Type.String(), Type.String()),
          verified: Type.String({ description: 'Empty before the end' }),
          reason: Type.String(),
          result: Type.Record(Type.String(), Type.String()),
        }),
      ),
    }),
  },
});
