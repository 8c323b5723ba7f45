import type { Logger } from 'pino';
import type { Db } from '../db/driver.ts';
import type { Slots } from './slots.ts';
import * as store from './store.ts';

/** A node that dies loses its leases this soon. A step that takes longer may be begun by another, and one of them does it. */
const leaseMs = 5_000;
const pollMs = 500;
const mostAtOnce = 64;
/** A step that failed is tried again after this. */
const retryMs = 1_000;

export interface SlotQueueOptions {
  readonly db: Db;
  readonly now: () => number;
  readonly log: Logger;
  readonly nodeId: string;
  readonly slots: Pick<Slots, 'step'>;
}

/** The table is the queue: every node takes watches that are due, under a lease. */
export class SlotQueue {
  readonly #options: SlotQueueOptions;
  #claims = 0;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<unknown> = Promise.resolve();
  #isStopped = false;

  constructor(options: SlotQueueOptions) {
    this.#options = options;
  }

  start(): void {
    const work = async () => {
      const done = await this.tick().catch((error: unknown) => {
        this.#options.log.warn({ err: error }, 'claiming watches failed');
        return 0;
      });
      if (this.#isStopped) return;
      this.#timer = setTimeout(() => (this.#working = work()), done > 0 ? 0 : pollMs);
    };
    this.#working = work();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#working;
  }

  /** Takes what is due now one step further, and tells how many there were. */
  async tick(): Promise<number> {
    const { db, now, nodeId } = this.#options;
    const at = now();
    const owner = `${nodeId}:${++this.#claims}`;
    const claimed = await db.write((tx) =>
      store.claimDue(tx, db.skipLocked, { owner, now: at, leaseUntil: at + leaseMs, limit: mostAtOnce }),
    );
    await Promise.all(claimed.map((it) => this.#drive(it)));
    return claimed.length;
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
}
