/** Long answers that are read at a time: of all readers, and of those in one /24 or /48, because keys cost nothing. */
export const mostInAll = 256;
export const mostOfNetwork = 64;
/**
 * A reader is slow that has kept what was made for it waiting for longer than this in sum, and than its answer so far takes at
 * 256 kbit/s.
 */
const patienceMs = 10_000;
const charactersPerMs = 32;

export interface ReadingPlace {
  readonly isLeft: boolean;
  /** So many characters are there for the reader, which has not asked for more yet. */
  wait(characters: number): void;
  /** The reader has asked for more. */
  resume(): void;
  leave(): void;
}

interface Held extends ReadingPlace {
  readonly network: string;
  readonly cut: () => void;
  /** More than 0 for a slow reader. */
  lateMs(): number;
}

/**
 * Who reads a long answer. Slow readers are let be while there is room. Where there is none, one of them is disconnected for
 * whoever comes: of the network that has the most places, so that a slow phone stays while somebody with many keys reads slowly.
 */
export class ReadingPlaces {
  readonly #now: () => number;
  readonly #held = new Set<Held>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Takes a place. Otherwise says what is full of readers that are not slow. */
  enter(network: string, cut: () => void): ReadingPlace | 'network' | 'node' {
    const neighbours = [...this.#held].filter((it) => it.network === network);
    if (neighbours.length >= mostOfNetwork && !this.#makeRoom(neighbours)) return 'network';
    if (this.#held.size >= mostInAll && !this.#makeRoom([...this.#held])) return 'node';
    const place = this.#hold(network, cut);
    this.#held.add(place);
    return place;
  }

  #makeRoom(among: readonly Held[]): boolean {
    const counts = new Map<string, number>();
    for (const { network } of among) counts.set(network, (counts.get(network) ?? 0) + 1);
    const [slowest] = among
      .map((place) => ({ place, lateMs: place.lateMs(), count: counts.get(place.network) as number }))
      .filter((it) => it.lateMs > 0)
      .sort((a, b) => b.count - a.count || b.lateMs - a.lateMs);
    if (!slowest) return false;
    slowest.place.leave();
    slowest.place.cut();
    return true;
  }

  #hold(network: string, cut: () => void): Held {
    const [now, held] = [this.#now, this.#held];
    let [characters, waitedMs] = [0, 0];
    let waitsSince: number | undefined;
    const place: Held = {
      ...{ network, cut },
      get isLeft() {
        return !held.has(place);
      },
      wait: (more) => {
        characters += more;
        waitsSince = now();
      },
      resume: () => {
        waitedMs += now() - (waitsSince ?? now());
        waitsSince = undefined;
      },
      leave: () => void held.delete(place),
      lateMs: () => waitedMs + now() - (waitsSince ?? now()) - patienceMs - characters / charactersPerMs,
    };
    return place;
  }
}
