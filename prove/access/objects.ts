import { errorTable, type Route, type RouteTable, routes } from '@trigpoint/protocol';
import { photoNumber } from '../photos/people.ts';
import { type ProofOptions, type ProofResult, type Random, seeded } from '../proof.ts';
import type { Answer } from '../service/caller.ts';
import { checkAnswer } from '../service/reply-check.ts';
import { type Carrier, carriersFor, keyCarriers, livingKeys, outsiders, plain } from './carriers.ts';
import type { Asked, Body, Expectation, Outcome } from './expectation.ts';
import { expectations } from './expectations.ts';
import { formOf } from './forms.ts';
import { isUseOfKey } from './key-expectations.ts';
import type { Login, Person } from './people.ts';
import { tryReads } from './reads.ts';
import { type Change, changedColumns, describeChange, Rows } from './rows.ts';
import { toldIn } from './secrets.ts';
import { pretend, respell } from './spellings.ts';
import { makeWorld, type World } from './world.ts';

interface Try {
  readonly name: string;
  readonly object: unknown;
  /** Who sends the request, if the carrier says so. */
  readonly who: Person;
  readonly login: Login;
  readonly carrier: Carrier;
  readonly path: string;
  readonly proofType: string;
  /** The request is also spelled and filled up at random. */
  readonly strange: boolean;
}

interface Sizes {
  /** How many tries of each operation walk through objects and callers in turn; all of them unless given. */
  readonly walked?: number;
  /** How many random mixtures of each operation are tried. */
  readonly mixed: number;
}

const sizes: Readonly<Record<'small' | 'planted' | 'release', Sizes>> = {
  small: { walked: 16, mixed: 8 },
  planted: { walked: 100, mixed: 60 },
  release: { mixed: 250 },
};

const table = routes as RouteTable;
const names = Object.keys(table);
const proofTypes = ['pol', 'pob'];

const fill = (path: string, proofType: string) => path.replace(':proof_type', proofType);

/** Tries of every object: by its owners, by others of every kind, signed out, and with sessions that have ended. */
const walk = (world: World, name: string, expected: Expectation<unknown>, random: Random): Try[] => {
  const { paths } = table[name] as Route;
  const make = (object: unknown, who: Person, login: Login, carrier: Carrier): Try => {
    const proofType = random.pick(proofTypes);
    return { name, object, who, login, carrier, path: fill(random.pick(paths), proofType), proofType, strange: false };
  };
  const first = ({ logins }: Person) => logins[0] as Login;
  const tries: Try[] = [];
  for (const object of expected.objects(world)) {
    // Everybody tries twice, because bodies and paths are drawn at random.
    for (const who of [...world.people, ...world.people])
      for (const login of who.logins) tries.push(make(object, who, login, plain(login)));
    for (const owner of [...(expected.owners?.(object, world) ?? []), random.pick(world.people)])
      for (const carrier of livingKeys(world, owner)) tries.push(make(object, owner, first(owner), carrier));
    const who = random.pick(world.people);
    for (const carrier of outsiders(world, random)) tries.push(make(object, who, first(who), carrier));
  }
  return shuffled(tries, random);
};

const mix = (world: World, name: string, expected: Expectation<unknown>, random: Random): Try => {
  const { paths } = table[name] as Route;
  const object = random.pick(expected.objects(world));
  const owners = expected.owners?.(object, world) ?? [];
  const who = owners.length > 0 && random.int(3) === 0 ? random.pick(owners) : random.pick(world.people);
  const login = random.pick(who.logins);
  const others = world.people.filter((it) => it !== who);
  const victim = random.pick(others);
  const carriers = [
    outsiders(world, random),
    ...[1, 2].map(() => keyCarriers(world, who, victim, random)),
    ...[1, 2, 3].map(() => carriersFor(who, login, victim, random)),
  ];
  const proofType = random.pick(proofTypes);
  const path = `${fill(random.pick(paths), proofType)}${random.pick(['', '', '', '/', '?publicKey=me'])}`;
  return { name, object, who, login, carrier: random.pick(random.pick(carriers)), path, proofType, strange: true };
};

