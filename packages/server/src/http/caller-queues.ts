import type { ServerResponse } from 'node:http';

/** At most this many requests of one caller run at a time, over all its connections. When more than this many wait, the caller is slowed down. */
const places = 8;

interface Request {
  readonly reply: ServerResponse;
  readonly begin: () => void;
}

interface CallerQueue {
  running: number;
  /** True while the pause between two requests of this caller lasts. */
  isPaused: boolean;
  readonly waiting: Request[];
}

/**
 * Requests of one caller wait in a queue of its own. One of them begins per turn of the event loop, and a long queue moves at
 * the even pace of the caller's allowance. Node takes one new connection in per turn: without queues a flood makes turns long,
 * and whoever connects waits for seconds. Limiting how many run at a time, without a turn between two of them, did not help.
 * `npm run prove -- load` prints what other callers notice.
 */
export class CallerQueues {
  readonly #queues = new Map<string, CallerQueue>();

  /**
   * Calls `begin` when it is this request's turn, which lasts until the reply is closed. A reply that is closed before is
   * never begun. `pauseMs` says how long a long queue pauses between two requests.
   */
  begin(caller: string, pauseMs: () => number, reply: ServerResponse, begin: () => void): void {
    const queue = this.#queues.get(caller) ?? { running: 0, isPaused: false, waiting: [] };
    this.#queues.set(caller, queue);
    queue.waiting.push({ reply, begin });
    this.#next(caller, queue, pauseMs);
  }

  #next(caller: string, queue: CallerQueue, pauseMs: () => number): void {
    if (queue.isPaused || queue.running >= places) return;
    let request = queue.waiting.shift();
    while (request?.reply.destroyed) request = queue.waiting.shift();
    if (!request) {
      if (queue.running === 0) this.#queues.delete(caller);
      return;
    }
    queue.running++;
    request.reply.once('close', () => {
      queue.running--;
      this.#next(caller, queue, pauseMs);
    });
    queue.isPaused = true;
    const goOn = () => {
      queue.isPaused = false;
      this.#next(caller, queue, pauseMs);
    };
    if (queue.waiting.length > places) setTimeout(goOn, pauseMs());
    else setImmediate(goOn);
    request.begin();
  }
}
