import { repeat } from '../repeat.ts';
import type { Foundation } from '../wiring/foundation.ts';
import { forgetUsed, keepUsed, usedElsewhere } from './limit-store.ts';

/**
 * How often nodes learn what a caller did on other nodes. A steady caller can exceed its limit by what it sends in one such
 * period. A burst that ends sooner gets at most its limit on each node. Counting each request in the database would cost more
 * than most requests do.
 */
const shareEveryMs = 1_000;

interface SharedLimitsOptions extends Pick<Foundation, 'db' | 'log'> {
  readonly nodeId: string;
  /** What this node counts. */
  readonly limits: {
    busiest(): { readonly window: number; readonly used: ReadonlyMap<string, number> };
    learn(window: number, used: ReadonlyMap<string, number>): void;
  };
  readonly hasPeers: () => Promise<boolean>;
}

/** Nodes tell each other about their busiest callers once a second. No request waits for that, and quiet callers cost nothing. */
export class SharedLimits {
  readonly #options: SharedLimitsOptions;
  #told = { window: 0, used: new Map<string, number>() };

  constructor(options: SharedLimitsOptions) {
    this.#options = options;
  }

  /** Returns what ends the sharing. */
  start(): () => Promise<void> {
    const { log } = this.#options;
    const warn = (error: unknown) => log.warn({ err: error }, 'sharing rate limits failed');
    return repeat(shareEveryMs, () => this.share(), warn);
  }

  async share(): Promise<void> {
    const { db, nodeId, limits, hasPeers } = this.#options;
    const { window, used } = limits.busiest();
    if (used.size === 0 || !(await hasPeers())) return;
    const isNew = window !== this.#told.window;
    if (isNew) this.#told = { window, used: new Map() };
    const news = [...used].filter(([caller, count]) => this.#told.used.get(caller) !== count);
    if (news.length > 0)
      await db.write(async (tx) => {
        if (isNew) await forgetUsed(tx, window - 1);
        await keepUsed(tx, window, nodeId, news);
      });
    for (const [caller, count] of news) this.#told.used.set(caller, count);
    limits.learn(window, await usedElsewhere(db, window, nodeId, [...used.keys()]));
  }
}
