import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

const checkEveryMs = 200;
const checkMs = 1_000;

/** Stands before the nodes. It hands each connection to the next node whose /readyz answers 200, or to any node where none does. */
export class Balancer {
  readonly #server: Server;
  readonly #targets: () => readonly string[];
  readonly #sockets = new Set<Socket>();
  #ready: readonly string[] = [];
  #turn = 0;
  readonly #checking: NodeJS.Timeout;

  private constructor(targets: () => readonly string[]) {
    this.#targets = targets;
    this.#server = createServer((near) => this.#accept(near));
    this.#checking = setInterval(() => void this.#check(), checkEveryMs);
  }

  static async open(targets: () => readonly string[]): Promise<Balancer> {
    const balancer = new Balancer(targets);
    await new Promise<void>((resolve) => balancer.#server.listen(0, '127.0.0.1', resolve));
    await balancer.#check();
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    clearInterval(this.#checking);
    for (const it of this.#sockets) it.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #check(): Promise<void> {
    const answers = await Promise.all(
      this.#targets().map(async (url) => {
        const reply = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(checkMs) }).catch(() => undefined);
        await reply?.body?.cancel();
        return reply?.ok ? [url] : [];
      }),
    );
    this.#ready = answers.flat();
  }

  #accept(near: Socket, tries = 3): void {
    const among = this.#ready.length > 0 ? this.#ready : this.#targets();
    const target = among[this.#turn++ % Math.max(1, among.length)];
    if (target === undefined || tries === 0) return void near.destroy();
    const far = connect(Number(new URL(target).port), '127.0.0.1');
    near.once('error', () => far.destroy());
    // Nothing was said to a node that does not take the connection, so the next node is tried.
    far.once('error', () => this.#accept(near, tries - 1));
    far.once('connect', () => {
      far.removeAllListeners('error');
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(one);
        one.on('error', () => other.destroy());
        one.on('close', () => {
          this.#sockets.delete(one);
          other.destroy();
        });
        one.pipe(other);
      }
    });
  }
}
