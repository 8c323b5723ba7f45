import { type AddressInfo, connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';

/** `delayed`: every byte late; `cut`: closed and refused; `silent`: open, and nothing arrives any more (half-open). */
export type Fault = 'none' | 'delayed' | 'cut' | 'silent';

const delayMs = 300;

interface Pair {
  readonly ends: readonly [Socket, Socket];
  /** Bytes were swallowed. After the fault the connection is as dead as one whose other end was restarted. */
  lost: boolean;
}

/** A way to a TCP or Unix socket. It can be disturbed at any time. */
export class FaultProxy {
  readonly #server: Server;
  readonly #pairs = new Set<Pair>();
  #fault: Fault = 'none';

  private constructor(to: NetConnectOpts) {
    this.#server = createServer((near) => {
      if (this.#fault === 'cut') return void near.destroy();
      const pair: Pair = { ends: [near, connect(to)], lost: false };
      this.#pairs.add(pair);
      this.#join(pair, 0, 1);
      this.#join(pair, 1, 0);
    });
  }

  static async open(to: NetConnectOpts): Promise<FaultProxy> {
    const proxy = new FaultProxy(to);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  set fault(fault: Fault) {
    this.#fault = fault;
    for (const pair of this.#pairs) if (fault === 'cut' || pair.lost) this.#drop(pair);
  }

  async close(): Promise<void> {
    for (const pair of this.#pairs) this.#drop(pair);
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(pair: Pair, from: 0 | 1, to: 0 | 1): void {
    const [near, far] = [pair.ends[from], pair.ends[to]];
    near.on('data', (bytes) => {
      if (this.#fault === 'silent') pair.lost = true;
      else if (this.#fault === 'delayed') setTimeout(() => far.write(bytes), delayMs);
      else far.write(bytes);
    });
    near.on('error', () => this.#drop(pair));
    near.on('close', () => {
      // In a silent network neither end hears that the other one has gone.
      if (this.#fault === 'silent') pair.lost = true;
      else this.#drop(pair);
    });
  }

  #drop(pair: Pair): void {
    this.#pairs.delete(pair);
    for (const it of pair.ends) it.destroy();
  }
}
