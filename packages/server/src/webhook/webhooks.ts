import type { WebhookKind } from '@trigpoint/protocol';
import type { Db, Tx } from '../db/driver.ts';
import * as store from './store.ts';

export type { Delivery, Webhook } from './store.ts';

/** A message that could not be delivered for so long is given up. */
export const deliverWithinMs = 3 * 86_400_000;
const keptMs = 30 * 86_400_000;
const bothSecretsMs = 86_400_000;
export const mostWebhooks = 10;

/** Something that happened, for the webhooks of some keys. */
export interface Told {
  readonly kind: WebhookKind;
  readonly keys: readonly string[];
  readonly at: number;
  readonly data: Readonly<Record<string, string | null>>;
}

export interface WebhooksOptions {
  readonly db: Db;
  readonly now: () => number;
  readonly random: (bytes: number) => Buffer;
}

/** The webhooks of all keys, and what they are told. */
export class Webhooks {
  readonly #options: WebhooksOptions;

  constructor(options: WebhooksOptions) {
    this.#options = options;
  }

  /** Undefined if the key has too many. */
  async add(owner: string, url: string, kinds: readonly WebhookKind[]): Promise<store.Webhook | undefined> {
    const { db, now, random } = this.#options;
    const webhook: store.Webhook = {
      ...{ id: `wh_${random(12).toString('hex')}`, owner, url, kinds, state: 'on', secret: this.#newSecret() },
      ...{ previousSecret: '', previousUntil: 0, createdAt: now(), leaseUntil: 0, quietUntil: 0, failures: 0 },
    };
    return (await db.write((tx) => store.insertWebhook(tx, webhook, mostWebhooks))) ? webhook : undefined;
  }

  list(owner: string): Promise<(store.Webhook & { waiting: number })[]> {
    return store.listWebhooks(this.#options.db, owner);
  }

  /** Undefined for somebody else's, as for one that is not there. */
  async find(owner: string, id: string): Promise<store.Webhook | undefined> {
    const webhook = await store.findWebhook(this.#options.db, id);
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

  /** The new secret. The old one signs as well for a day, so that receivers change over without losing a message. */
  async rotate(owner: string, id: string): Promise<string | undefined> {
    const { db, now } = this.#options;
    const secret = this.#newSecret();
    const changed = await db.write((tx) => store.replaceSecret(tx, { id, owner }, secret, now() + bothSecretsMs));
    return changed ? secret : undefined;
  }

  async test(webhook: store.Webhook): Promise<string> {
    const { db, now } = this.#options;
    return db.write((tx) => this.#queue(tx, webhook, 'webhook.test', now(), { webhook: webhook.id }));
  }

  deliveries(webhookId: string, limit: number, before?: string): Promise<store.Delivery[]> {
    return store.listDeliveries(this.#options.db, webhookId, limit, before);
  }

  replay(webhookId: string, id: string): Promise<boolean> {
    const { db, now } = this.#options;
    return db.write((tx) => store.replayDelivery(tx, { id, webhookId }, now(), now() + deliverWithinMs));
  }

  /** Called in the transaction that makes it true: told if and only if it happened. */
  async tell(tx: Tx, { kind, keys, at, data }: Told): Promise<void> {
    const open = await store.listOpen(tx, [...new Set(keys)]);
    for (const webhook of open) if (webhook.kinds.includes(kind)) await this.#queue(tx, webhook, kind, at, data);
  }

  /** Clears away what ended long ago. */
  async sweep(): Promise<void> {
    const { db, now } = this.#options;
    await db.write((tx) => store.forgetDeliveries(tx, now() - keptMs));
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
      ...{ id, webhookId, kind: type, body: JSON.stringify({ type, timestamp: new Date(at).toISOString(), data }) },
      ...{ state: 'waiting', tries: 0, answer: '', createdAt: at, dueAt: at, giveUpAt: at + deliverWithinMs },
      endedAt: undefined,
    });
    return id;
  }

  #newSecret(): string {
    return `whsec_${this.#options.random(24).toString('base64')}`;
  }
}
