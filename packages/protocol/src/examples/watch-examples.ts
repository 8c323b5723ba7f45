import type { watchRoutes } from '../watch-routes.ts';
import type { webhookRoutes } from '../webhook-routes.ts';
import { type At, ask, challengeId, type Examples, proverId, success } from './values.ts';

const id = '3c9f0a1b2d4e5f607182';
const seen = (at: At) => ({
  ...{ watch: id, name: 'db-7', state: 'running' as const, prover: proverId, parameters: { zone: 'EU' } },
  ...{ number_of_challengers: 12, every_seconds: 21_600, from: at(0), until: at(90 * 24), next_window: at(6) },
});
const own = (at: At) => ({
  ...{ ...seen(at), ask, slots: 360, price_per_slot: '24', last_result: 'inside', last_asked_at: at(-1) },
  public: false,
});
const slot = (at: At) => ({
  ...{ number: 3, count: 1, begins: at(-6), result: 'inside', asked_at: at(-1), challenge_id: challengeId },
  ...{ radius_km: 41, finding: 'changed', extra: { result: 'inside', challenge_id: challengeId, finding: 'same' } },
});
const listed = (at: At) => ({ ...seen(at), recent: [{ count: 1, begins: at(-6), result: 'inside' }] });
const changes = (at: At) => ({
  changes: [{ change: 'added', parameters: seen(at).parameters, at: at(-24), from_slot: 0, from: at(-24) }],
  change_count: 1,
});

/** Watches and their certificates. */
export const watchExamples = (at: At): Examples<typeof watchRoutes> => ({
  'watch-add': {
    body: {
      ...{ prover: proverId, parameters: { latitude: 50.11, longitude: 8.68, zone: 'EU' }, number_of_challengers: 12 },
      ...{ name: 'db-7', every_seconds: 21_600, until: at(90 * 24) },
    },
    reply: {
      result: {
        watch: own(at),
        slots: 360,
        price_per_slot: '24',
        price: '8640',
        extra_price: '8640',
        balance: '19000',
      },
    },
  },
  'watch-list': {
    body: { open: true, recent: 30 },
    reply: {
      result: { watches: [{ ...own(at), ...listed(at) }], next_cursor: null },
    },
  },
  'watch-show': {
    body: { watch: id, limit: 10 },
    reply: {
      result: {
        watch: own(at),
        ...changes(at),
        slots: [{ ...slot(at), reason: 'It is inside.', extra_reason: 'It is inside.' }],
      },
    },
  },
  'watch-change': { body: { watch: id, action: 'pause' }, reply: { result: { watch: own(at) } } },
  'watch-publish': { body: { watch: id, public: true }, reply: { result: { watch: own(at) } } },
  'public-watches': {
    body: { limit: 20, recent: 30 },
    reply: { result: { watches: [listed(at)], next_cursor: null } },
  },
  'public-watch': {
    body: { watch: id, limit: 10 },
    reply: { result: { watch: seen(at), ...changes(at), slots: [slot(at)] } },
  },
  'watch-certificate': {
    body: { watch: id, from: at(-30 * 24), to: at(-24) },
    reply: { result: { certificate: {} } },
  },
});

const hook = 'wh_5f1c0a9b8d7e6f5a4b3c2d1e';
const delivery = 'msg_0c9b8a7f6e5d4c3b2a190817f6e5d4c3';
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const webhook = (at: At) => ({
  ...{ id: hook, url: 'https://example.org/trigpoint', kinds: ['challenge.refuted', 'watch.outside'] },
  ...{ state: 'on' as const, created_at: at(-24), waiting: 0 },
});

/** Webhooks and what is sent to them. */
export const webhookExamples = (at: At): Examples<typeof webhookRoutes> => ({
  'add-webhook': {
    body: { url: 'https://example.org/trigpoint', kinds: ['challenge.refuted', 'watch.outside'] },
    reply: { result: { ...webhook(at), secret } },
  },
  'my-webhooks': { body: {}, reply: { result: { webhooks: [webhook(at)] } } },
  'edit-webhook': { body: { webhook: hook, state: 'paused' }, reply: success },
  'remove-webhook': { body: { webhook: hook }, reply: success },
  'rotate-webhook-secret': { body: { webhook: hook }, reply: { result: { secret } } },
  'test-webhook': { body: { webhook: hook }, reply: { result: { delivery } } },
  'webhook-deliveries': {
    body: { webhook: hook, limit: 10 },
    reply: {
      result: {
        deliveries: [
          {
            ...{ id: delivery, kind: 'challenge.verified', state: 'waiting', tries: 1, answer: 'It answered 500.' },
            ...{ created_at: at(-1), next_try_at: at(1), body: '{"type":"challenge.verified",…}' },
          },
        ],
      },
    },
  },
  'replay-delivery': { body: { webhook: hook, delivery }, reply: success },
});
