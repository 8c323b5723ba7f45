/** Counts what callers hold open at a time, each by itself and all together. */
export class Caps {
  readonly #mostEach: number;
  readonly #mostInAll: number;
  readonly #held = new Map<string, number>();
  #all = 0;

  constructor(mostEach: number, mostInAll: number) {
    this.#mostEach = mostEach;
    this.#mostInAll = mostInAll;
  }

  /**
   * Takes a place, which `leave` gives back. Otherwise says which count is full. It counts for the caller, and for a network that is
   * allowed as much as so many callers.
   */
  enter(
    caller: string,
    network?: { readonly name: string; readonly callers: number },
  ): { readonly full: 'caller' | 'node' } | { readonly leave: () => void } {
    const heldBy = (name: string) => this.#held.get(name) ?? 0;
    if (heldBy(caller) >= this.#mostEach) return { full: 'caller' };
    if (network && heldBy(network.name) >= network.callers * this.#mostEach) return { full: 'caller' };
    if (this.#all >= this.#mostInAll) return { full: 'node' };
    const counted = network ? [caller, network.name] : [caller];
    for (const name of counted) this.#held.set(name, heldBy(name) + 1);
    this.#all++;
    let isHeld = true;
    const leave = () => {
      if (!isHeld) return;
      isHeld = false;
      this.#all--;
      for (const name of counted) {
        const left = heldBy(name) - 1;
        if (left > 0) this.#held.set(name, left);
        else this.#held.delete(name);
      }
    };
    return { leave };
  }
}
