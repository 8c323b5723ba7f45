/** Counts what each caller holds open, and what all callers together hold open. */
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
   * Takes a place; `leave` gives it back. If there is none, says which count is full. The place is counted for the caller and, if
   * given, for its network, which may hold as many as `callers` callers together.
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
