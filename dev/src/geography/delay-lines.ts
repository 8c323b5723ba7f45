import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Endpoint } from '@trigpoint/proofs';

/** Asks the worker to open a line; it answers with the port to send to. */
export interface OpenLine {
  readonly id: number;
  readonly target: Endpoint;
  readonly roundTripMs: number;
  readonly bind: string;
}

export interface LineOpened {
  readonly id: number;
  readonly port: number;
}

/**
 * Lines that carry datagrams with a delay: distance, made on one machine. They run in a thread of their own, so that
 * neither agents nor service are held up by their timing.
 */
export class DelayLines {
  readonly #worker = new Worker(new URL('./delay-worker.js', import.meta.url));
  readonly #waiting = new Map<number, (port: number) => void>();
  #next = 1;

  constructor() {
    this.#worker.on('message', ({ id, port }: LineOpened) => {
      this.#waiting.get(id)?.(port);
      this.#waiting.delete(id);
    });
  }

  /** An endpoint that reaches `target` and back in `roundTripMs` more than the wire takes. */
  async open(target: Endpoint, roundTripMs: number, bind = '127.0.0.1'): Promise<Endpoint> {
    const id = this.#next++;
    const port = await new Promise<number>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#worker.postMessage({ id, target, roundTripMs, bind } satisfies OpenLine);
    });
    return { address: bind, port };
  }

  async close(): Promise<void> {
    const exited = once(this.#worker, 'exit');
    await this.#worker.terminate();
    await exited;
  }
}
