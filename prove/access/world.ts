import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCrowdService } from '@trigpoint/dev/services';
import type { Db } from '@trigpoint/server';
import { photoNumber } from '../photos/people.ts';
import type { Random } from '../proof.ts';
import { type Answer, Caller } from '../service/caller.ts';
import { beginLogin, ethereumKey, type Pending, solanaKey } from '../service/keys.ts';
import { type ApiKeyObject, makeKeys } from './api-keys.ts';
import { type Challenge, insertChallengeRows } from './challenges.ts';
import { type DirectChallenge, makeDirect, type SignedRequest, signRequests } from './direct-challenges.ts';
import { formOf } from './forms.ts';
import { introduce, type Person, secretWord } from './people.ts';
import type { Secret } from './secrets.ts';
import { makeWatch, type WatchObject } from './watches.ts';
import { makeWebhook, type WebhookObject } from './webhooks.ts';

export interface SessionObject {
  readonly id: string;
  readonly owner: Person;
}
export interface PendingLogin extends Pending {
  readonly owner: Person;
}
export interface AgentObject {
  readonly id: string;
  readonly role: 'prover' | 'challenger';
  readonly owner: Person;
}
export interface Campaign {
  readonly id: string;
  readonly owner: Person;
  readonly isHidden: boolean;
  /** The terms with which it was created, and the key under which the request may be repeated. */
  readonly terms: Readonly<Record<string, unknown>> & { readonly campaign: string };
  readonly idempotencyKey: string;
}
export interface Photo {
  readonly id: string;
  readonly campaign: Campaign;
  readonly owner: Person;
  readonly state: 'pending' | 'shown' | 'rejected';
  readonly idempotencyKey: string;
}
/** A transfer of POINTS that somebody made. */
export interface OrderObject {
  readonly id: string;
  readonly owner: Person;
  readonly to: Person;
}

/** Two of each kind of people and an operator, what is theirs, and the service that keeps it. */
export interface World {
  readonly db: Db;
  readonly caller: Caller;
  readonly people: readonly Person[];
  readonly operator: Person;
  readonly secrets: readonly Secret[];
  readonly sessions: readonly SessionObject[];
  readonly pendings: readonly PendingLogin[];
  readonly challenges: readonly Challenge[];
  readonly agents: readonly AgentObject[];
  readonly campaigns: readonly Campaign[];
  readonly photos: readonly Photo[];
  readonly orders: readonly OrderObject[];
  readonly apiKeys: readonly ApiKeyObject[];
  readonly directChallenges: readonly DirectChallenge[];
  readonly requests: readonly SignedRequest[];
  readonly watches: readonly WatchObject[];
  readonly webhooks: readonly WebhookObject[];
  /** Where the second page of somebody's statement begins. */
  readonly cursors: readonly { readonly cursor: string; readonly owner: Person }[];
  close(): Promise<void>;
}

const iso = (ms: number) => new Date(ms).toISOString();
const hour = 3_600_000;

const done = (what: string, answer: Answer) => {
  if (answer.status !== 200) throw new Error(`${what} answered ${answer.status}: ${answer.text}`);
  return JSON.parse(answer.text);
};

const kinds = [
  ['payer', 'payer'],
  ['prover', 'prover'],
  ['challenger', 'challenger'],
  ['creator', 'payer'],
  ['photographer', 'payer'],
] as const;

export const makeWorld = async (random: Random, env: Readonly<Record<string, string>> = {}): Promise<World> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'trigpoint-access-'));
  const operatorKey = ethereumKey(random);
  // The clock of the service runs 200 times slower, so that a day of tries takes a few minutes. A node forgets after a minute
  // whom it has seen, and forgetting must not help the service to be right.
  const startedAt = Date.now();
  const now = () => startedAt + Math.floor((Date.now() - startedAt) / 200);
  const { service, mine } = await startCrowdService({
    place: { dataDir },
    now,
    chainStart: Math.floor(Date.now() / 1000),
    env: {
      ...{ LOG_LEVEL: 'silent', LOG_KEY: '11'.repeat(32), OPERATORS: operatorKey.publicKey },
      ...{ ADMISSION: 'operator', CAMPAIGN_FUNDING: 'creator', FUEL_PER_DAY: '1000' },
      ...env,
    },
  });
  const caller = new Caller(service.url);
  const close = async () => {
    caller.close();
    await service.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    return { ...(await fill(caller, service.context.db, random, operatorKey, mine)), close };
  } catch (error) {
    await close();
    throw error;
  }
};

