import type { ServiceError } from '@trigpoint/protocol';
import { unavailable } from '../unavailable.ts';

/** Whom a turn belongs to: who made the campaign, and who sends the photo. */
export interface TurnOf {
  readonly creator: string;
  readonly sender: string;
}

interface Waiter {
  readonly begin: () => void;
  readonly refuse: (error: ServiceError) => void;
}

const comeBackSeconds = 10;
const tooMany = () => unavailable('Too many photos are waiting to be read.', comeBackSeconds);

const sizeOf = (queues: ReadonlyMap<string, readonly Waiter[]>): number =>
  [...queues.values()].reduce((sum, it) => sum + it.length, 0);

const longest = <T>(all: ReadonlyMap<string, T>, sizeOf: (it: T) => number): [string, T] | undefined =>
  [...all].reduce<[string, T] | undefined>(
    (most, it) => (most && sizeOf(most[1]) >= sizeOf(it[1]) ? most : it),
    undefined,
  );

/**
 * Runs a limited number of jobs at a time; the others wait. The creators of campaigns take turns, and so do the senders of each
 * creator. So whoever sends a hundred photos, from however many keys, mostly waits for itself. When too many wait, the newest
 * job of the creator and sender with the most waiting jobs is refused.
 */
export class FairTurns {
  readonly #places: number;
  readonly #maxWaiting: number;
  readonly #creators = new Map<string, Map<string, Waiter[]>>();
  #running = 0;
  #waiting = 0;

  constructor(places: number, maxWaiting: number) {
    this.#places = places;
    this.#maxWaiting = maxWaiting;
  }

  get load() {
    return { busy: this.#running, waiting: this.#waiting };
  }

  async run<T>(whose: TurnOf, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#places) this.#running++;
    else await this.#wait(whose);
    try {
      return await work();
    } finally {
      const next = this.#next();
      if (next) next.begin();
      else this.#running--;
    }
  }

  #wait({ creator, sender }: TurnOf): Promise<void> {
    const queues = this.#creators.get(creator) ?? new Map<string, Waiter[]>();
    const queue = queues.get(sender) ?? [];
    if (this.#waiting >= this.#maxWaiting) this.#makeRoom(creator);
    this.#creators.set(creator, queues);
    queues.set(sender, queue);
    this.#waiting++;
    return new Promise((resolve, reject) => queue.push({ begin: resolve, refuse: reject }));
  }

  #makeRoom(forCreator: string): void {
    const most = longest(this.#creators, sizeOf);
    if (!most || most[0] === forCreator || sizeOf(most[1]) <= sizeOf(this.#creators.get(forCreator) ?? new Map()) + 1)
      throw tooMany();
    const [creator, queues] = most;
    const [sender, queue] = longest(queues, (it) => it.length) ?? ['', []];
    const last = queue.pop();
    if (queue.length === 0) queues.delete(sender);
    if (queues.size === 0) this.#creators.delete(creator);
    this.#waiting--;
    last?.refuse(tooMany());
  }

  /** The next job is of the first sender of the first creator. Both then move to the end of their lists. */
  #next(): Waiter | undefined {
    const [first] = this.#creators;
    if (!first) return undefined;
    const [creator, queues] = first;
    const [sender, queue] = [...queues][0] as [string, Waiter[]];
    const next = queue.shift();
    queues.delete(sender);
    if (queue.length > 0) queues.set(sender, queue);
    this.#creators.delete(creator);
    if (queues.size > 0) this.#creators.set(creator, queues);
    this.#waiting--;
    return next;
  }
}
