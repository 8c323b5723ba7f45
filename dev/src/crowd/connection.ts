import { connect, type Socket } from 'node:net';

export interface Reply {
  readonly status: number;
  /** The header line that sends a cookie back that the reply set. Empty if it set none. */
  readonly cookie: string;
  readonly body: string;
}

/** One keep-alive connection. The client does as little as possible, so that a benchmark measures the server. */
export class Connection {
  readonly #socket: Socket;
  readonly #host: string;
  #received = '';
  #waiting: { resolve(reply: Reply): void; reject(error: Error): void } | undefined;

  constructor(url: URL) {
    this.#host = url.host;
    this.#socket = connect(Number(url.port), url.hostname);
    this.#socket.setNoDelay(true);
    this.#socket.setEncoding('latin1');
    this.#socket.on('data', (data: string) => this.#take(data));
    this.#socket.on('error', (error) => this.#waiting?.reject(error));
  }

  /** `header` is one header line with its line end, or empty. */
  post(path: string, body: string, header: string): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(
        `POST ${path} HTTP/1.1\r\nHost: ${this.#host}\r\nContent-Type: application/json\r\n${header}Content-Length: ${body.length}\r\n\r\n${body}`,
      );
    });
  }

  #take(data: string): void {
    this.#received += data;
    const headEnd = this.#received.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = this.#received.slice(0, headEnd);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    const end = headEnd + 4 + length;
    if (this.#received.length < end) return;
    const body = this.#received.slice(headEnd + 4, end);
    this.#received = this.#received.slice(end);
    const cookie = /set-cookie: ([^;\r]+)/i.exec(head)?.[1];
    this.#waiting?.resolve({
      status: Number(head.slice(9, 12)),
      cookie: cookie === undefined ? '' : `Cookie: ${cookie}\r\n`,
      body,
    });
  }

  close(): void {
    this.#socket.destroy();
  }
}
