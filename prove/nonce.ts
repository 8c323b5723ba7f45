import { usePostgres } from '@trigpoint/dev/services';
import { temporarySchema } from '@trigpoint/server';
import { addUp, type NamedResult, type Proof, type ProofOptions, seeded } from './proof.ts';
import type { Answer, Caller } from './service/caller.ts';
import { beginLogin, ethereumKey, finishLogin, type Key, solanaKey } from './service/keys.ts';
import { type OpenService, openService } from './service/open-service.ts';

const userInfo = '/proof/v1/pol/user-info';

/**
 * One text, many logins at once with its one right signature: exactly one of them succeeds, and its session works.
 * On the embedded database, and on two nodes that share a PostgreSQL where there is one.
 */
export const prove: Proof = (options) =>
  usePostgres(async (databaseUrl) => {
    const embedded = await tryOut('the embedded database', [{}], options);
    if (!databaseUrl) {
      options.log('no PostgreSQL: neither DATABASE_URL nor a server that can be started here');
      return addUp(embedded);
    }
    const schema = await temporarySchema(databaseUrl);
    try {
      const node = { DATABASE_URL: schema.url };
      return addUp(embedded, await tryOut('two nodes on PostgreSQL', [node, node], options));
    } finally {
      await schema.drop();
    }
  });

const tryOut = async (
  name: string,
  nodes: readonly Record<string, string>[],
  { seed, small, log }: ProofOptions,
): Promise<NamedResult> => {
  const random = seeded(seed);
  const rounds = small ? 6 : 200;
  const width = small ? 60 : 500;
  const violations: string[] = [];
  const open = await openServices(nodes);
  const callers = open.map((it) => it.caller);
  try {
    for (let round = 0; round < rounds; round++) {
      const problem = await race(callers, round % 2 === 0 ? ethereumKey(random) : solanaKey(random), width);
      if (problem) violations.push(`round ${round}: ${problem}`);
      if (round % 20 === 19) log(`${name}: ${round + 1} of ${rounds} rounds of ${width} logins`);
    }
  } finally {
    for (const it of open) await it.close();
  }
  return { name, tried: rounds * width, violations };
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
  for (const node of callers) {
    const after = await node.post(userInfo, {}, { cookie: pending.cookie });
    if (after.status !== 200) return `the winner's session answers ${after.status}`;
  }
  return undefined;
};