const shuffled = <T>(items: readonly T[], random: Random): T[] => {
  const all = [...items];
  for (let at = all.length - 1; at > 0; at--) {
    const other = random.int(at + 1);
    [all[at], all[other]] = [all[other] as T, all[at] as T];
  }
  return all;
};

const outcomeOf = ({ status, text }: Answer): Outcome =>
  status === 200 ? 'ok' : ((/"code":"(\w+)"/.exec(text)?.[1] ?? `${status}`) as Outcome);

const isRefusalOfForm = (outcome: Outcome): boolean =>
  outcome !== 'ok' && outcome in errorTable && [400, 404].includes(errorTable[outcome][0]);

const knownFields = (route: Route): ReadonlySet<string> =>
  new Set(Object.keys((route.body as { properties?: object }).properties ?? {}));

/** Sends one try and says what is wrong with what came of it. */
const run = async (world: World, rows: Rows, it: Try, random: Random, number: number): Promise<string[]> => {
  const expected = expectations[it.name as keyof typeof expectations];
  const route = table[it.name] as Route;
  let body: Body = expected.body?.(it.object, random) ?? {};
  const own: Record<string, string> = { ...expected.headers?.(it.object, random, body) };
  const carrier = it.name === 'login' ? pendingCarrier(it, random) : it.carrier;
  const who = carrier.from === 'in' ? it.who : undefined;
  const asked: Asked<unknown> = {
    ...{ who, key: carrier.key, object: it.object, proofType: it.proofType, body },
    headers: { ...own, ...carrier.headers },
  };
  if (it.name === 'login') {
    const { message } = it.object as World['pendings'][number];
    body = { signature: it.who.key.encode(await it.who.key.signText(message)) };
  }
  let isRespelled = false;
  if (it.strange && route.encoding !== 'multipart') {
    const victim = random.pick(world.people.filter((other) => other !== it.who));
    // Another body under a key that the caller has used would be refused.
    if (random.int(3) === 0 && own['idempotency-key'] === undefined) body = pretend(body, knownFields(route), victim);
    const named = expected.field === undefined ? undefined : body[expected.field];
    if (typeof named === 'string' && random.int(3) === 0) {
      isRespelled = true;
      body = { ...body, [expected.field as string]: respell(named, random) };
    }
  }
  const sent = await compose(route, it.path, body, asked.headers, number);
  const answer = await world.caller.send(sent);
  const outcome = outcomeOf(answer);
  const right = rightAnswers(route, expected, asked, carrier, world);
  const problems: string[] = [];
  if (!right.includes(outcome) && !(isRespelled && carrier.from !== 'cross' && isRefusalOfForm(outcome)))
    problems.push(`answered ${outcome} instead of ${right.join(' or ')}`);
  const shape = checkAnswer(route, sent, answer);
  if (shape) problems.push(shape);
  const request = `${sent.path} ${JSON.stringify(sent.headers)} ${route.encoding ? '' : sent.body}`;
  let told = answer.text;
  if (it.name === 'submit-photo' && outcome === 'ok') told += await ownSubmissions(world, asked.headers);
  for (const { what } of toldIn(world.secrets, told, request, who)) problems.push(`told ${what}`);
  const found = (await rows.changes()).filter((change) => !isOfTheNode(change, it.login, world));
  const changes = found.filter((change) => !isUseOfKey(change, carrier.key));
  const mayWrite = outcome === 'ok' ? expected.writes : expected.countsRefusal;
  // Somebody who begins or finishes a login is nobody to the service before.
  const writer = { ...asked, who: it.who };
  for (const change of changes)
    if (!mayWrite?.(change, writer)) problems.push(`${describeChange(change)}, and answered ${outcome}`);
  await rows.undo(found);
  const whom = carrier.from === 'in' ? `${it.who.name} as ${it.login.role}` : 'nobody';
  return problems.map(
    (problem) => `${it.path} by ${whom} (${carrier.name}), ${JSON.stringify(body).slice(0, 200)}: ${problem}`,
  );
};