const fill = async (
  caller: Caller,
  db: Db,
  random: Random,
  operatorKey: Person['key'],
  mine: Awaited<ReturnType<typeof startCrowdService>>['mine'],
): Promise<Omit<World, 'close'>> => {
  const secrets: Secret[] = [];
  const keep = (what: string, text: string, ...readers: readonly Person[]) => {
    secrets.push({ text, what, isFor: (it) => it !== undefined && readers.includes(it) });
    return text;
  };
  const fresh = (what: string, ...readers: readonly Person[]) => keep(what, secretWord(random), ...readers);
  const postTo = async (
    who: Person,
    proofType: string,
    name: string,
    body: unknown,
    headers: Record<string, string> = {},
  ) => {
    const cookie = who.logins[0]?.cookie ?? '';
    return done(name, await caller.post(`/proof/v1/${proofType}/${name}`, body, { cookie, ...headers }));
  };
  const post = (who: Person, name: string, body: unknown, headers: Record<string, string> = {}) =>
    postTo(who, 'pol', name, body, headers);
  const expire = (tokenHash: string) =>
    db.run('UPDATE session SET used_at = 1, expires_at = 2 WHERE token_hash = ?', [tokenHash]);

  const operator = await introduce(caller, random, 'the operator', { key: operatorKey, role: 'payer', expire });
  const people = [operator];
  const byName = new Map<string, Person>();
  for (const [kind, role] of kinds)
    for (const letter of ['A', 'B']) {
      const name = `${kind} ${letter}`;
      // On chain payers and provers are addresses, so their keys are of Ethereum.
      const key = letter === 'A' || kind === 'payer' || kind === 'prover' ? ethereumKey(random) : solanaKey(random);
      const person = await introduce(caller, random, name, { key, role, expire });
      people.push(person);
      byName.set(name, person);
    }
  const named = (name: string) => byName.get(name) as Person;

  const sessions: SessionObject[] = [];
  const pendings: PendingLogin[] = [];
  for (const owner of people) {
    const whose = `of ${owner.name}`;
    keep(`the wallet ${whose}`, owner.wallet, owner);
    for (const login of [...owner.logins, ...Object.values(owner.ended)]) {
      keep(`a token ${whose}`, login.token);
      keep(`the hash of a token ${whose}`, login.tokenHash);
      keep(`a browser ${whose}`, login.userAgent, owner);
    }
    const { result } = await post(owner, 'sessions', {});
    for (const { id } of result.sessions) {
      keep(`a session ${whose}`, id, owner);
      sessions.push({ id, owner });
    }
    pendings.push({ ...(await beginLogin(caller, owner.key)), owner });
  }

  const apiKeys: ApiKeyObject[] = [];
  for (const owner of people) apiKeys.push(...(await makeKeys(db, random, owner, post, keep)));

  // Each person gets an amount like no other, with a reason that is told to nobody else.
  const orders: OrderObject[] = [];
  const grant = async (to: Person, points: string) => {
    const reason = fresh(`why ${to.name} got POINTS`, to);
    await post(operator, 'grant-points', { to: to.publicKey, points, id: secretWord(random), reason });
  };
  for (const person of people) await grant(person, `1000${random.int(1_000)}.${100_000 + random.int(900_000)}`);
  for (const person of people) await grant(person, '1');
  for (const [index, owner] of people.entries()) {
    const to = people[(index + 1) % people.length] as Person;
    const id = fresh(`an order of ${owner.name}`, owner);
    const reason = fresh(`why ${owner.name} gave POINTS to ${to.name}`, owner, to);
    await post(owner, 'transfer-points', { to: to.publicKey, points: '0.000001', id, reason });
    orders.push({ id, owner, to });
  }

  const campaigns: Campaign[] = [];
  const create = async (owner: Person, name: string, more: Record<string, unknown> = {}): Promise<Campaign> => {
    const terms = {
      ...{ campaign: `${name} ${random.int(1e9)}`, description: 'Street art', type: 'individual', currency: 'POINTS' },
      ...{ tags: ['art'], latitude: 10, longitude: 20, radius: 100, total_rewards: 100, reward_per_task: 1 },
      ...{ fuel_required: 1, max_submissions: 50, is_active: true, review: false },
      ...{ starts_at: iso(Date.now() - hour), ends_at: iso(Date.now() + 100 * hour), ...more },
    };
    const idempotencyKey = fresh(`a key of ${owner.name}`);
    const { result } = await post(owner, 'create-campaign', terms, { 'idempotency-key': idempotencyKey });
    const it = { id: result.campaign_id as string, owner, terms, idempotencyKey, isHidden: name === 'hidden' };
    campaigns.push(it);
    return it;
  };
  const [creatorA, creatorB] = [named('creator A'), named('creator B')];
  const live = await create(creatorA, 'live');
  const reviewed = await create(creatorA, 'reviewed', { review: true });
  const otherReviewed = await create(creatorB, 'reviewed', { review: true });
  const waiting = await create(creatorB, 'waiting', { review: true });
  const hidden = await create(creatorA, 'hidden', {
    description: fresh('what a hidden campaign is about', creatorA),
    tags: [fresh('a tag of a hidden campaign', creatorA)],
    banner_url: `https://example.com/${fresh('a banner of a hidden campaign', creatorA)}`,
  });
  keep('the id of a hidden campaign', hidden.id, creatorA);

  const photos: Photo[] = [];
  const submit = async (owner: Person, campaign: Campaign, state: Photo['state']) => {
    const own = [owner, campaign.owner];
    const what = `a ${state} photo of ${owner.name} for ${campaign.terms.campaign}`;
    const [latitude, longitude] = [random, random].map((it, axis) => (10 * (axis + 1) + it() / 10).toFixed(12));
    keep(`where ${what} was taken (latitude)`, String(Number(latitude)), ...own);
    keep(`where ${what} was taken (longitude)`, String(Number(longitude)), ...own);
    const accuracy = (100 + random() * 10).toFixed(12);
    keep(`how exactly ${what} was placed`, String(Number(accuracy)), ...own);
    const idempotencyKey = fresh(`the key of ${what}`);
    const fields = { campaign: campaign.terms.campaign, latitude, longitude, accuracy_m: accuracy };
    const form = await formOf(fields as Record<string, string>, photoNumber(photos.length));
    const headers = { ...form.headers, cookie: owner.logins[0]?.cookie ?? '', 'idempotency-key': idempotencyKey };
    const path = '/proof/v1/pol/submit-photo';
    const id: string = done('submit-photo', await caller.send({ path, headers, body: form.body })).result.photo_id;
    if (campaign.terms.review && state !== 'pending') {
      const reason = state === 'rejected' ? fresh(`why ${what} was rejected`, ...own) : '';
      await post(campaign.owner, 'review-photo', { photo_id: id, accept: state === 'shown', reason });
    }
    const row = await db.get('SELECT * FROM photo WHERE id = ?', [id]);
    keep(`the hash of ${what}`, String(row?.sha256));
    // Everybody who is logged in may see a shown photo. Others may be seen by their senders and by the creator of the campaign.
    if (state !== 'shown' || campaign.isHidden) keep(`the id of ${what}`, id, ...own);
    const isShown = state === 'shown' && !campaign.isHidden;
    for (const key of [row?.original_key, row?.thumbnail_key])
      if (typeof key === 'string')
        secrets.push({
          text: key,
          what: `the address of ${what}`,
          isFor: (it) => it !== undefined && (isShown || own.includes(it)),
        });
    photos.push({ id, campaign, owner, state, idempotencyKey });
  };
  for (const owner of [named('photographer A'), named('photographer B')]) {
    for (const campaign of [live, hidden]) await submit(owner, campaign, 'shown');
    await submit(owner, waiting, 'pending');
    for (const campaign of [reviewed, otherReviewed])
      for (const state of ['pending', 'shown', 'rejected'] as const) await submit(owner, campaign, state);
  }
  await post(creatorA, 'edit-campaign', { campaign: hidden.terms.campaign, is_active: false });

  // Only a prover that was connected once can be watched, so the agents come first.
  const agents: AgentObject[] = [];
  for (const role of ['prover', 'challenger'] as const)
    for (const letter of ['A', 'B']) {
      const owner = named(`${role} ${letter}`);
      const id = `IPv4/${owner.publicKey}`;
      await insertAgent(db, { id, role, owner }, fresh);
      agents.push({ id, role, owner });
    }

  const challenges: Challenge[] = [];
  const [payers, provers] = [
    [named('payer A'), named('payer B')],
    [named('prover A'), named('prover B')],
  ];
  for (const [index, payer] of payers.entries()) {
    const prover = provers[index] as Person;
    const at = { address: prover.publicKey as `0x${string}`, latitude: 1, longitude: 2 };
    const id = String(mine([at], 1, 4, payer.publicKey as `0x${string}`));
    challenges.push({ id, proofType: 'pol', state: 'unbrought', payer, prover });
    for (const proofType of ['pol', 'pob'])
      for (const state of ['waiting', 'running', 'ended'] as const) {
        const it = { id: String(1_000 + challenges.length), proofType, state, payer, prover };
        await insertChallengeRows(db, random, it, secrets);
        challenges.push(it);
      }
  }
  const directChallenges: DirectChallenge[] = [];
  const requests: SignedRequest[] = [];
  const watches: WatchObject[] = [];
  for (const [index, payer] of payers.entries()) {
    const prover = provers[index] as Person;
    for (const stage of ['awaited', 'early', 'of the service'] as const) {
      const id = String(1_000 + challenges.length);
      const it = { id, proofType: 'pol', state: 'running', payer, prover } as const;
      await insertChallengeRows(db, random, it, secrets);
      challenges.push(it);
      directChallenges.push(await makeDirect(db, random, it, stage, keep));
    }
    const stranger = payers[1 - index] as Person;
    requests.push(...(await signRequests(db, payer, stranger, prover, post)));
    for (const proofType of ['pol', 'pob'])
      for (const isPublic of [false, true])
        watches.push(await makeWatch(db, random, { owner: payer, prover, proofType, isPublic }, postTo, keep));
  }
  const webhooks: WebhookObject[] = [];
  for (const owner of [creatorA, creatorB]) webhooks.push(await makeWebhook(db, random, owner, post, keep));

  const pinned = named('challenger A');
  await post(operator, 'admit-challenger', {
    ...{ challenger: `IPv6/${pinned.publicKey}`, owner: fresh('a pinned owner', operator) },
    endpoint: fresh('a pinned endpoint', operator),
  });
  await insertDoubts(db, named('challenger B'), fresh);

  for (const person of people) {
    const { result } = await post(person, 'my-balance', { limit: 1 });
    keep(`the balance of ${person.name}`, result.points_exact, person);
  }
  const cursors = [];
  for (const owner of people) {
    const { result } = await post(owner, 'my-balance', { limit: 1 });
    if (result.next_cursor) cursors.push({ cursor: result.next_cursor as string, owner });
  }
  return {
    ...{ db, caller, people, operator, secrets, sessions, pendings, challenges, agents, campaigns, photos },
    ...{ orders, cursors, apiKeys, directChallenges, requests, watches, webhooks },
  };
};

