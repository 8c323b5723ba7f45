import { type Role, type RouteTable, roles, routes } from '@trigpoint/protocol';
import { type ProofOptions, type ProofResult, type Random, seeded } from '../proof.ts';
import { type Answer, type Caller, inParallel } from '../service/caller.ts';
import { beginLogin, ethereumKey, finishLogin, type Key, logIn, solanaKey } from '../service/keys.ts';
import { openService } from '../service/open-service.ts';

/** The operations that answer without a session. A new open operation has to be named here, or it is a violation. */
const openOperations = new Set([
  ...['pre-login', 'login', 'guest-key'],
  ...[
    'provers',
    'prover',
    'challengers',
    'challenger',
    'statistics',
    'challenge-history',
    'challenge-evidence',
    'challenge-attestation',
    'challenge-payments',
    'public-watch',
    'public-watches',
  ],
]);

/** Operations that only keys in OPERATORS may call, whatever their role, with a body that they take. */
const onlyForOperators: Readonly<Record<string, object>> = {
  'admit-challenger': { challenger: `IPv4/0x${'ab'.repeat(20)}` },
  'list-admissions': {},
  'grant-points': { to: `0x${'ab'.repeat(20)}`, points: '0.5', id: 'prove-access', reason: 'a proof' },
};

/** Which session may open the agents' socket. */
const mayOpenSocket = (role: Role, sameType: boolean): boolean => role !== 'payer' && sameType;

type Headers = Record<string, string>;

/** Tokens that are no session, or no longer one. */
const outsiders: Readonly<Record<string, (caller: Caller, random: Random) => Promise<Headers>>> = {
  nobody: async () => ({}),
  'a made-up token': async (_, random) => {
    const token = Buffer.from(random.bytes(32)).toString('base64url');
    return random.int(2) === 0 ? { cookie: `__proof=${token}` } : { authorization: `Bearer ${token}` };
  },
  'a pending login': async (caller, random) => ({ cookie: (await beginLogin(caller, ethereumKey(random))).cookie }),
  'a refused login': async (caller, random) => {
    const pending = await beginLogin(caller, ethereumKey(random));
    await finishLogin(caller, pending, `0x${'11'.repeat(65)}`);
    return { cookie: pending.cookie };
  },
  'a session after logout': async (caller, random) => {
    const { cookie } = await logIn(caller, solanaKey(random));
    await caller.post('/proof/v1/pol/logout', {}, { cookie });
    return { cookie };
  },
  'a revoked session': async (caller, random) => {
    const key = ethereumKey(random);
    const { cookie } = await logIn(caller, key);
    const other = await logIn(caller, key);
    await caller.post('/proof/v1/pol/revoke-session', {}, { cookie: other.cookie });
    return { cookie };
  },
};

const foreign: readonly Headers[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
];

interface Case {
  readonly name: string;
  run(random: Random): Promise<string | undefined>;
}

/** Every operation answers exactly to those it should: walked in every role, by every carrier, and from outside. */
export const walkDoors = async ({ seed, small, log }: ProofOptions): Promise<ProofResult> => {
  let aheadMs = 0;
  const random = seeded(seed);
  const operator = ethereumKey(random);
  const env = { OPERATORS: operator.publicKey };
  const { caller, close } = await openService({ env, now: () => Date.now() + aheadMs, withChain: true });
  const violations: string[] = [];
  try {
    const expired = await logIn(caller, ethereumKey(random));
    aheadMs = 24 * 3_600_000 + 1;
    const cases = [...casesFor(caller, expired.cookie, operator, small), ...socketCases(caller)];
    await inParallel(cases.length, 4, async (index) => {
      const { name, run } = cases[index] as Case;
      const problem = await run(random.fork(index));
      if (problem) violations.push(`${name}: ${problem}`);
      if (index % 200 === 199) log(`${index + 1} of ${cases.length} cases`);
    });
    const own = await ownSessionsOnly(caller, random);
    if (own) violations.push(own);
    return { tried: cases.length + 1, violations };
  } finally {
    await close();
  }
};

/** The agents' sockets alone. */
export const walkSockets = async (seed: number): Promise<ProofResult> => {
  const { caller, close } = await openService();
  const violations: string[] = [];
  try {
    const cases = [...socketCases(caller)];
    for (const [index, { name, run }] of cases.entries()) {
      const problem = await run(seeded(seed).fork(index));
      if (problem) violations.push(`${name}: ${problem}`);
    }
    return { tried: cases.length, violations };
  } finally {
    await close();
  }
};

const knownTypes = ['pol', 'pob'];

const operations = Object.entries(routes as RouteTable).flatMap(([name, route]) =>
  route.paths.flatMap((path) =>
    (path.includes(':proof_type') ? knownTypes : ['pol']).map((proofType) => ({
      name,
      proofType,
      path: path.replace(':proof_type', proofType),
    })),
  ),
);

const bodyOf = (name: string): object => onlyForOperators[name] ?? {};

const codeOf = ({ text }: Answer): string => /"code":"(\w+)"/.exec(text)?.[1] ?? text.slice(0, 80);
const say = (answer: Answer): string => `answered ${answer.status} ${codeOf(answer)}`;