/** A login is carried by the cookie of its pre-login, or by something else in its place. */
const pendingCarrier = ({ object, login, who, strange }: Try, random: Random): Carrier => {
  const { cookie } = object as World['pendings'][number];
  const others = strange ? [{ cookie: login.cookie }, {}, { cookie: who.ended.revoked?.cookie ?? '' }] : [];
  const headers = random.int(3) === 0 && others.length > 0 ? random.pick(others) : { cookie };
  return { name: 'the cookie of a login', from: 'in', headers: headers as Carrier['headers'] };
};

const rightAnswers = (
  route: Route,
  expected: Expectation<unknown>,
  asked: Asked<unknown>,
  { from, key }: Carrier,
  world: World,
): readonly Outcome[] => {
  if (from === 'cross') return ['cross_site'];
  if (from === 'out' && key && route.auth === 'session') return ['invalid_key'];
  if (from === 'out' && route.auth === 'session') return ['not_logged_in', 'session_expired'];
  if (from === 'in' && key && route.auth !== 'open' && !(route.scope && key.scopes.includes(route.scope)))
    return ['scope_missing'];
  return expected.answer(asked, world);
};

const compose = async (route: Route, path: string, body: Body, headers: Asked<unknown>['headers'], number: number) => {
  if (route.encoding !== 'multipart')
    return { path, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
  const form = await formOf(body as Record<string, string>, photoNumber(1_000 + number));
  return { path, headers: { ...headers, ...form.headers }, body: form.body };
};

/** The sender's list of submissions, which also names a photo that looks the same. */
const ownSubmissions = async ({ caller }: World, headers: Asked<unknown>['headers']): Promise<string> =>
  (await caller.post('/proof/v1/pol/submissions', {}, headers)).text;

/** Whether the node itself made a change: a session is renewed or expires, or a request that was brought goes its way. */
const isOfTheNode = ({ table: name, before, after }: Change, { tokenHash }: Login, { challenges }: World): boolean => {
  if (name === 'session' && before && !after) return Number(before.expires_at) < Date.now();
  if (name === 'session' && before && after && before.token_hash === tokenHash)
    return changedColumns(before, after).every((it) => it === 'used_at' || it === 'expires_at');
  const quiet = challenges.filter((it) => it.state !== 'unbrought').map((it) => it.id);
  return name === 'challenge_event' && !before && !quiet.includes(String(after?.challenge_id));
};

export interface ObjectOptions extends ProofOptions {
  /** Tries only these operations, and all of their objects. */
  readonly only?: readonly string[];
  /** Whether an operation has been tried enough, by what was found so far. */
  readonly isEnough?: (name: string, violations: readonly string[]) => boolean;
}

/** Whoever sends it, however it is spelled: an operation gives and changes what is the caller's, and nothing else. */
export const tryObjects = async ({ seed, small, log, only, isEnough }: ObjectOptions): Promise<ProofResult> => {
  const random = seeded(seed);
  const violations = names.filter((it) => !(it in expectations)).map((it) => `${it} has no expectation`);
  const startedAt = performance.now();
  const world = await makeWorld(random);
  try {
    const rows = await Rows.open(world.db);
    log(
      `a world of ${world.people.length} people, ${rows.count} rows and ${world.secrets.length} secrets in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
    );
    const { walked, mixed } = sizes[only ? 'planted' : small ? 'small' : 'release'];
    let tried = 0;
    for (const [index, name] of names.entries()) {
      const expected = (expectations as Record<string, Expectation<unknown>>)[name];
      if (!expected || (only && !only.includes(name))) continue;
      const own = random.fork(index);
      const part = expected.share ?? 1;
      const all = walk(world, name, expected, own);
      const tries = all.slice(0, Math.ceil((walked ?? all.length) * part));
      for (let n = 0; n < mixed * part; n++) tries.push(mix(world, name, expected, own));
      const before = violations.length;
      for (const it of tries) {
        violations.push(...(await run(world, rows, it, own.fork(tried), tried++)));
        if (isEnough?.(name, violations)) break;
      }
      log(`${name}: ${tries.length} tried, ${violations.length - before} violations`);
    }
    if (!only || only.includes('reads')) {
      const reads = await tryReads(world);
      violations.push(...reads.violations);
      tried += reads.tried;
      log(`what is read with GET: ${reads.tried} tried, ${reads.violations.length} violations`);
    }
    return { tried, violations };
  } finally {
    await world.close();
  }
};
