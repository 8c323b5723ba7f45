import { Worker } from 'node:worker_threads';
import type { Endpoint } from '@trigpoint/proofs';
import { endUdpThread } from '@trigpoint/proofs/udp-thread';

/** The rates of an access line, as an internet provider would sell it. */
export interface Access {
  readonly downMbps: number;
  readonly upMbps: number;
}

/** Orders a line with a delay. */
export interface DelayOrder {
  readonly target: Endpoint;
  readonly roundTripMs: number;
  readonly bind: string;
}

/** Orders a line to a target through the access line `name`. Lines of one name share that access line. */
export interface AccessOrder {
  readonly target: Endpoint;
  readonly name: string;
  readonly access: Access;
}

/** An order as the thread gets it. The thread answers with `Opened`, which has the port to send to. */
export type Ordered<Order> = Order & { readonly id: number };
export interface Opened {
  readonly id: number;
  readonly port: number;
}

/** Simulated lines on one machine. They run in a thread of their own, so that neither agents nor the service slow them down. */
class Lines<Order> {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, (port: number) => void>();
  #next = 1;

  constructor(url: URL) {
    this.#worker = new Worker(url);
    this.#worker.on('message', ({ id, port }: Opened) => {
      this.#waiting.get(id)?.(port);
      this.#waiting.delete(id);
    });
  }

  protected order(order: Order): Promise<number> {
    const id = this.#next++;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#worker.postMessage({ ...order, id } satisfies Ordered<Order>);
    });
  }

  close(): Promise<void> {
    return endUdpThread(this.#worker);
  }
}

/** Lines that delay datagrams, as a distance does. */
export class DelayLines extends Lines<DelayOrder> {
  constructor() {
    super(new URL('./delay-worker.js', import.meta.url));
  }

  /** An endpoint that reaches `target` and back in `roundTripMs` more than the wire takes. */
  async open(target: Endpoint, roundTripMs: number, bind = '127.0.0.1'): Promise<Endpoint> {
    return { address: bind, port: await this.order({ target, roundTripMs, bind }) };
  }
}

/** Access links of limited rate. */
export class AccessLines extends Lines<AccessOrder> {
  constructor() {
    super(new URL('./access-worker.js', import.meta.url));
  }

  /** An endpoint that reaches `target` through the access called `name`. */
  async open(name: string, access: Access, target: Endpoint): Promise<Endpoint> {
    return { address: '127.0.0.1', port: await this.order({ name, access, target }) };
  }
}