function* casesFor(caller: Caller, expired: string, operator: Key, small: boolean): Generator<Case> {
  for (const { name, path, proofType } of operations) {
    const all: typeof outsiders = { ...outsiders, 'an expired session': async () => ({ cookie: expired }) };
    for (const [who, headersOf] of Object.entries(all)) {
      yield {
        name: `${path} by ${who}`,
        run: async (random) => {
          const answer = await caller.post(path, bodyOf(name), await headersOf(caller, random));
          if (openOperations.has(name)) return answer.status < 500 && answer.status !== 403 ? undefined : say(answer);
          return answer.status === 401 ? undefined : say(answer);
        },
      };
    }
    for (const role of roles) {
      for (const sessionType of small ? [proofType] : ['pol', 'pob']) {
        yield { name: `${path} by a ${role} of ${sessionType}`, run: insider(caller, name, path, role, sessionType) };
      }
    }
    for (const headers of small ? foreign.slice(0, 2) : foreign) {
      yield {
        name: `${path} from another site ${JSON.stringify(headers)}`,
        run: fromOutside(caller, name, path, operator, headers),
      };
    }
    if (name in onlyForOperators)
      yield {
        name: `${path} by an operator`,
        run: async () => {
          const { cookie } = await logIn(caller, operator, { proofType });
          return expectStatus(await caller.post(path, bodyOf(name), { cookie }), 200);
        },
      };
    yield { name: `GET ${path}`, run: async () => readOnly(await caller.send({ path, method: 'GET' })) };
  }
}

const insider = (caller: Caller, name: string, path: string, role: Role, proofType: string): Case['run'] => {
  return async (random) => {
    const { cookie, token } = await logIn(caller, random.pick([ethereumKey, solanaKey])(random), { role, proofType });
    const carriers: Headers[] = [{ cookie }, { authorization: `Bearer ${token}` }, { cookie, origin: caller.origin }];
    const answer = await caller.post(path, bodyOf(name), random.pick(carriers));
    if (name === 'login') return answer.status === 400 ? undefined : say(answer);
    if (name in onlyForOperators) return answer.status === 403 ? undefined : say(answer);
    return answer.status < 500 && answer.status !== 401 && answer.status !== 403 ? undefined : say(answer);
  };
};

/**
 * Another site's page cannot use the cookie, and trying changes nothing. A bearer token is not sent by such a page, so it is
 * taken.
 */
const fromOutside = (caller: Caller, name: string, path: string, operator: Key, headers: Headers): Case['run'] => {
  return async (random) => {
    const { cookie, token } = await logIn(caller, name in onlyForOperators ? operator : ethereumKey(random));
    const ridden = await caller.post(path, bodyOf(name), { cookie, ...headers });
    if (ridden.status !== 403 || codeOf(ridden) !== 'cross_site') return say(ridden);
    const after = await caller.post('/proof/v1/pol/user-info', {}, { cookie });
    if (after.status !== 200) return `ended the session it rode on: user-info ${say(after)}`;
    const borne = await caller.post(path, bodyOf(name), { authorization: `Bearer ${token}`, ...headers });
    return borne.status === 403 ? `with a bearer token ${say(borne)}` : undefined;
  };
};

const readOnly = (answer: Answer): string | undefined => (answer.status === 405 ? undefined : say(answer));

const upgrade = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': Buffer.alloc(16).toString('base64'),
};

function* socketCases(caller: Caller): Generator<Case> {
  for (const proofType of knownTypes) {
    const path = `/proof/v1/${proofType}/ws`;
    yield {
      name: `${path} by nobody`,
      run: async () => expectStatus(await caller.send({ method: 'GET', path, headers: upgrade }), 401),
    };
    for (const role of roles) {
      for (const sessionType of ['pol', 'pob']) {
        yield {
          name: `${path} by a ${role} of ${sessionType}`,
          run: async (random) => {
            const { cookie } = await logIn(caller, ethereumKey(random), { role, proofType: sessionType });
            const answer = await caller.send({ method: 'GET', path, headers: { ...upgrade, cookie } });
            return expectStatus(answer, mayOpenSocket(role, sessionType === proofType) ? 101 : 403);
          },
        };
      }
    }
  }
}

const expectStatus = (answer: Answer, wanted: number): string | undefined =>
  answer.status === wanted ? undefined : `${say(answer)} instead of ${wanted}`;

/** A key sees and ends its own sessions alone. */
const ownSessionsOnly = async (caller: Caller, random: Random): Promise<string | undefined> => {
  const [mine, theirs] = [await logIn(caller, ethereumKey(random)), await logIn(caller, ethereumKey(random))];
  const list = async (cookie: string) =>
    JSON.parse((await caller.post('/proof/v1/pol/sessions', {}, { cookie })).text).result.sessions as { id: string }[];
  const [seen, other] = [await list(mine.cookie), await list(theirs.cookie)];
  if (seen.length !== 1) return `a key with one session sees ${seen.length}`;
  const body = { session_id: other[0]?.id };
  const revoke = await caller.post('/proof/v1/pol/revoke-session', body, { cookie: mine.cookie });
  const alive = await caller.post('/proof/v1/pol/user-info', {}, { cookie: theirs.cookie });
  return revoke.status === 400 && alive.status === 200 ? undefined : `one key ended another's session: ${say(revoke)}`;
};
