import { connect, type Socket } from 'node:net';

const byteEveryMs = 2_000;
const againMs = 1_000;
const head = 'POST /proof/v1/pol/pre-login HTTP/1.1\r\nHost: slow\r\n';
/** A request whose headers never end, and one whose body never ends. */
const beginnings = [
  { begin: `${head}X-Slow: `, more: 'a' },
  { begin: `${head}Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n{`, more: ' ' },
] as const;

/** Connections that send a byte now and then. They dial again when the service closes them. */
export class SlowConnections {
  readonly #urls: readonly URL[];
  readonly #sockets: (Socket | undefined)[];
  readonly #timers = new Set<NodeJS.Timeout>();
  #isClosed = false;

  /** Resolves when all of them were connected once. */
  static async open(urls: readonly string[], count: number): Promise<SlowConnections> {
    const all = new SlowConnections(urls, count);
    for (let i = 0; i < count; i++) await new Promise<void>((resolve) => all.#dial(i, resolve));
    return all;
  }

  private constructor(urls: readonly string[], count: number) {
    this.#urls = urls.map((it) => new URL(it));
    this.#sockets = Array(count).fill(undefined);
  }

  /** How many are connected now. */
  get standing(): number {
    return this.#sockets.filter((it) => it?.readyState === 'open').length;
  }

  close(): void {
    this.#isClosed = true;
    for (const it of this.#timers) clearTimeout(it);
    for (const it of this.#sockets) it?.destroy();
  }

  #dial(index: number, connected: () => void = () => {}): void {
    const { hostname, port } = this.#urls[index % this.#urls.length] as URL;
    const { begin, more } = beginnings[Math.floor(index / this.#urls.length) % 2] as (typeof beginnings)[number];
    const socket = connect(Number(port), hostname, () => {
      socket.write(begin);
      connected();
    });
    this.#sockets[index] = socket;
    const dribble = setInterval(() => socket.readyState === 'open' && socket.write(more), byteEveryMs);
    socket.resume();
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(dribble);
      if (this.#isClosed) return;
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        this.#dial(index, connected);
      }, againMs);
      this.#timers.add(timer);
    });
  }
}