type Fresh = (what: string, ...readers: readonly Person[]) => string;

/**
 * Inserts an agent, and readings of it that were refused. It was connected a moment ago, because the service forgets agents that
 * were away for long.
 */
const insertAgent = async (db: Db, { id, role, owner }: AgentObject, fresh: Fresh): Promise<void> => {
  for (const proofType of ['pol', 'pob'])
    await db.run(
      `INSERT INTO agent (proof_type, role, id, key_type, public_key, chain_address, owner, description, project_name,
         project_public_key, claims, version, subnet, udp_address, udp_port, capacity, node_id, connection_id, first_seen,
         last_alive, challenges, successes)
       VALUES (?, ?, ?, ?, ?, ?, ?, '', '', '', ?, '1', ?, ?, 1, 1, '', '', 1, ?, 0, 0)`,
      [
        ...[proofType, role, id, owner.keyType, owner.publicKey, owner.publicKey, owner.publicKey],
        ...[JSON.stringify({ latitude: '50.1', longitude: '8.6' }), fresh(`the network of ${owner.name}`)],
        ...[fresh(`where ${owner.name} is reached`), Date.now()],
      ],
    );
  const refusal = `a refusal of ${owner.name}`;
  await db.run(
    `INSERT INTO refusal (id, challenge_id, attempt, agent_id, code, reason, at) VALUES (?, ?, 1, ?, 'late', ?, 1)`,
    [fresh(refusal), fresh(refusal, owner), id, fresh(refusal, owner)],
  );
};

/** Others measured a challenger elsewhere than it states. Only its owner is told. */
const insertDoubts = async (db: Db, owner: Person, fresh: Fresh): Promise<void> => {
  const id = `IPv4/${owner.publicKey}`;
  const set_aside = [{ id, reason: fresh('why a challenger is set aside', owner) }];
  const data = { kind: 'pol-calibration-v1', nodes: [], rtts_us: [], set_aside };
  await db.run('INSERT INTO calibration (hash, proof_type, data, created_at) VALUES (?, ?, ?, ?)', [
    ...['ab'.repeat(32), 'pol', JSON.stringify(data), Date.now()],
  ]);
  const message = JSON.stringify({
    ...{ challenge_id: fresh('a measurement of the mesh', owner), attempt: 1, prover: id, challenger: 'IPv4/b' },
    ...{ proof_type: 'pol', series: {}, started_at: iso(1), ended_at: iso(2), prover_counter_signature: null },
  });
  await db.run(
    `INSERT INTO mesh_reading (proof_type, prover, challenger, rtt_us, measured_at, message, signature)
     VALUES ('pol', ?, 'IPv4/b', 9, 9, ?, ?)`,
    [id, message, fresh('a signature of the mesh', owner)],
  );
};
