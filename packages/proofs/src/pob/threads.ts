import { Worker } from 'node:worker_threads';
import { endUdpThread } from '../udp-thread.ts';

/** Longer than the pause between two rounds of a challenge. The last messages of a round are sent in this time too. */
const IDLE_MS = 2_000;

/**
 * The threads that measure. To start one takes longer than a handshake, and a core of a machine that is about to measure.
 * So one that has just measured takes the next round.
 */
export class Threads {
  readonly #url: URL;
  readonly #idle = new Map<Worker, NodeJS.Timeout>();

  constructor(url: URL) {
    this.#url = url;
  }

  take(onError: (error: Error) => void): Worker {
    const [thread, timer] = this.#idle.entries().next().value ?? [new Worker(this.#url), undefined];
    clearTimeout(timer);
    this.#idle.delete(thread);
    thread.removeAllListeners('error').on('error', onError).ref();
    return thread;
  }

  /** Takes a thread back whose round ended by itself. */
  give(thread: Worker): void {
    const end = () => {
      clearTimeout(this.#idle.get(thread));
      this.#idle.delete(thread);
      void endUdpThread(thread);
    };
    thread.removeAllListeners('error').on('error', end).unref();
    this.#idle.set(thread, setTimeout(end, IDLE_MS).unref());
  }
}
