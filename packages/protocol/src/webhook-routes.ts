import { Type } from '@trigpoint/schema';
import { route, underProof } from './route.ts';
import { moment, momentOrNull, stricter } from './wire-texts.ts';

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
const done = Type.Object({ result: Type.Object({ success: Type.Boolean() }) });
const secret = Type.String({ description: 'Shown once. Signs messages as Standard Webhooks says' });
const errors = ['not_logged_in', 'session_expired'] as const;
const own = [...errors, 'webhook_not_found'] as const;

/** URLs that are told when something happens to a key's challenges, watches and agents. */
export const webhookRoutes = {
  'add-webhook': route({
    summary:
      'Be told at a URL when a challenge or a slot of a watch of this key ends, or when an agent of it goes or comes back',
    paths: [underProof('add-webhook')],
    auth: 'session',
    scope: 'admin',
    limit: 'default',
    body: Type.Object({
      url: Type.String({
        minLength: 8,
        maxLength: 2_000,
        description: 'https, at a public address',
        ...stricter({ pattern: '^https?://.' }),
      }),
      kinds: Type.Optional(kinds),
    }),
    reply: Type.Object({ result: Type.Object({ ...webhook.properties, secret }) }),
    errors: [...errors, 'too_many_webhooks'],
  }),
  'my-webhooks': route({
    summary: 'The webhooks of the logged-in key',
    paths: [underProof('my-webhooks')],
    auth: 'session',
    scope: 'read',
    limit: 'default',
    body: Type.Object({}),
    reply: Type.Object({ result: Type.Object({ webhooks: Type.Array(webhook) }) }),
    errors: [...errors],
  }),
  'edit-webhook': route({
    summary: 'Pause a webhook, switch it on, or change what it is told about',
    paths: [underProof('edit-webhook')],
    auth: 'session',
    scope: 'admin',
    limit: 'default',
    body: Type.Object({
      webhook: webhookId,
      kinds: Type.Optional(kinds),
      state: Type.Optional(Type.Enum(['on', 'paused'])),
    }),
    reply: done,
    errors: [...own],
  }),
  'remove-webhook': route({
    summary: 'Remove a webhook and what waits for it',
    paths: [underProof('remove-webhook')],
    auth: 'session',
    scope: 'admin',
    limit: 'default',
    body: Type.Object({ webhook: webhookId }),
    reply: done,
    errors: [...own],
  }),
  'rotate-webhook-secret': route({
    summary: 'Make a new secret. For 24 hours messages are signed with the old one too',
    paths: [underProof('rotate-webhook-secret')],
    auth: 'session',
    scope: 'admin',
    limit: 'default',
    body: Type.Object({ webhook: webhookId }),
    reply: Type.Object({ result: Type.Object({ secret }) }),
    errors: [...own],
  }),
  'test-webhook': route({
    summary: 'Send a message of kind webhook.test, to a webhook that is on',
    paths: [underProof('test-webhook')],
    auth: 'session',
    scope: 'admin',
    limit: 'login',
    body: Type.Object({ webhook: webhookId }),
    reply: Type.Object({ result: Type.Object({ delivery: Type.String() }) }),
    errors: [...own, 'webhook_test_refused'],
  }),
  'webhook-deliveries': route({
    summary: 'What was sent to a webhook and what became of it, newest first; kept for 30 days',
    paths: [underProof('webhook-deliveries')],
    auth: 'session',
    scope: 'read',
    limit: 'default',
    body: Type.Object({
      webhook: webhookId,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: '50 unless given' })),
      before: Type.Optional(deliveryId),
    }),
    reply: Type.Object({
      result: Type.Object({
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
    }),
    errors: [...own],
  }),
  'replay-delivery': route({
    summary: 'Send a message again, with the same id',
    paths: [underProof('replay-delivery')],
    auth: 'session',
    scope: 'admin',
    limit: 'default',
    body: Type.Object({ webhook: webhookId, delivery: deliveryId }),
    reply: done,
    errors: [...own, 'delivery_not_found'],
  }),
};
