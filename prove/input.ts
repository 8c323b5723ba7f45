import { connect } from 'node:net';
import { type Role, type Route, type RouteTable, roles, routes } from '@trigpoint/protocol';
import { type Proof, type Random, seeded } from './proof.ts';
import { Burden } from './service/burden.ts';
import { type Caller, inParallel, type Sent } from './service/caller.ts';
import { contentTypes, mangle, proofTypes, rawRequests, spoil, strangeHeaders } from './service/hostile-requests.ts';
import { ethereumKey, type Key, logIn } from './service/keys.ts';
import { nearValid, type Tree, write } from './service/near-valid.ts';
import { openServiceProcess } from './service/open-service.ts';
import { checkAnswer } from './service/reply-check.ts';

/** The share of the requests that warm the service up. After them code is compiled, and caches are filled. */
const warmUpShare = 0.4;

/**
 * Near-valid and hostile requests over every operation: no 5xx, every reply of its shape, and the service unharmed. It holds
 * no more memory for them than before, and its event loop is never held for long.
 */
export const prove: Proof = async ({ seed, small, log }) => {
  const random = seeded(seed);
  const size = small ? 1_500 : 100_000;
  const violations: string[] = [];
  const statuses = new Map<number, number>();
  const { process: service, caller, dataDir, close } = await openServiceProcess();
  try {
    const sessions = await openSessions(caller, random);
    const burden = await Burden.begin(service, dataDir);
    await inParallel(size, 16, async (index) => {
      if (index === Math.floor(size * warmUpShare)) await burden.isWarm();
      const own = random.fork(index);
      const made = makeRequest(own, sessions);
      const answer = await caller.send(made.sent).catch((error: Error) => error);
      const problem = answer instanceof Error ? answer.message : checkAnswer(made.route, made.sent, answer);
      if (problem) violations.push(`${problem}; ${show(made.sent)}`);
      if (made.session && !(answer instanceof Error) && answer.status === 401) await made.session.renew();
      if (!(answer instanceof Error)) statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (index % 10_000 === 9_999) log(`${index + 1} requests`);
    });
    const rawCount = rawRequests.length * (small ? 1 : 25);
    await inParallel(rawCount, rawRequests.length, async (index) => {
      const text = rawRequests[index % rawRequests.length] as string;
      const problem = await tryRaw(service.url, text);
      if (problem) violations.push(`${problem}; sent ${JSON.stringify(text.slice(0, 120))}`);
    });
    violations.push(...(await burden.end(size * (1 - warmUpShare) + rawCount, { small, log })));
    log(
      [...statuses]
        .sort(([a], [b]) => a - b)
        .map(([status, count]) => `${status}: ${count}`)
        .join(', '),
    );
    // If every request were refused at the door, the generator would find nothing behind it.
    if ((statuses.get(200) ?? 0) < size / 20) violations.push(`only ${statuses.get(200) ?? 0} requests succeeded`);
    violations.push(...(await checkHealth(caller, random)));
    return { tried: size + rawCount, violations };
  } finally {
    await close();
  }
};

interface Session {
  cookie: string;
  renew(): Promise<void>;
}

/** One session per role; operations that end a session make it log in again. */
const openSessions = (caller: Caller, random: Random): Promise<Session[]> =>
  Promise.all(roles.map((role, index) => openSession(caller, ethereumKey(random.fork(-1 - index)), role)));

const openSession = async (caller: Caller, key: Key, role: Role): Promise<Session> => {
  const session: Session = {
    cookie: (await logIn(caller, key, { role })).cookie,
    renew: async () => {
      session.cookie = (await logIn(caller, key, { role })).cookie;
    },
  };
  return session;
};

interface Made {
  readonly sent: Sent;
  /** Undefined if the request does not reach an operation. */
  readonly route: Route | undefined;
  readonly session: Session | undefined;
}

const knownTypes = ['pol', 'pob'];
const pages = ['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs', '/.well-known/trigpoint.json', '/nowhere'];
const methods = ['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

const makeRequest = (random: Random, sessions: readonly Session[]): Made => {
  if (random.int(50) === 0) return strayRequest(random);
  const route = random.pick(Object.values(routes as RouteTable));
  const badType = random.int(20) === 0;
  const path = random
    .pick(route.paths)
    .replace(':proof_type', badType ? random.pick(proofTypes) : random.pick(knownTypes));
  let tree: Tree = nearValid(route.body, random);
  for (let times = random.int(4); times > 0; times--) tree = spoil(tree, random);
  const text = random.int(60) === 0 ? '' : write(tree);
  const type = random.int(15) === 0 ? random.pick(contentTypes) : 'application/json';
  const session = random.int(8) === 0 ? undefined : random.pick(sessions);
  const headers = {
    ...(type === undefined ? {} : { 'content-type': type }),
    ...(session ? { cookie: session.cookie } : {}),
    ...(random.int(12) === 0 ? random.pick(strangeHeaders) : {}),
  };
  const body = random.int(25) === 0 ? mangle(text, random) : Buffer.from(text);
  return { sent: { path, headers, body }, route: badType ? undefined : route, session };
};

/** A page with a strange query, or an operation with another method. */
const strayRequest = (random: Random): Made => {
  const query = random.int(2) === 0 ? '' : `?${encodeURIComponent(Buffer.from(random.bytes(20)).toString('latin1'))}=%`;
  const operation = random.pick(Object.values(routes as RouteTable)).paths[0]?.replace(':proof_type', 'pol') ?? '/';
  const path = `${random.pick([...pages, operation])}${query}`;
  return { sent: { path, method: random.pick(methods) }, route: undefined, session: undefined };
};

const show = ({ path, method = 'POST', headers, body }: Sent): string =>
  `${method} ${path.slice(0, 100)} ${JSON.stringify(headers)} ${JSON.stringify(String(body ?? '').slice(0, 300))}`;

const tryRaw = (url: string, text: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    let answer = '';
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => socket.end(Buffer.from(text, 'latin1')));
    const end = (): void => {
      socket.destroy();
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);
      const body = answer.slice(answer.indexOf('\r\n\r\n') + 4);
      const shaped =
        body === '' || body === '0\r\n\r\n' || /^\{"error":\{"code":"\w+","message":"[^"]*.*"\}\}$/s.test(body);
      resolve(status >= 500 || !shaped ? `raw request answered ${JSON.stringify(answer.slice(0, 300))}` : undefined);
    };
    socket.setTimeout(2_000, end);
    socket.on('data', (data: Buffer) => {
      answer += data.toString('latin1');
    });
    socket.on('error', end);
    socket.on('close', end);
  });

const checkHealth = async (caller: Caller, random: Random): Promise<string[]> => {
  const ready = await caller.send({ path: '/readyz', method: 'GET' });
  const problems = ready.status === 200 ? [] : [`afterwards /readyz answers ${ready.status}`];
  if ('polluted' in {}) problems.push('a request changed Object.prototype');
  await logIn(caller, ethereumKey(random)).catch((error: Error) => problems.push(`afterwards ${error.message}`));
  return problems;
};
