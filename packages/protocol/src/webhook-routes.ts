import { Type } from '@trigpoint/schema';
import { operations } from './route.ts';
import { moment, momentOrNull, resultOf, stricter, success } from './wire-texts.ts';

/** What a webhook can be told about. */
export const webhookKinds = [
  'challenge.verified',
  'challenge.refuted',
  'challenge.inconclusive',
  'watch.inside',
  'watch.undecided',
  'watch.outside',
  'watch.missed',
  'watch.changed',
  'watch.moved',
  'agent.offline',
  'agent.back',
] as const;
export type WebhookKind = (typeof webhookKinds)[number];

const webhookId = Type.String({ pattern: '^wh_[0-9a-f]{24}$', description: 'As add-webhook answered it' });
const deliveryId = Type.String({ pattern: '^msg_[0-9a-f]{32}$', description: 'The webhook-id of a message' });
const kinds = Type.Array(Type.Enum([...webhookKinds]), {
  minItems: 1,
  uniqueItems: true,
  maxItems: webhookKinds.length,
});
const webhook = Type.Object({
  id: Type.String(),
  url: Type.String(),
  kinds: Type.Array(Type.String()),
  state: Type.Enum(['on', 'paused', 'failing'], {
    description: 'failing: nothing could be delivered for three days, and nothing is sent until it is switched on',
  }),
  created_at: moment(),
  waiting: Type.Integer({ description: 'Deliveries on their way' }),
});
const secret = Type.String({ description: 'Shown once. Signs messages as Standard Webhooks says' });

/** URLs that are told when something happens to a key's challenges, watches and agents. */
export const webhookRoutes = operations({
  'add-webhook': {
    summary:
      'Be told at a URL when a challenge or a slot of a watch of this key ends, or when an agent of it goes or comes back',
    auth: 'session',
    scope: 'admin',
    body: Type.Object({
      url: Type.String({
        minLength: 8,
        maxLength: 2_000,
        description: 'https, at a public address',
        ...stricter({ pattern: '^https?://.' }),
      }),
      kinds: Type.Optional(kinds),
    }),
    reply: resultOf({ ...webhook.properties, secret }),
    errors: ['too_many_webhooks'],
  },
  'my-webhooks': {
    summary: 'The webhooks of the logged-in key',
    auth: 'session',
    scope: 'read',
    body: Type.Object({}),
    reply: resultOf({ webhooks: Type.Array(webhook) }),
  },
  'edit-webhook': {
    summary: 'Pause a webhook, switch it on, or change what it is told about',
    auth: 'session',
    scope: 'admin',
    body: Type.Object({
      webhook: webhookId,
      kinds: Type.Optional(kinds),
      state: Type.Optional(Type.Enum(['on', 'paused'])),
    }),
    reply: success,
    errors: ['webhook_not_found'],
  },
  'remove-webhook': {
    summary: 'Remove a webhook and what waits for it',
    auth: 'session',
    scope: 'admin',
    body: Type.Object({ webhook: webhookId }),
    reply: success,
    errors: ['webhook_not_found'],
  },
  'rotate-webhook-secret': {
    summary: 'Make a new secret. For 24 hours messages are signed with the old one too',
    auth: 'session',
    scope: 'admin',
    body: Type.Object({ webhook: webhookId }),
    reply: resultOf({ secret }),
    errors: ['webhook_not_found'],
  },
  'test-webhook': {
    summary: 'Send a message of kind webhook.test, to a webhook that is on',
    auth: 'session',
    scope: 'admin',
    limit: 'login',
    body: Type.Object({ webhook: webhookId }),
    reply: resultOf({ delivery: Type.String() }),
    errors: ['webhook_not_found', 'webhook_test_refused'],
  },
  'webhook-deliveries': {
    summary: 'What was sent to a webhook and what became of it, newest first; kept for 30 days',
    auth: 'session',
    scope: 'read',
    body: Type.Object({
      webhook: webhookId,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: '50 unless given' })),
      before: Type.Optional(deliveryId),
    }),
    reply: resultOf({
      deliveries: Type.Array(
        Type.Object({
          id: Type.String(),
          kind: Type.String(),
          state: Type.Enum(['waiting', 'delivered', 'given_up']),
          tries: Type.Integer(),
          answer: Type.String({ description: 'What came of the last try' }),
          created_at: moment(),
          next_try_at: momentOrNull(),
          body: Type.String({ description: 'What is sent, byte by byte' }),
        }),
      ),
    }),
    errors: ['webhook_not_found'],
  },
  'replay-delivery': {
    summary: 'Send a message again, with the same id',
    auth: 'session',
    scope: 'admin',
    body: Type.Object({ webhook: webhookId, delivery: deliveryId }),
    reply: success,
    errors: ['webhook_not_found', 'delivery_not_found'],
  },
});
