import { Type } from '@trigpoint/schema';
import { keyTypes } from './keys.ts';
import { operations } from './route.ts';
import { moment, resultOf, stricter } from './wire-texts.ts';

const page = {
  skip: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, description: '50 unless given' })),
};

/** Long lists are paged by cursor, because the service must count what `skip` skips. */
const agentPage = {
  ...page,
  cursor: Type.Optional(
    Type.String({
      maxLength: 256,
      description: 'next_cursor of the page before, for any depth; then without skip',
      ...stricter({ pattern: '^([A-Za-z0-9_-]{4,256})?$' }),
    }),
  ),
};
const nextCursor = Type.Union([Type.String(), Type.Null()], { description: 'null at the end' });

const statuses = ['candidate', 'admitted', 'set_aside'] as const;
const admission = {
  status: Type.Enum(statuses),
  since: moment(),
  since_block: Type.Union([Type.Integer(), Type.Null()], { description: 'The newest block of the chain then' }),
  by: Type.String({
    description: 'An operator’s key, or the rule: arrival, change, file, mesh, or open where everybody is admitted',
  }),
  reason: Type.String(),
};

const agent = Type.Object({
  id: Type.String({ description: 'IPv4/<publicKey> or IPv6/<publicKey>' }),
  keyType: Type.Enum(keyTypes),
  publicKey: Type.String(),
  projectName: Type.String(),
  projectPublicKey: Type.String(),
  claims: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
  online: Type.Boolean(),
  last_alive: moment(),
  verified_place: Type.Union([
    Type.Object({
      latitude: Type.Number(),
      longitude: Type.Number(),
      uncertainty_km: Type.Number(),
      challenge_id: Type.String(),
      at: moment(),
    }),
    Type.Null(),
  ]),
  verified_result: Type.Union([Type.Record(Type.String(), Type.String()), Type.Null()], {
    description: 'The newest result that was verified, with its challenge_id; its names are those of the proof type',
  }),
  number_of_challenges: Type.Integer(),
  number_of_successful_challenges: Type.Integer(),
  admission: Type.Union([Type.Object(admission), Type.Null()], {
    description: 'Whether a challenger may be drawn; null for provers',
  }),
});

const decided = Type.Object({
  id: Type.String(),
  ...admission,
  latitude: Type.Union([Type.Number(), Type.Null()], { description: 'The place that this holds for; null for any' }),
  longitude: Type.Union([Type.Number(), Type.Null()]),
  owner: Type.String({ description: 'The owner that this holds for; empty for any' }),
  endpoint: Type.String({ description: 'The IP address that it must be reached at; empty for any' }),
});

const result = Type.Object({
  challenge_id: Type.String(),
  prover: Type.String(),
  challenger: Type.String(),
  received_at: moment(),
  message: Type.String({ description: 'Exactly as signed' }),
  signature: Type.String(),
});

const refusal = Type.Object({
  challenge_id: Type.String(),
  code: Type.String(),
  reason: Type.String(),
  at: moment(),
});

const span = Type.Object({ from: moment(), until: moment() });
const seen = Type.Object(
  {
    since: moment('A day ago'),
    spans: Type.Array(span, { description: 'When it was connected since then' }),
    share: Type.Number({ description: 'Of the last thirty days, or of its life if that is shorter; 0 to 1' }),
  },
  { description: 'When it was there' },
);

const oneAgent = Type.Object({
  result: Type.Intersect([
    agent,
    Type.Object({
      version: Type.String(),
      first_seen: moment(),
      seen,
      results: Type.Array(result, { description: 'The newest readings by it, or about it' }),
      set_aside: Type.Union([Type.String(), Type.Null()], {
        description: 'Why its readings do not count now: its stated place is in doubt; for its owner alone',
      }),
      set_aside_evidence: Type.Array(result, {
        description: 'What it and other challengers measured of each other, the fastest first; for its owner alone',
      }),
      refusals: Type.Array(refusal, { description: 'Readings that were not taken, and why; for its owner alone' }),
    }),
  ]),
});

const tally = { true: Type.Integer(), false: Type.Integer(), inconclusive: Type.Integer() };
const byId = Type.Object({ id: Type.String({ minLength: 1, maxLength: 128 }) });

/** The agents of the network, their admission, and statistics. */
export const networkRoutes = operations({
  provers: {
    summary: 'List provers, the most recently alive first',
    auth: 'optional',
    scope: 'read',
    body: Type.Object(agentPage),
    reply: resultOf({ provers: Type.Array(agent), total: Type.Integer(), next_cursor: nextCursor }),
  },
  prover: {
    summary: 'One prover with the newest readings about it',
    auth: 'optional',
    scope: 'read',
    body: byId,
    reply: oneAgent,
    errors: ['agent_not_found'],
  },
  challengers: {
    summary: 'List challengers, the most recently alive first',
    auth: 'optional',
    scope: 'read',
    body: Type.Object(agentPage),
    reply: resultOf({ challengers: Type.Array(agent), total: Type.Integer(), next_cursor: nextCursor }),
  },
  challenger: {
    summary: 'One challenger with its newest readings',
    auth: 'optional',
    scope: 'read',
    body: byId,
    reply: oneAgent,
    errors: ['agent_not_found'],
  },
  'admit-challenger': {
    summary: 'Admit a challenger, or set it aside; for operators alone',
    auth: 'session',
    scope: 'admin',
    body: Type.Object(
      {
        challenger: Type.String({ minLength: 1, maxLength: 128, description: 'Its id, or its key for both families' }),
        status: Type.Optional(Type.Enum(statuses, { description: 'admitted unless given' })),
        reason: Type.Optional(Type.String({ maxLength: 512, description: 'Public: it goes into the log' })),
        latitude: Type.Optional(Type.Number({ minimum: -90, maximum: 90, description: 'Where it must state to be' })),
        longitude: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
        owner: Type.Optional(Type.String({ minLength: 1, maxLength: 128, description: 'Whom it must work for' })),
        endpoint: Type.Optional(Type.String({ minLength: 2, maxLength: 64, description: 'Its IP address' })),
      },
      stricter({ dependentRequired: { latitude: ['longitude'], longitude: ['latitude'] } }),
    ),
    reply: resultOf({ admissions: Type.Array(decided) }),
    errors: ['not_allowed'],
  },
  'list-admissions': {
    summary: 'List who may be drawn and who waits, the newest decisions first; for operators alone',
    auth: 'session',
    scope: 'admin',
    body: Type.Object({ status: Type.Optional(Type.Enum(statuses)), ...page }),
    reply: resultOf({ admissions: Type.Array(decided), total: Type.Integer() }),
    errors: ['not_allowed'],
  },
  statistics: {
    summary: 'Who is connected, and how challenges ended by hour over the last day',
    auth: 'optional',
    scope: 'read',
    body: Type.Object({}),
    reply: resultOf({
      provers: Type.Integer(),
      challengers: Type.Integer(),
      open_challenges: Type.Integer(),
      ended: Type.Object(tally),
      hours: Type.Array(Type.Object({ hour: moment(), ...tally })),
    }),
  },
});
