/** Keeps things in order while they change. A change among a million of them takes twenty steps. */
export function keepRanking<T extends { place: number }>(isBefore: (a: T, b: T) => boolean) {
  // A binary heap: each thing comes before the two below it.
  const heap: T[] = [];
  const put = (it: T, at: number): void => {
    heap[at] = it;
    it.place = at;
  };
  const moved = (it: T): void => {
    let at = it.place;
    for (let above = heap[(at - 1) >> 1]; at > 0 && above && isBefore(it, above); above = heap[(at - 1) >> 1]) {
      const to = above.place;
      put(above, at);
      at = to;
    }
    for (let below = firstBelow(at); below && isBefore(below, it); below = firstBelow(at)) {
      const to = below.place;
      put(below, at);
      at = to;
    }
    put(it, at);
  };
  const firstBelow = (at: number): T | undefined => {
    const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]];
    return left && right && isBefore(right, left) ? right : left;
  };
  return {
    add(it: T): void {
      put(it, heap.length);
      moved(it);
    },
    /** To be called after each change that the order depends on. */
    moved,
    remove(it: T): void {
      const last = heap.pop();
      if (!last || last === it) return;
      put(last, it.place);
      moved(last);
    },
    first(count: number): readonly T[] {
      const found: T[] = [];
      const next = heap.slice(0, 1);
      while (found.length < count) {
        const best = next.sort((a, b) => (isBefore(a, b) ? -1 : 1)).shift();
        if (!best) break;
        found.push(best);
        next.push(...heap.slice(2 * best.place + 1, 2 * best.place + 3));
      }
      return found;
    },
  };
}
