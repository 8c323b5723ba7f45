import { Worker } from 'node:worker_threads';
import { endUdpThread } from '../udp-thread.ts';

/**
 * How long an idle thread is kept. It is longer than the pause between two rounds. In this time a round's last messages are sent,
 * too.
 */
const IDLE_MS = 2_000;

/**
 * Keeps measuring threads for the next round. Starting a thread takes longer than a handshake, and it would occupy a core of a
 * machine that is about to measure.
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

  /** Takes back a thread whose round ended by itself. */
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
