import type { LimitName } from '@trigpoint/protocol';

export interface Allowance {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

const windowMs = 60_000;

/** Counts requests per minute and caller. A caller is a session, or before login an address (IPv6 by /64). */
export class RateLimits {
  readonly #perMinute: Readonly<Record<string, number>> | 'off';
  readonly #now: () => number;
  #window = 0;
  #counts = new Map<string, number>();

  constructor(perMinute: Readonly<Record<string, number>> | 'off', now: () => number) {
    this.#perMinute = perMinute;
    this.#now = now;
  }

  take(name: LimitName, caller: string): Allowance | undefined {
    if (this.#perMinute === 'off') return undefined;
    const limit = this.#perMinute[name];
    if (limit === undefined) return undefined;
    const now = this.#now();
    const window = Math.floor(now / windowMs);
    if (window !== this.#window) {
      this.#window = window;
      this.#counts = new Map();
    }
    const key = `${name} ${caller}`;
    const used = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, used);
    return {
      allowed: used <= limit,
      limit,
      remaining: Math.max(0, limit - used),
      resetSeconds: Math.ceil(((window + 1) * windowMs - now) / 1000),
    };
  }
}
