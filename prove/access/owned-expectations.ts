import { type Asked, expectation, isNew, isOf, type Outcome } from './expectation.ts';
import type { ApiKeyObject, WatchObject, WebhookObject } from './owned.ts';
import type { Person } from './people.ts';
import type { Change } from './rows.ts';
import type { World } from './world.ts';

const day = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();
const everybody = ({ people }: World) => people;
const owners = ({ owner }: { readonly owner: Person }) => [owner];
const only =
  (refusal: Outcome) =>
  ({ who, object }: Asked<{ readonly owner: Person }>): readonly Outcome[] =>
    who === object.owner ? ['ok'] : [refusal];

const payerOf = ({ keyType, publicKey }: Person) => `${keyType}:${publicKey}`;
const isOwnKey = ({ before, after }: Change, who: Person) => isOf(before ?? after, who) && isOf(after ?? before, who);

const keys = ({ apiKeys }: World) => apiKeys;
const ofKey = { objects: keys, owners, body: ({ id }: ApiKeyObject) => ({ id }), field: 'id' } as const;

export const keyExpectations = {
  'create-key': expectation<ApiKeyObject>({
    ...{ objects: keys, owners },
    body: (_, random) => ({ name: 'mine', scopes: random.pick([['read'], ['ask', 'admin'], ['campaigns']]) }),
    answer: () => ['ok'],
    writes: (change, { who }) => change.table === 'api_key' && isNew(change) && isOf(change.after, who),
  }),
  keys: expectation<Person>({ objects: everybody, answer: () => ['ok'] }),
  'rotate-key': expectation<ApiKeyObject>({
    ...ofKey,
    answer: only('invalid_field'),
    writes: (change, { who }) => change.table === 'api_key' && isOwnKey(change, who),
  }),
  'revoke-key': expectation<ApiKeyObject>({
    ...ofKey,
    answer: only('invalid_field'),
    writes: (change, { who }) => change.table === 'api_key' && isOf(change.before, who) && !change.after,
  }),
  // An account of its own, which is nobody's who is here.
  'guest-key': expectation<Person>({
    objects: everybody,
    answer: () => ['ok'],
    writes: (change, { who }) => change.table === 'api_key' && isNew(change) && !isOf(change.after, who),
  }),
};

const watches = ({ watches: all }: World) => all;
const ofWatch = { objects: watches, owners, body: ({ id }: WatchObject) => ({ watch: id }), field: 'watch' } as const;
/** They are all about locations. */
const ofOwnType = (asked: Asked<WatchObject>): readonly Outcome[] =>
  asked.proofType === 'pol' ? only('watch_not_found')(asked) : ['watch_not_found'];
const watchTables = new Set(['watch', 'watch_edition', 'watched_prover']);

export const watchExpectations = {
  'watch-add': expectation<WatchObject>({
    ...{ objects: watches, owners },
    body: ({ prover }, random) => ({
      ...{ prover, every_seconds: 43_200, from: inDays(1), until: inDays(3) },
      dry_run: random.int(2) === 0,
    }),
    // The prover claims no bandwidth.
    answer: ({ proofType }) =>
      proofType === 'pol' ? ['ok'] : ['challenge_unusable', 'invalid_field', 'agent_not_found'],
    writes: (change, { who }) =>
      watchTables.has(change.table) &&
      (change.table !== 'watch' || (isNew(change) && change.after?.payer === payerOf(who))),
  }),
  'watch-list': expectation<Person>({ objects: everybody, answer: () => ['ok'] }),
  'watch-show': expectation<WatchObject>({ ...ofWatch, answer: ofOwnType }),
  'watch-change': expectation<WatchObject>({
    ...ofWatch,
    body: ({ id }, random) => ({ watch: id, action: random.pick(['pause', 'end']) }),
    answer: ofOwnType,
    writes: (change, { who, object }) =>
      watchTables.has(change.table) &&
      (change.table !== 'watch' || (change.before?.id === object.id && change.after?.payer === payerOf(who))),
  }),
  // No window of it is over, so there is nothing to certify yet.
  'watch-certificate': expectation<WatchObject>({
    ...ofWatch,
    answer: (asked) => [ofOwnType(asked)[0] === 'ok' ? 'certificate_unready' : 'watch_not_found'],
  }),
};

const webhooks = ({ webhooks: all }: World) => all;
const ofWebhook = {
  ...{ objects: webhooks, owners, field: 'webhook' },
  body: ({ id }: WebhookObject) => ({ webhook: id }),
  answer: only('webhook_not_found'),
} as const;
const changesOwn = ({ table, before, after }: Change, { id }: WebhookObject): boolean =>
  (table === 'webhook' && before?.id === id) ||
  (table === 'delivery' && (after ?? before)?.webhook_id === id) ||
  (table === 'told_agent' && before?.webhook_id === id);

export const webhookExpectations = {
  'add-webhook': expectation<WebhookObject>({
    ...{ objects: webhooks, owners },
    body: () => ({ url: 'https://hooks.example/new', kinds: ['challenge.refuted'] }),
    answer: () => ['ok'],
    writes: (change, { who }) => change.table === 'webhook' && isNew(change) && change.after?.owner === who.publicKey,
  }),
  'my-webhooks': expectation<Person>({ objects: everybody, answer: () => ['ok'] }),
  'edit-webhook': expectation<WebhookObject>({
    ...ofWebhook,
    body: ({ id }, random) => ({ webhook: id, ...random.pick([{ state: 'paused' }, { kinds: ['agent.back'] }]) }),
    writes: (change, { object }) => changesOwn(change, object),
  }),
  'remove-webhook': expectation<WebhookObject>({
    ...ofWebhook,
    writes: (change, { object }) => changesOwn(change, object) && !change.after,
  }),
  'rotate-webhook-secret': expectation<WebhookObject>({
    ...ofWebhook,
    writes: (change, { object }) => changesOwn(change, object),
  }),
  'test-webhook': expectation<WebhookObject>({
    ...ofWebhook,
    writes: (change, { object }) => changesOwn(change, object),
  }),
  'webhook-deliveries': expectation<WebhookObject>({
    ...ofWebhook,
    body: ({ id, delivery }, random) => ({ webhook: id, ...random.pick([{}, { limit: 200 }, { before: delivery }]) }),
  }),
  'replay-delivery': expectation<WebhookObject>({
    ...ofWebhook,
    body: ({ id, delivery }) => ({ webhook: id, delivery }),
    writes: (change, { object }) => changesOwn(change, object),
  }),
};
