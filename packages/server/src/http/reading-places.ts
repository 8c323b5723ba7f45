/**
 * How many long answers are read at a time: in all, and in one /24 or /48. There is no limit for a key, because keys cost
 * nothing.
 */
export const mostInAll = 256;
export const mostOfNetwork = 64;
/**
 * A reader may make finished pieces wait for this long in all, plus the time that its answer so far takes at 256 kbit/s. A reader
 * that takes longer is slow.
 */
const patienceMs = 10_000;
const charactersPerMs = 32;

export interface ReadingPlace {
  readonly isLeft: boolean;
  /** This many more characters were given to the reader, which has not asked for more yet. */
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
 * The readers of long answers. Slow readers may stay while there is room. If there is none, a new reader takes the place of a
 * slow one, which is disconnected. It is one of the network with the most places: so a slow phone stays, and somebody who
 * reads slowly with many keys loses a place.
 */
export class ReadingPlaces {
  readonly #now: () => number;
  readonly #held = new Set<Held>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Takes a place. If there is none and no reader is slow, says whether the network or the node is full. */
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
