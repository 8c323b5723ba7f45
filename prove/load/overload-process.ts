import { constants, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { Connection } from '@trigpoint/dev/crowd';
import { answerParent, settingsFromParent } from '@trigpoint/dev/processes';
import { newToken, patient } from './visitors.ts';

export interface Overload {
  readonly perSecond: number;
  readonly seconds: number;
}

export interface Flood {
  /** How long it took to ask everything. It is longer than planned if the machine is busy. */
  readonly seconds: number;
  /** How often each status came back. 0 stands for requests without an answer before the flood was over. */
  readonly answers: Readonly<Record<number, number>>;
}

const connectionsEach = 512;
const question = JSON.stringify({ limit: 20 });

/** One key's questions to one node. As many run at once as there are connections; the rest follow as answers come. */
class Questions {
  readonly #url: URL;
  readonly #header: string;
  readonly #answered: (status: number) => void;
  readonly #connections: Connection[] = [];
  readonly #idle: Connection[] = [];
  #due = 0;

  constructor(url: string, token: string, answered: (status: number) => void) {
    this.#url = new URL(url);
    this.#header = `Authorization: Bearer ${token}\r\n`;
    this.#answered = answered;
  }

  ask(): void {
    this.#due++;
    this.#send();
  }

  end(): void {
    for (const it of this.#connections) it.close();
  }

  #send(): void {
    const connection = this.#due > 0 ? (this.#idle.pop() ?? this.#connect()) : undefined;
    if (!connection) return;
    this.#due--;
    connection.post('/proof/v1/pol/provers', question, this.#header).then(
      ({ status }) => {
        this.#answered(status);
        this.#idle.push(connection);
        this.#send();
      },
      () => {},
    );
  }

  #connect(): Connection | undefined {
    if (this.#connections.length === connectionsEach) return undefined;
    const connection = new Connection(this.#url);
    this.#connections.push(connection);
    return connection;
  }
}

const { urls } = settingsFromParent<{ urls: readonly string[] }>();

/**
 * A key, a new one each time, asks far more than it may, over as many connections as it gets. It asks the nodes in turn and
 * never waits for an answer. It shares the machine with the nodes, so it is as light as it can be and takes only time that
 * nobody else wants.
 */
const flood = async ({ perSecond, seconds }: Overload): Promise<Flood> => {
  const token = await newToken(urls[0] as string, patient);
  const answers: Record<number, number> = {};
  const asked = perSecond * seconds;
  let unanswered = asked;
  const answered = (status: number) => {
    unanswered--;
    answers[status] = (answers[status] ?? 0) + 1;
  };
  const nodes = urls.map((url) => new Questions(url, token, answered));
  const startedAt = performance.now();
  for (let i = 0; i < asked; i++) {
    const early = startedAt + (1000 * i) / perSecond - performance.now();
    if (early > 0) await pause(early);
    (nodes[i % nodes.length] as Questions).ask();
  }
  for (const it of nodes) it.end();
  return { seconds: (performance.now() - startedAt) / 1000, answers: { ...answers, 0: unanswered } };
};

setPriority(constants.priority.PRIORITY_LOW);
answerParent({}, flood);
