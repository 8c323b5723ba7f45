import { type Asked, expectation, isNew, type Outcome } from './expectation.ts';
import type { Change } from './rows.ts';
import type { WebhookObject } from './webhooks.ts';
import type { World } from './world.ts';

/** A webhook, and a delivery that may be another webhook's. */
type WithDelivery = WebhookObject & { readonly delivery: string };

const objects = ({ webhooks }: World) => webhooks;
const owners = ({ owner }: WebhookObject) => [owner];
const body = ({ id }: WebhookObject) => ({ webhook: id });
const field = 'webhook';
const ifOwn = ({ who, object }: Asked<WebhookObject>): readonly Outcome[] =>
  who === object.owner ? ['ok'] : ['webhook_not_found'];

const isItself = ({ table, before }: Change, { id, owner }: WebhookObject): boolean =>
  table === 'webhook' && before?.id === id && before.owner === owner.publicKey;
const isItsDelivery = ({ table, before, after }: Change, { id }: WebhookObject): boolean =>
  table === 'delivery' && (before ?? after)?.webhook_id === id && (after ?? before)?.webhook_id === id;

const withDeliveries = ({ webhooks }: World): WithDelivery[] =>
  webhooks.flatMap((it) => webhooks.flatMap(({ deliveries }) => deliveries.map((delivery) => ({ ...it, delivery }))));

export const webhookExpectations = {
  'add-webhook': expectation<WebhookObject>({
    objects,
    owners,
    body: () => ({ url: 'https://example.com/hook', kinds: ['watch.inside'] }),
    answer: () => ['ok'],
    writes: (change, { who }) => change.table === 'webhook' && isNew(change) && change.after?.owner === who.publicKey,
  }),
  'my-webhooks': expectation<WebhookObject>({ objects, owners, body, answer: () => ['ok'] }),
  'edit-webhook': expectation<WebhookObject>({
    objects,
    owners,
    body: ({ id }, random) => ({ webhook: id, ...random.pick([{ state: 'on' }, { kinds: ['challenge.verified'] }]) }),
    field,
    answer: ifOwn,
    writes: (change, { object }) => isItself(change, object) && change.after?.owner === object.owner.publicKey,
  }),
  'remove-webhook': expectation<WebhookObject>({
    objects,
    owners,
    body,
    field,
    answer: ifOwn,
    writes: (change, { object }) => !change.after && (isItself(change, object) || isItsDelivery(change, object)),
  }),
  'rotate-webhook-secret': expectation<WebhookObject>({
    objects,
    owners,
    body,
    field,
    answer: ifOwn,
    writes: (change, { object }) => isItself(change, object) && change.after?.owner === object.owner.publicKey,
  }),
  'test-webhook': expectation<WebhookObject>({
    objects,
    owners,
    body,
    field,
    // The webhooks are paused, so a test is refused.
    answer: ({ who, object }) => (who === object.owner ? ['webhook_test_refused'] : ['webhook_not_found']),
  }),
  'webhook-deliveries': expectation<WithDelivery>({
    objects: withDeliveries,
    owners,
    body: ({ id, delivery }, random) => ({ webhook: id, ...random.pick([{}, { limit: 200 }, { before: delivery }]) }),
    field,
    answer: ifOwn,
  }),
  'replay-delivery': expectation<WithDelivery>({
    objects: withDeliveries,
    owners,
    body: ({ id, delivery }) => ({ webhook: id, delivery }),
    field,
    answer: (asked) => {
      if (asked.who !== asked.object.owner) return ['webhook_not_found'];
      return asked.object.deliveries.includes(asked.object.delivery) ? ['ok'] : ['delivery_not_found'];
    },
    writes: (change, { object }) => isItsDelivery(change, object) && change.before?.id === object.delivery,
  }),
};
