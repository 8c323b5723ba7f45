/** How many messages the agents of a key may send at once, and how many a second after that. Honest agents send fewer. */
const maxBurst = 1_000;
const maxPerSecond = 100;

/** What the agents of each key may still send, and what they owe. A key that connects again keeps its debt. */
export class MessageAllowances {
  readonly #now: () => number;
  /** What was left, and when. A key that is not here has all of it. */
  readonly #known = new Map<string, { readonly left: number; readonly at: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Takes messages off the allowance of a key. Says for how long its sockets must wait, and whether it owes too much. */
  spend(key: string, messages: number): { readonly waitMs: number; readonly isOverrun: boolean } {
    const left = this.#leftOf(key) - messages;
    this.#known.set(key, { left, at: this.#now() });
    return { waitMs: Math.max(0, (-left / maxPerSecond) * 1_000), isOverrun: left < -maxBurst };
  }

  /** Forgets the keys that have all of their allowance again. */
  sweep(): void {
    for (const key of this.#known.keys()) if (this.#leftOf(key) === maxBurst) this.#known.delete(key);
  }

  #leftOf(key: string): number {
    const { left, at } = this.#known.get(key) ?? { left: maxBurst, at: 0 };
    // Clocks can be set back.
    const passedMs = Math.max(0, this.#now() - at);
    return Math.min(maxBurst, left + (passedMs * maxPerSecond) / 1_000);
  }
}
