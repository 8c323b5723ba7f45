import type { Logger } from 'pino';
import type { Db } from '../db/driver.ts';
import { Pauses } from '../pauses.ts';
import type { Slots } from './slots.ts';
import * as store from './store.ts';

/** How long a lease lasts. If a step takes longer, another node may begin it too. Only one of them then changes the watch. */
const leaseMs = 5_000;
const pollMs = 500;
/**
 * How many quick steps run at a time, and how many steps in all. A step is slow after `slowMs`. It may wait for a chain that does
 * not answer, and meanwhile slots of other watches are due.
 */
const mostAtOnce = 64;
const mostSlow = 512;
const slowMs = 1_000;
/** A step that failed is tried again after this. */
const retryMs = 1_000;

interface SlotQueueOptions {
  readonly db: Db;
  readonly now: () => number;
  readonly log: Logger;
  readonly nodeId: string;
  readonly slots: Pick<Slots, 'step'>;
}

/** The table of watches is the queue. Every node takes due watches under a lease. */
export class SlotQueue {
  readonly #options: SlotQueueOptions;
  /** The steps that run, by the id of the watch, and when they began. */
  readonly #steps = new Map<string, { readonly since: number; readonly done: Promise<void> }>();
  #leases = 0;
  readonly #pauses = new Pauses();
  #running: Promise<void> | undefined;

  constructor(options: SlotQueueOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#pauses.stop();
    await this.#running;
    await this.#idle();
  }

  /** Takes one step with each watch that is due now. Returns how many there were. */
  async tick(): Promise<number> {
    const begun = await this.#begin();
    await this.#idle();
    return begun;
  }

  async #run(): Promise<void> {
    while (!this.#pauses.isStopped) {
      this.#pauses.begin();
      await this.#begin().catch((error: unknown) =>
        this.#options.log.warn({ err: error }, 'taking due watches failed'),
      );
      await this.#pauses.pause(pollMs);
    }
  }

  /** Begins a step of each watch that is due, as many as there is room for. */
  async #begin(): Promise<number> {
    const { db, now, nodeId } = this.#options;
    const at = now();
    const quick = [...this.#steps.values()].filter((it) => at - it.since < slowMs).length;
    const limit = Math.min(mostAtOnce - quick, mostSlow - this.#steps.size);
    if (limit <= 0) return 0;
    const owner = `${nodeId}:${++this.#leases}`;
    const lease = { owner, now: at, leaseUntil: at + leaseMs, limit, except: [...this.#steps.keys()] };
    const leased = await db.write((tx) => store.leaseDue(tx, db.skipLocked, lease));
    for (const watch of leased) {
      const done = this.#drive(watch).finally(() => {
        this.#steps.delete(watch.id);
        // The next step of the watch may be due at once.
        this.#pauses.wake();
      });
      this.#steps.set(watch.id, { since: at, done });
    }
    return leased.length;
  }

  async #drive(watch: store.WatchRow): Promise<void> {
    const { db, now, log, slots } = this.#options;
    const again = await slots.step(watch).catch((error: unknown) => {
      log.warn({ err: error, watch: watch.id }, 'a step of a watch failed');
      return now() + retryMs;
    });
    await db
      .write((tx) => store.release(tx, watch, again))
      .catch((error: unknown) => log.warn({ err: error, watch: watch.id }, 'letting go of a watch failed'));
  }

  async #idle(): Promise<void> {
    await Promise.all([...this.#steps.values()].map((it) => it.done));
  }
}
