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

  /** Takes a place, which `leave` gives back. Otherwise says which of the two counts is full. */
  enter(caller: string): { readonly full: 'caller' | 'node' } | { readonly leave: () => void } {
    const held = this.#held.get(caller) ?? 0;
    if (held >= this.#mostEach) return { full: 'caller' };
    if (this.#all >= this.#mostInAll) return { full: 'node' };
    this.#held.set(caller, held + 1);
    this.#all++;
    let isHeld = true;
    const leave = () => {
      if (!isHeld) return;
      isHeld = false;
      this.#all--;
      const left = (this.#held.get(caller) ?? 1) - 1;
      if (left > 0) this.#held.set(caller, left);
      else this.#held.delete(caller);
    };
    return { leave };
  }
}
