import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { answerParent, settingsFromParent } from '@trigpoint/dev/processes';

/** Readers who ask for a long answer, take its first bytes and then no more, in a process of their own. */
const { url } = settingsFromParent<{ url: string }>();
const { hostname: host, port } = new URL(url);

interface Question {
  readonly path: string;
  readonly body: object;
  /** There is one reader for each token. */
  readonly tokens: readonly string[];
}

const waiting: ClientRequest[] = [];

const stall = ({ path, body }: Question, token: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const sent = request({ host, port, path: `/proof/v1/pol/${path}`, method: 'POST', headers, agent: false });
    waiting.push(sent);
    sent.on('error', reject);
    sent.on('response', (reply: IncomingMessage) => {
      reply.once('readable', () => resolve(reply.statusCode ?? 0));
    });
    sent.end(JSON.stringify(body));
  });

/** Readers of the last question go away first. Returns how many readers got an answer. */
answerParent({}, async (question: Question) => {
  for (const it of waiting.splice(0)) it.on('error', () => {}).destroy();
  const statuses = await Promise.all(question.tokens.map((token) => stall(question, token)));
  return statuses.filter((it) => it === 200).length;
});
