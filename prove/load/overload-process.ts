import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { logIn } from '../photos/people.ts';
import { Caller } from '../service/caller.ts';
import { patient } from './visitors.ts';

export interface Overload {
  readonly perSecond: number;
  readonly seconds: number;
}

/** How often each status came back; 0 where nothing did before the flood was over. */
export type Answers = Readonly<Record<number, number>>;

/**
 * One key that asks far more than it may, over as many connections as it gets, in a process of its own: node by node in
 * turn, never waiting for an answer.
 */
const { urls } = JSON.parse(process.argv[2] ?? '{}') as { urls: readonly string[] };
const callers = urls.map((url) => new Caller(url));
const { client } = await logIn(urls[0] as string, undefined, patient);
const headers = { authorization: `Bearer ${client.token}` };

const flood = async ({ perSecond, seconds }: Overload): Promise<Answers> => {
  const answers: Record<number, number> = {};
  const asked = perSecond * seconds;
  let unanswered = asked;
  const startedAt = performance.now();
  for (let i = 0; i < asked; i++) {
    const early = startedAt + (1000 * i) / perSecond - performance.now();
    if (early > 0) await pause(early);
    (callers[i % callers.length] as Caller).post('/proof/v1/pol/provers', { limit: 20 }, headers).then(
      ({ status }) => {
        unanswered--;
        answers[status] = (answers[status] ?? 0) + 1;
      },
      () => {},
    );
  }
  return { ...answers, 0: unanswered };
};

createInterface({ input: process.stdin })
  .on('line', async (line) => process.stdout.write(`${JSON.stringify(await flood(JSON.parse(line)))}\n`))
  .on('close', () => process.exit());
process.stdout.write('ready\n');
