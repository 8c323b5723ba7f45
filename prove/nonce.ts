import { type Proof, seeded } from './proof.ts';
import type { Answer, Caller } from './service/caller.ts';
import { beginLogin, ethereumKey, finishLogin, type Key, solanaKey } from './service/keys.ts';
import { type OpenService, openService } from './service/open-service.ts';

const userInfo = '/proof/v1/pol/user-info';

/**
 * One text, many logins at once with its one right signature: exactly one of them succeeds, and its session works.
 * On the embedded database, and where DATABASE_URL is set also on two nodes that share that one.
 */
export const prove: Proof = async ({ seed, small, log }) => {
  const random = seeded(seed);
  const rounds = small ? 6 : 200;
  const width = small ? 60 : 500;
  const url = process.env.DATABASE_URL;
  const networks = [{ name: 'the embedded database', nodes: [{}] }];
  if (url) networks.push({ name: 'two nodes on PostgreSQL', nodes: [{ DATABASE_URL: url }, { DATABASE_URL: url }] });
  const violations: string[] = [];
  for (const { name, nodes } of networks) {
    const open = await openServices(nodes);
    const callers = open.map((it) => it.caller);
    try {
      for (let round = 0; round < rounds; round++) {
        const problem = await race(callers, round % 2 === 0 ? ethereumKey(random) : solanaKey(random), width);
        if (problem) violations.push(`${name}, round ${round}: ${problem}`);
        if (round % 20 === 19) log(`${name}: ${round + 1} of ${rounds} rounds of ${width} logins`);
      }
    } finally {
      for (const it of open) await it.close();
    }
  }
  return { tried: networks.length * rounds * width, violations };
};

const openServices = async (nodes: readonly Record<string, string>[]): Promise<OpenService[]> => {
  const open: OpenService[] = [];
  for (const env of nodes) open.push(await openService({ env }));
  return open;
};

const race = async (callers: readonly Caller[], key: Key, width: number): Promise<string | undefined> => {
  const [caller] = callers as [Caller];
  const pending = await beginLogin(caller, key);
  const signature = key.encode(await key.signText(pending.message));
  const answers = await Promise.all(
    Array.from({ length: width }, (_, i) => finishLogin(callers[i % callers.length] as Caller, pending, signature)),
  );
  const count = (test: (it: Answer) => boolean) => answers.filter(test).length;
  const won = count(({ status }) => status === 200);
  const refused = count(({ status, text }) => status === 401 && text.includes('"no_pending_login"'));
  if (won !== 1) return `${won} of ${width} logins succeeded`;
  if (refused !== width - 1) return `${width - 1 - refused} logins were neither won nor refused as used`;
  const after = await caller.post(userInfo, {}, { cookie: pending.cookie });
  return after.status === 200 ? undefined : `the winner's session answers ${after.status}`;
};
