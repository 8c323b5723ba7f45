import { setTimeout } from 'node:timers/promises';
import type { Foundation } from '../wiring/foundation.ts';
import { type SendingOptions, send } from './sending.ts';
import * as store from './store.ts';
import { deliverWithinMs } from './webhooks.ts';

const pollMs = 1_000;
/**
 * How many quick turns run at a time, and how many turns in all. A turn is slow after `slowMs`. Anybody can have a slow
 * receiver.
 */
const mostAtOnce = 16;
const mostSlow = 256;
const slowMs = 2_000;
/** A turn begins no new message after this long. So it ends within the lease, even if its last message takes the longest time. */
const turnMs = 15_000;
/** How long a lease lasts. When a node is killed, another one goes on after this long. */
const leaseMs = 30_000;
/** How many messages a receiver gets in one turn. */
const messagesPerTurn = 50;
/** After this many failures in a row a turn ends. */
const failuresPerTurn = 2;

const minute = 60_000;
/** After a turn that ended with failures the receiver gets a pause. It is longer the more tries have failed in a row. */
const quietMs = 2_000;
const mostQuietMs = minute;

/** The pause after the first, second, … failed try of a message. */
const pauses = [5_000, 30_000, 2 * minute, 10 * minute, 30 * minute, 60 * minute, 120 * minute, 240 * minute];
const pauseAfter = (tries: number): number => pauses[Math.min(tries, pauses.length) - 1] as number;

interface DeliveriesOptions extends SendingOptions, Pick<Foundation, 'db' | 'now'> {
  readonly warn: (problem: string, error: unknown) => void;
}

/**
 * Delivers messages to webhooks, each at least once and always with the same id. A receiver that does not answer delays
 * nobody else, because each webhook has its own turn, and turns run in parallel.
 */
export class Deliveries {
  readonly #options: DeliveriesOptions;
  readonly #stop = new AbortController();
  /** The turns that run, and when they began. */
  readonly #turns = new Map<Promise<void>, number>();
  #running: Promise<void> | undefined;

  constructor(options: DeliveriesOptions) {
    this.#options = options;
  }

  /**
   * With `isAlone` no other node can hold a lease. Leases in the database then come from a process that was killed, and are
   * ended.
   */
  async start(isAlone: boolean): Promise<void> {
    const { db } = this.#options;
    if (isAlone) await db.write((tx) => store.endLeases(tx));
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    await this.idle();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await this.begin().catch((error: unknown) => this.#options.warn('looking for deliveries failed', error));
      await setTimeout(pollMs, undefined, { signal }).catch(() => {});
    }
  }

  /** Begins a turn for each webhook that has a message due, as many as there is room for. */
  async begin(): Promise<void> {
    const { db, now, warn } = this.#options;
    const at = now();
    const quick = [...this.#turns.values()].filter((began) => at >= began && at - began < slowMs).length;
    const room = Math.min(mostAtOnce - quick, mostSlow - this.#turns.size);
    if (room <= 0) return;
    for (const webhook of await store.leaseDue(db, at, at + leaseMs, room)) {
      const turn = this.#turn(webhook)
        .catch((error: unknown) => warn('delivering to a webhook failed', error))
        .finally(() => this.#turns.delete(turn));
      this.#turns.set(turn, now());
    }
  }

  /** Waits for the turns that have begun. */
  async idle(): Promise<void> {
    await Promise.all(this.#turns.keys());
  }

  async #turn(webhook: store.Webhook): Promise<void> {
    const { db, now } = this.#options;
    let [failures, failedNow, givenUpSince] = [webhook.failures, 0, 0];
    const began = webhook.leaseUntil - leaseMs;
    const isOver = () => this.#stop.signal.aborted || now() < began || now() > began + turnMs;
    for (let i = 0; i < messagesPerTurn && failedNow < failuresPerTurn && !isOver(); i++) {
      const delivery = await store.nextDue(db, webhook.id, now());
      if (!delivery) break;
      const ended = await this.#deliver(webhook, delivery);
      if (ended.state === 'delivered') [failures, failedNow] = [0, 0];
      else [failures, failedNow] = [failures + 1, failedNow + 1];
      if (ended.state === 'given_up') givenUpSince = Math.max(givenUpSince, ended.giveUpAt - deliverWithinMs);
    }
    const quietUntil = failedNow >= failuresPerTurn ? now() + Math.min(failures * quietMs, mostQuietMs) : 0;
    // While a message waited until it was given up, no other one arrived. More messages would only pile up.
    const isFailing = givenUpSince > 0 && !(await store.hasDelivered(db, webhook.id, givenUpSince));
    const state = isFailing ? 'failing' : 'on';
    await db.write((tx) => store.releaseWebhook(tx, { ...webhook, state, quietUntil, failures }, now()));
  }

  async #deliver(webhook: store.Webhook, delivery: store.Delivery): Promise<store.Delivery> {
    const { db, now } = this.#options;
    const { id, body, dueAt } = delivery;
    const at = now();
    const secrets = [webhook.secret, ...(webhook.previousUntil > at ? [webhook.previousSecret] : [])];
    const { isDelivered, words } = await send({ id, url: webhook.url, body, secrets, at }, this.#options);
    const tries = delivery.tries + 1;
    const next = now() + pauseAfter(tries);
    const state = isDelivered ? 'delivered' : next > delivery.giveUpAt ? 'given_up' : 'waiting';
    const ended: store.Delivery = {
      ...{ ...delivery, state, tries, answer: words },
      ...(state === 'waiting' ? { dueAt: next, endedAt: undefined } : { endedAt: now() }),
    };
    await db.write((tx) => store.noteTry(tx, ended, dueAt));
    return ended;
  }
}
