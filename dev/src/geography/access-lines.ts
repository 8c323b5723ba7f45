import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Endpoint } from '@trigpoint/proofs';

/** What somebody's access carries, as an internet provider would sell it. */
export interface Access {
  readonly downMbps: number;
  readonly upMbps: number;
}

/** Asks the worker to open a way through one access to one target; it answers with the port to send to. */
export interface OpenWay {
  readonly id: number;
  /** Ways of one name share one access. */
  readonly name: string;
  readonly access: Access;
  readonly target: Endpoint;
}

export interface WayOpened {
  readonly id: number;
  readonly port: number;
}

/** Access links of limited rate, made on one machine: in a thread of their own, so that nobody is held up by them. */
export class AccessLines {
  readonly #worker = new Worker(new URL('./access-worker.js', import.meta.url));
  readonly #waiting = new Map<number, (port: number) => void>();
  #next = 1;

  constructor() {
    this.#worker.on('message', ({ id, port }: WayOpened) => {
      this.#waiting.get(id)?.(port);
      this.#waiting.delete(id);
    });
  }

  /** An endpoint that reaches `target` through the access called `name`. */
  async open(name: string, access: Access, target: Endpoint): Promise<Endpoint> {
    const id = this.#next++;
    const port = await new Promise<number>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#worker.postMessage({ id, name, access, target } satisfies OpenWay);
    });
    return { address: '127.0.0.1', port };
  }

  async close(): Promise<void> {
    const exited = once(this.#worker, 'exit');
    await this.#worker.terminate();
    await exited;
  }
}
