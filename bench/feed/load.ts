import { connect, type Socket } from 'node:net';

/** One connection that asks the same question again and again. It does as little work as possible beside what is measured. */
class Line {
  readonly #socket: Socket;
  #waiting: ((body: Buffer) => void) | undefined;
  #chunks: Buffer[] = [];
  #have = 0;
  #need = -1;
  #bodyAt = 0;

  constructor(url: URL) {
    this.#socket = connect(Number(url.port), url.hostname);
    this.#socket.setNoDelay(true);
    this.#socket.on('data', (chunk) => this.#take(chunk));
  }

  ask(request: Buffer): Promise<Buffer> {
    return new Promise((resolve) => {
      this.#waiting = resolve;
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#have += chunk.length;
    if (this.#need < 0) {
      const sofar = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
      this.#bodyAt = sofar.indexOf('\r\n\r\n') + 4;
      if (this.#bodyAt < 4) return;
      const head = sofar.toString('latin1', 0, this.#bodyAt);
      if (!head.startsWith('HTTP/1.1 200')) throw new Error(`${head}${sofar.toString('utf8', this.#bodyAt)}`);
      this.#need = this.#bodyAt + Number(/content-length: (\d+)/i.exec(head)?.[1]);
    }
    if (this.#have < this.#need) return;
    const body = Buffer.concat(this.#chunks).subarray(this.#bodyAt);
    this.#chunks = [];
    this.#have = 0;
    this.#need = -1;
    this.#waiting?.(body);
  }
}

export interface Question {
  readonly url: string;
  readonly cookie: string;
  readonly body: object;
}

const requestOf = ({ url, cookie, body }: Question): Buffer => {
  const text = JSON.stringify(body);
  const { host } = new URL(url);
  return Buffer.from(
    `POST /photo-feed-from-campaign HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
};

export const askOnce = async (question: Question): Promise<string> => {
  const line = new Line(new URL(question.url));
  const body = await line.ask(requestOf(question));
  line.close();
  return body.toString();
};

/** Answers per second with `width` connections. */
export const measureRate = async (question: Question, ms: number, width = 16): Promise<number> => {
  const request = requestOf(question);
  const lines = Array.from({ length: width }, () => new Line(new URL(question.url)));
  let answers = 0;
  const started = performance.now();
  const until = started + ms;
  await Promise.all(
    lines.map(async (line) => {
      while (performance.now() < until) {
        await line.ask(request);
        answers++;
      }
      line.close();
    }),
  );
  return answers / ((performance.now() - started) / 1000);
};

/**
 * Medians of the time that one answer takes. The questions are asked in turn, so that other work on the machine meets all of
 * them.
 */
export const measureLatencies = async (questions: readonly Question[], rounds: number): Promise<number[]> => {
  const asked = questions.map((question) => ({
    request: requestOf(question),
    line: new Line(new URL(question.url)),
    ms: [] as number[],
  }));
  for (let round = 0; round < rounds; round++)
    for (const it of asked) {
      const started = performance.now();
      await it.line.ask(it.request);
      it.ms.push(performance.now() - started);
    }
  return asked.map(({ line, ms }) => {
    line.close();
    return ms.sort((a, b) => a - b)[ms.length >> 1] as number;
  });
};
