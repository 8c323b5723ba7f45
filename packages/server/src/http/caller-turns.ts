import type { ServiceError } from '@trigpoint/protocol';

interface Queue {
  running: number;
  readonly waiting: (() => void)[];
}

interface CallerTurnsOptions {
  /** How many requests of one caller run at a time, and how many more may wait. */
  readonly places: number;
  readonly mostWaiting: number;
  readonly refusal: () => ServiceError;
}

/** Limits how many requests of one caller run at a time. A request that waits has not begun, so it takes no memory or disk. */
export class CallerTurns {
  readonly #options: CallerTurnsOptions;
  readonly #queues = new Map<string, Queue>();

  constructor(options: CallerTurnsOptions) {
    this.#options = options;
  }

  /** Waits for this caller's turn. The returned function ends it; calling it again does nothing. */
  async begin(caller: string): Promise<() => void> {
    const { places, mostWaiting, refusal } = this.#options;
    const queue = this.#queues.get(caller) ?? { running: 0, waiting: [] };
    this.#queues.set(caller, queue);
    if (queue.running < places) queue.running++;
    else if (queue.waiting.length >= mostWaiting) throw refusal();
    else await new Promise<void>((resolve) => queue.waiting.push(resolve));
    let isRunning = true;
    return () => {
      if (!isRunning) return;
      isRunning = false;
      const next = queue.waiting.shift();
      if (next) next();
      else if (--queue.running === 0) this.#queues.delete(caller);
    };
  }
}
