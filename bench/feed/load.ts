import { Connection } from '@trigpoint/dev/crowd';

export interface Question {
  readonly url: string;
  readonly cookie: string;
  readonly body: object;
}

/** Asks on one connection. Everything that asking takes beside the service is done before. */
const open = ({ url, cookie, body }: Question) => {
  const connection = new Connection(new URL(url));
  const [text, header] = [JSON.stringify(body), `Cookie: ${cookie}\r\n`];
  return {
    async ask(): Promise<string> {
      const reply = await connection.post('/photo-feed-from-campaign', text, header);
      if (reply.status !== 200) throw new Error(`the feed answered ${reply.status} ${reply.body}`);
      return reply.body;
    },
    close: () => connection.close(),
  };
};

export const askOnce = async (question: Question): Promise<string> => {
  const line = open(question);
  const body = await line.ask();
  line.close();
  return body;
};

/** Answers per second with `width` connections. */
export const measureRate = async (question: Question, ms: number, width = 16): Promise<number> => {
  const lines = Array.from({ length: width }, () => open(question));
  let answers = 0;
  const started = performance.now();
  const until = started + ms;
  await Promise.all(
    lines.map(async (line) => {
      while (performance.now() < until) {
        await line.ask();
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
    line: open(question),
    ms: [] as number[],
  }));
  for (let round = 0; round < rounds; round++)
    for (const it of asked) {
      const started = performance.now();
      await it.line.ask();
      it.ms.push(performance.now() - started);
    }
  return asked.map(({ line, ms }) => {
    line.close();
    return ms.sort((a, b) => a - b)[ms.length >> 1] as number;
  });
};
