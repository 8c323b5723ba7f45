import { invalidField, serviceError, webhookKinds, webhookRoutes } from '@trigpoint/protocol';
import type { Context } from '../context.ts';
import { handlersFor } from '../http/handler.ts';
import { networkOf } from '../network/addresses.ts';
import { iso } from '../times.ts';
import { whyNoUrl } from './sending.ts';
import type { Webhook } from './webhooks.ts';

const defaultPage = 50;

const wireWebhook = ({ id, url, kinds, state, createdAt, waiting = 0 }: Webhook & { waiting?: number }) => ({
  ...{ id, url, kinds: [...kinds], state, created_at: iso(createdAt), waiting },
});

export const webhookHandlers = ({ webhooks, config }: Pick<Context, 'webhooks' | 'config'>) => {
  const found = <T>(it: T | undefined | false, webhook: string): T => {
    if (it === undefined || it === false) throw serviceError('webhook_not_found', { webhook });
    return it;
  };
  const success = { result: { success: true } };
  return handlersFor(webhookRoutes, {
    'add-webhook': async ({ body: { url, kinds = webhookKinds }, session, address }) => {
      const problem = whyNoUrl(url, config.webhooksToPrivate);
      if (problem) throw invalidField('url', problem);
      const webhook = await webhooks.add({ owner: session.publicKey, network: networkOf(address) }, url, kinds);
      return { result: { ...wireWebhook(webhook), secret: webhook.secret } };
    },

    'my-webhooks': async ({ session }) => ({
      result: { webhooks: (await webhooks.list(session.publicKey)).map(wireWebhook) },
    }),

    'edit-webhook': async ({ body: { webhook, ...change }, session }) => {
      found(await webhooks.edit(session.publicKey, webhook, change), webhook);
      return success;
    },

    'remove-webhook': async ({ body: { webhook }, session }) => {
      found(await webhooks.remove(session.publicKey, webhook), webhook);
      return success;
    },

    'rotate-webhook-secret': async ({ body: { webhook }, session }) => ({
      result: { secret: found(await webhooks.rotate(session.publicKey, webhook), webhook) },
    }),

    'test-webhook': async ({ body: { webhook }, session }) => {
      const result = found(await webhooks.test(session.publicKey, webhook), webhook);
      if ('problem' in result) throw serviceError('webhook_test_refused', { webhook, ...result });
      return { result };
    },

    'webhook-deliveries': async ({ body: { webhook, limit = defaultPage, before }, session }) => {
      found(await webhooks.find(session.publicKey, webhook), webhook);
      const deliveries = await webhooks.deliveries(webhook, limit, before);
      return {
        result: {
          deliveries: deliveries.map(({ id, kind, state, tries, answer, createdAt, dueAt, body }) => ({
            ...{ id, kind, state, tries, answer, created_at: iso(createdAt), body },
            next_try_at: state === 'waiting' ? iso(dueAt) : null,
          })),
        },
      };
    },

    'replay-delivery': async ({ body: { webhook, delivery }, session }) => {
      found(await webhooks.find(session.publicKey, webhook), webhook);
      if (!(await webhooks.replay(webhook, delivery))) throw serviceError('delivery_not_found', { webhook, delivery });
      return success;
    },
  });
};
