import { randomBytes } from 'node:crypto';
import { Connection } from '@trigpoint/dev/crowd';
import { answerParent } from '@trigpoint/dev/processes';
import { addressOf, signPersonal } from './signing.ts';

/** Logs in over and over on so many connections for a while; answers with how many logins succeeded. */
const run = async (url: URL, connections: number, forMs: number): Promise<number> => {
  const until = performance.now() + forMs;
  let pairs = 0;
  const lane = async (): Promise<void> => {
    const key = randomBytes(32);
    const preLogin = JSON.stringify({ publicKey: addressOf(key), keyType: 'ethereum', role: 'payer' });
    const connection = new Connection(url);
    while (performance.now() < until) {
      const first = await connection.post('/proof/v1/pol/pre-login', preLogin, '');
      const { message } = (JSON.parse(first.body) as { result: { message: string } }).result;
      const login = JSON.stringify({ signature: signPersonal(key, message) });
      const second = await connection.post('/proof/v1/pol/login', login, first.cookie);
      if (second.status !== 200) throw new Error(`login answered ${second.status} ${second.body}`);
      pairs++;
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, lane));
  return pairs;
};

interface Load {
  readonly url: string;
  readonly connections: number;
  readonly forMs: number;
}

answerParent({}, async ({ url, connections, forMs }: Load) => {
  const started = performance.now();
  const pairs = await run(new URL(url), connections, forMs);
  return { pairs, wallMs: performance.now() - started };
});
