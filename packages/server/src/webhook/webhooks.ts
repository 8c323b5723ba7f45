import { serviceError, type WebhookKind } from '@trigpoint/protocol';
import type { Reader, Tx } from '../db/driver.ts';
import { dayMs, iso } from '../times.ts';
import type { Foundation } from '../wiring/foundation.ts';
import * as store from './store.ts';

export type { Delivery, Webhook } from './store.ts';

/** A message that could not be delivered for this long is given up. */
export const deliverWithinMs = 3 * dayMs;
const keptMs = 30 * dayMs;
const bothSecretsMs = dayMs;
/** How many webhooks there may be. Each takes a few hundred bytes, and its deliveries wait for days. */
const mostOfKey = 10;
const mostFromNetwork = 300;
const mostInAll = 50_000;
/** How many deliveries may wait for one webhook. That is three days at 138 an hour. */
const mostWaitingUsually = 10_000;

/** An event that the webhooks of some keys are told about. */
export interface Told {
  readonly kind: WebhookKind;
  readonly keys: readonly string[];
  readonly at: number;
  readonly data: Readonly<Record<string, string | null>>;
}

export interface WebhooksOptions extends Pick<Foundation, 'db' | 'now' | 'random'> {
  readonly mostWaiting?: number;
}

/** The webhooks of all keys, and what they are told. */
export class Webhooks {
  readonly #options: WebhooksOptions;

  constructor(options: WebhooksOptions) {
    this.#options = options;
  }

  /** Adds a webhook. Throws if there are too many. */
  async add(
    { owner, network }: Pick<store.Webhook, 'owner' | 'network'>,
    url: string,
    kinds: readonly WebhookKind[],
  ): Promise<store.Webhook> {
    const { db, now, random } = this.#options;
    const webhook: store.Webhook = {
      ...{ id: `wh_${random(12).toString('hex')}`, owner, network, url, kinds, state: 'on' },
      secret: this.#newSecret(),
      ...{ previousSecret: '', previousUntil: 0, createdAt: now(), leaseUntil: 0, quietUntil: 0, failures: 0 },
    };
    const limits = [
      [mostOfKey, 'of yours', { owner }],
      [mostFromNetwork, 'from your network', { network }],
      [mostInAll, 'of all keys', {}],
    ] as const;
    await db.write(async (tx) => {
      for (const [most, whose, of] of limits)
        if ((await store.countWebhooks(tx, of)) >= most) throw serviceError('too_many_webhooks', { most, whose });
      await store.insertWebhook(tx, webhook);
    });
    return webhook;
  }

  list(owner: string): Promise<(store.Webhook & { waiting: number })[]> {
    return store.listWebhooks(this.#options.db, owner);
  }

  /** Undefined if the webhook belongs to somebody else or does not exist. */
  async find(owner: string, id: string, reader: Reader = this.#options.db): Promise<store.Webhook | undefined> {
    const webhook = await store.findWebhook(reader, id);
    return webhook?.owner === owner ? webhook : undefined;
  }

  edit(
    owner: string,
    id: string,
    change: { kinds?: readonly WebhookKind[]; state?: 'on' | 'paused' },
  ): Promise<boolean> {
    return this.#options.db.write((tx) => store.changeWebhook(tx, { id, owner }, change));
  }

  remove(owner: string, id: string): Promise<boolean> {
    return this.#options.db.write((tx) => store.deleteWebhook(tx, { id, owner }));
  }

  /**
   * Makes a new secret. For a day messages are signed with the old secret too, so that receivers can change over without
   * losing one.
   */
  async rotate(owner: string, id: string): Promise<string | undefined> {
    const { db, now } = this.#options;
    const secret = this.#newSecret();
    const changed = await db.write((tx) => store.replaceSecret(tx, { id, owner }, secret, now() + bothSecretsMs));
    return changed ? secret : undefined;
  }

  /** Sends a test message, or says why none is sent. Undefined if the webhook belongs to somebody else or does not exist. */
  test(owner: string, id: string): Promise<{ delivery: string } | { problem: string } | undefined> {
    const { db, now } = this.#options;
    return db.write(async (tx) => {
      const webhook = await this.find(owner, id, tx);
      if (!webhook) return undefined;
      const problem = await this.#whyNoTest(tx, webhook);
      return problem === undefined
        ? { delivery: await this.#queue(tx, webhook, 'webhook.test', now(), { webhook: id }) }
        : { problem };
    });
  }

  /** Why no test message is queued. Anybody may ask for tests, so they must not pile up where nothing is delivered. */
  async #whyNoTest(tx: Tx, { id, state }: store.Webhook): Promise<string | undefined> {
    const most = this.#mostWaiting;
    if (state !== 'on') return `it is ${state}. Switch it on first, with edit-webhook or trigpoint webhook resume`;
    if ((await store.countWaiting(tx, id, most)) < most) return undefined;
    return `${most} deliveries wait for it already. See with webhook-deliveries why they fail`;
  }

  deliveries(webhookId: string, limit: number, before?: string): Promise<store.Delivery[]> {
    return store.listDeliveries(this.#options.db, webhookId, limit, before);
  }

  replay(webhookId: string, id: string): Promise<boolean> {
    const { db, now } = this.#options;
    return db.write((tx) => store.replayDelivery(tx, { id, webhookId }, now(), now() + deliverWithinMs));
  }

  /** Queues messages in the transaction that makes the event true. So they are sent if and only if it happened. */
  async tell(tx: Tx, { kind, keys, at, data }: Told): Promise<void> {
    const open = await store.listOpen(tx, [...new Set(keys)]);
    for (const webhook of open) if (webhook.kinds.includes(kind)) await this.#queue(tx, webhook, kind, at, data);
  }

  /** Deletes deliveries that ended long ago, and gives up the oldest if too many wait. */
  async sweep(): Promise<void> {
    const { db, now } = this.#options;
    const most = this.#mostWaiting;
    await db.write((tx) => store.forgetDeliveries(tx, now() - keptMs));
    for (const webhook of await store.listOverfull(db, most))
      await db.write((tx) => store.giveUpOldest(tx, webhook, most, `Given up: ${most} newer messages wait.`, now()));
  }

  get #mostWaiting(): number {
    return this.#options.mostWaiting ?? mostWaitingUsually;
  }

  async #queue(
    tx: Tx,
    { id: webhookId }: store.Webhook,
    type: string,
    at: number,
    data: Told['data'],
  ): Promise<string> {
    const id = `msg_${this.#options.random(16).toString('hex')}`;
    await store.insertDelivery(tx, {
      ...{ id, webhookId, kind: type, body: JSON.stringify({ type, timestamp: iso(at), data }) },
      ...{ state: 'waiting', tries: 0, answer: '', createdAt: at, dueAt: at, giveUpAt: at + deliverWithinMs },
      endedAt: undefined,
    });
    return id;
  }

  #newSecret(): string {
    return `whsec_${this.#options.random(24).toString('base64')}`;
  }
}
