import type { LimitName } from '@trigpoint/protocol';

export interface Allowance {
  readonly allowed: boolean;
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

export const windowMs = 60_000;
/** What a caller has used is told to the other nodes only if it is at least this part of its allowance. */
const worthSharing = 1 / 20;

/** A caller's requests to other nodes make its pause on this node longer, at most by this factor. */
const mostNodes = 8;

interface Count {
  readonly limit: number;
  here: number;
  elsewhere: number;
}

/** Counts requests per minute and caller. A caller is a key, or before login an address (IPv6: the /64, and the /48 as well). */
export class RateLimits {
  readonly #perMinute: Readonly<Record<string, number>> | 'off';
  readonly #now: () => number;
  #window = 0;
  #counts = new Map<string, Count>();

  constructor(perMinute: Readonly<Record<string, number>> | 'off', now: () => number) {
    this.#perMinute = perMinute;
    this.#now = now;
  }

  /** Counts one request. A network may use as much as `callers` callers together. Undefined if there is no limit. */
  take(name: LimitName, caller: string, callers = 1): Allowance | undefined {
    if (this.#perMinute === 'off') return undefined;
    const perMinute = this.#perMinute[name];
    if (perMinute === undefined) return undefined;
    const now = this.#now();
    this.#turn(now);
    const key = `${name} ${caller}`;
    const count = this.#counts.get(key) ?? { limit: perMinute * callers, here: 0, elsewhere: 0 };
    this.#counts.set(key, count);
    const { limit } = count;
    const used = ++count.here + count.elsewhere;
    return {
      allowed: used <= limit,
      limit,
      used,
      remaining: Math.max(0, limit - used),
      resetSeconds: Math.ceil(((this.#window + 1) * windowMs - now) / 1000),
    };
  }

  /** For a caller that has used up its allowance: counts the request and returns the refusal. Counts nothing for all others. */
  takeIfUsedUp(name: LimitName, caller: string): Allowance | undefined {
    this.#turn(this.#now());
    const count = this.#counts.get(`${name} ${caller}`);
    return count && count.here + count.elsewhere >= count.limit ? this.take(name, caller) : undefined;
  }

  /**
   * The pause between two requests of a caller that spreads its allowance evenly over the minute and over all nodes that it
   * asks. 0 if the allowance is larger than what a node can do.
   */
  paceMs(name: LimitName, caller: string): number {
    const limit = this.#perMinute === 'off' ? undefined : this.#perMinute[name];
    if (limit === undefined || limit > windowMs) return 0;
    const { here = 0, elsewhere = 0 } = this.#counts.get(`${name} ${caller}`) ?? {};
    return (windowMs / limit) * Math.min(1 + elsewhere / Math.max(here, 1), mostNodes);
  }

  /** The current minute, and the callers that have used much of their allowance on this node in it. */
  busiest(): { readonly window: number; readonly used: ReadonlyMap<string, number> } {
    this.#turn(this.#now());
    const used = new Map<string, number>();
    for (const [key, { here, limit }] of this.#counts) if (here >= limit * worthSharing) used.set(key, here);
    return { window: this.#window, used };
  }

  /** Takes in what these callers have used on other nodes in that minute. */
  learn(window: number, used: ReadonlyMap<string, number>): void {
    if (window !== this.#window) return;
    for (const [key, elsewhere] of used) {
      const count = this.#counts.get(key);
      if (count) count.elsewhere = elsewhere;
    }
  }

  #turn(now: number): void {
    const window = Math.floor(now / windowMs);
    if (window === this.#window) return;
    this.#window = window;
    this.#counts = new Map();
  }
}
