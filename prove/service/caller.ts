import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Sent {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** Goes out as it is; `undefined` sends no body at all. */
  readonly body?: string | Buffer | undefined;
}

/** Sends requests exactly as given, which a well-behaved client would not. */
export class Caller {
  readonly #url: URL;
  /**
   * With a time-out, Node lets an idle connection go before the service does, which says after how long it will. Without one it
   * does not.
   */
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 512, timeout: 60_000 });

  constructor(url: string) {
    this.#url = new URL(url);
  }

  get origin(): string {
    return this.#url.origin;
  }

  send({ path, method = 'POST', headers = {}, body }: Sent): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const { hostname: host, port } = this.#url;
      const outgoing = request({ host, port, path, method, headers, agent: this.#agent }, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text });
        });
      });
      outgoing.on('error', reject);
      outgoing.on('upgrade', (incoming, socket) => {
        socket.destroy();
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text: '' });
      });
      outgoing.setTimeout(60_000, () => outgoing.destroy(new Error(`no answer in 60 s: ${method} ${path}`)));
      outgoing.end(body);
    });
  }

  post(path: string, body: unknown, headers: Sent['headers'] = {}): Promise<Answer> {
    return this.send({
      path,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Runs `work` for 0 … count-1, a few at a time. */
export const inParallel = async (
  count: number,
  width: number,
  work: (index: number) => Promise<unknown>,
): Promise<void> => {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: Math.min(width, count) }, lane));
};
