import { Compile } from '@trigpoint/schema';
import { expect, test } from 'vitest';
import { campaignStatuses, campaignTypes, photoReviews, photoStates } from './campaign-routes.ts';
import { errorTable } from './errors.ts';
import { examplesAt } from './examples/index.ts';
import { keyTypes } from './keys.ts';
import { type BodyOf, commonErrors, type Route } from './route.ts';
import { type RouteName, routes } from './routes.ts';
import { roles } from './session-routes.ts';
import { challengeStates } from './states.ts';
import { webhookKinds } from './webhook-routes.ts';

const at = '2026-01-02T03:04:05.678Z';
const delivery = `msg_${'ab'.repeat(16)}`;
const webhook = { id: `wh_${'ab'.repeat(12)}` };
const page = { skip: 0, limit: 50 };
const where = { latitude: 52.5, longitude: 13.4, radius: 10 };
const looks = { tags: ['art'], banner_url: 'https://example.org/a.png', poster_url: 'https://example.org/b.png' };
const checks = { review: true, require_proof: { max_age_minutes: 60 } };
const terms = { total_rewards: 100, reward_per_task: 2.5, fuel_required: 1, max_submissions: 40, is_active: true };

/** What requests may hold beside what the example of the operation has. */
const more: { [N in RouteName]?: Partial<BodyOf<(typeof routes)[N]>> } = {
  'pre-login': {
    ...{ projectName: 'p', projectPublicKey: 'k', walletPublicKey: { solana: 's', ethereum: 'e' } },
    claims: { city: 'Lisbon', latitude: 38.7 },
  },
  'challenge-request': {
    ...{ parameters: { latitude: 52.5, longitude: '13.4' }, ask: '0x00ff', nonce_hash: 'ab'.repeat(32) },
    ...{ timeout_seconds: 60, request: { text: '{}', signature: '0x00' } },
  },
  'challenge-history': { payer: '0xab', challenge_id: '7', ...page },
  provers: { ...page, cursor: 'c' },
  challengers: { ...page, cursor: 'c' },
  'admit-challenger': { status: 'set_aside', owner: '0xcd', endpoint: '203.0.113.7' },
  'list-admissions': page,
  'my-balance': { cursor: 'c' },
  'watch-add': { tolerance: 4, ask: '0x00ff', from: at, dry_run: true },
  'watch-list': { limit: 10, cursor: 'MTIuYWI' },
  'public-watches': { cursor: 'c' },
  'watch-change': { every_seconds: 3_600, until: at, ask: '0x00ff' },
  'edit-webhook': { kinds: ['challenge.refuted'] },
  'webhook-deliveries': { before: delivery },
  'create-campaign': { ...looks, ...checks },
  'photo-feed-from-campaign': { since: at, visible_since: at, ...page, cursor: 'c' },
  campaigns: { campaign: 'Street art', tag: 'art', latitude: 52.5, longitude: 13.4, mine: true, cursor: 'c' },
  'edit-campaign': { description: '', ...terms, ...where, ...looks, ...checks, starts_at: at, ends_at: at },
  submissions: { photo_id: '9', review: 'pending', limit: 50, cursor: 'c' },
  'submit-photo': { captured_at: at },
};
const examples = examplesAt(Date.parse(at));

const all = Object.entries(routes) as [RouteName, Route][];
const checkers = new Map(all.map(([name, it]) => [name, { body: Compile(it.body), reply: Compile(it.reply) }]));
const takes = (name: RouteName, part: 'body' | 'reply', value: unknown): boolean =>
  checkers.get(name)?.[part].Check(value) ?? false;
const wholeBody = (name: RouteName): Record<string, unknown> => ({ ...examples[name].body, ...more[name] });

type Path = readonly (string | number)[];
const pathsOf = (value: unknown, under: Path = []): Path[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => [[...under, key], ...pathsOf(inner, [...under, key])])
    : [];
/** The value with one member put or, without `put`, taken out. */
const changed = (value: object, path: Path, ...put: readonly [unknown?]): unknown => {
  const copy = structuredClone(value) as Record<string, unknown>;
  let holder = copy;
  for (const step of path.slice(0, -1)) holder = holder[step] as Record<string, unknown>;
  const last = String(path.at(-1));
  if (put.length > 0) holder[last] = put[0];
  else delete holder[last];
  return copy;
};

test('a request needs what it must hold and nothing more', () => {
  for (const [name, { body }] of all) {
    const { properties, required = [] } = body as unknown as { properties: object; required?: string[] };
    const known = Object.keys(properties);
    const must = Object.fromEntries(required.map((it) => [it, wholeBody(name)[it]]));
    expect([name, Object.keys(wholeBody(name)).sort()]).toEqual([name, known.sort()]);
    expect([name, takes(name, 'body', must)]).toEqual([name, true]);
    expect([name, takes(name, 'body', wholeBody(name))]).toEqual([name, true]);
    for (const field of Object.keys(must))
      expect([name, field, takes(name, 'body', changed(wholeBody(name), [field]))]).toEqual([name, field, false]);
  }
});

test('every field of a request is checked, and fields of a newer client are left alone', () => {
  for (const [name] of all) {
    const body = wholeBody(name);
    for (const path of pathsOf(body))
      expect([name, path, takes(name, 'body', changed(body, path, [[]]))]).toEqual([name, path, false]);
    expect([name, takes(name, 'body', { ...body, invented_later: 1 })]).toEqual([name, true]);
    for (const other of [null, 'text', 7, [body]])
      expect([name, other, takes(name, 'body', other)]).toEqual([name, other, false]);
  }
});

test('a reply that lacks a field, or has one of another type, is not a reply', () => {
  // Members of records and lists are the owner's; the calibration belongs to its proof type.
  const free =
    /\.\d+$|\.claims\.|\.walletPublicKey\.|\.parameters\.|\.challenges\.0\.result\.|\.verified_result\.|consolidated_result\.|challenge_parameters\.latitude/;
  for (const [name] of all) {
    const { reply } = examples[name];
    expect([name, takes(name, 'reply', reply)]).toEqual([name, true]);
    for (const path of pathsOf(reply)) {
      const told = `${name}.${path.join('.')}`;
      if (told.endsWith('.calibration')) continue;
      if (!free.test(told))
        expect([told, 'missing', takes(name, 'reply', changed(reply, path))]).toEqual([told, 'missing', false]);
      expect([told, 'wrong', takes(name, 'reply', changed(reply, path, [[]]))]).toEqual([told, 'wrong', false]);
    }
  }
});

test('null stands for "none" exactly where a reply may have none', () => {
  const nullable = new Map<RouteName, string[]>();
  for (const [name] of all)
    for (const path of pathsOf(examples[name].reply))
      if (takes(name, 'reply', changed(examples[name].reply, path, null)))
        nullable.set(name, [...(nullable.get(name) ?? []), String(path.at(-1))]);
  const ofCampaign = ['latitude', 'longitude', 'banner_url', 'poster_url', 'require_proof'];
  const ofPhoto = ['url', 'thumbnail_url', 'width', 'height', 'format', 'thumbhash'];
  expect(Object.fromEntries(nullable)).toEqual({
    'create-key': ['last_used_at'],
    'rotate-key': ['last_used_at'],
    'guest-key': ['last_used_at'],
    keys: ['last_used_at', 'last_used_at'],
    provers: ['verified_place', 'verified_result', 'admission', 'next_cursor'],
    challengers: ['verified_place', 'verified_result', 'admission', 'since_block', 'next_cursor'],
    prover: ['verified_place', 'verified_result', 'admission', 'set_aside'],
    challenger: ['verified_place', 'verified_result', 'admission', 'since_block', 'set_aside'],
    'admit-challenger': ['since_block', 'latitude', 'longitude'],
    'list-admissions': ['since_block', 'latitude', 'longitude'],
    'challenge-evidence': ['eligible_tree', 'calibration'],
    'my-balance': ['next_cursor'],
    'webhook-deliveries': ['next_try_at'],
    'photo-feed-from-campaign': ['distance_km', 'next_cursor'],
    campaigns: [...ofCampaign, 'next_cursor'],
    'campaign-figures': ['contributors'],
    'edit-campaign': ofCampaign,
    submissions: [...ofPhoto, 'captured_at', 'accuracy_m', 'near_duplicate_of', 'next_cursor'],
    'watch-add': ['watch', 'next_window', 'last_asked_at'],
    'watch-list': ['next_window', 'last_asked_at', 'next_cursor'],
    'watch-show': ['next_window', 'last_asked_at', 'asked_at', 'radius_km', 'extra'],
    'watch-change': ['next_window', 'last_asked_at'],
    'watch-publish': ['next_window', 'last_asked_at'],
    'public-watches': ['next_window', 'next_cursor'],
    'public-watch': ['next_window', 'asked_at', 'radius_km', 'extra'],
  });
});

type Ends = readonly [kept: readonly unknown[], refused: readonly unknown[]];
const x = (length: number) => 'x'.repeat(length);
const text = (least: number, most: number): Ends => [
  [x(least), x(most)],
  [...(least === 0 ? [] : [x(least - 1)]), x(most + 1)],
];
const number = (least: number, most: number, step = 1): Ends => [
  [least, most],
  [least - step, most + step, String(most)],
];
const tags = (n: number, length = 1) => Array.from({ length: n }, () => x(length));
const proof = (minutes: number) => ({ max_age_minutes: minutes });
const largest = Number.MAX_SAFE_INTEGER;
const byChallenge = [
  'challenge-request-dcl',
  'challenge-status-dcl',
  'challenge-evidence',
  'challenge-attestation',
  'challenge-payments',
] as const;
const paged = ['challenge-history', 'my-balance', 'photo-feed-from-campaign', 'campaigns', 'submissions'] as const;
const orders = ['transfer-points', 'grant-points'] as const;
const written = ['create-campaign', 'edit-campaign'] as const;
const ofWebhook = [
  ...(['edit-webhook', 'remove-webhook', 'rotate-webhook-secret', 'test-webhook'] as const),
  ...(['webhook-deliveries', 'replay-delivery'] as const),
] as const;

const bounds: readonly (readonly [routes: readonly RouteName[], field: string, ...Ends])[] = [
  [['pre-login'], 'keyType', keyTypes, ['bitcoin', 'Ethereum']],
  [['pre-login'], 'role', roles, ['admin', '']],
  [['challenge-attestation'], 'format', ['eas', 'stamp', 'vc'], ['EAS', '', 'pdf']],
  [['pre-login'], 'projectName', ...text(0, 128)],
  [['pre-login'], 'projectPublicKey', ...text(0, 256)],
  [['pre-login'], 'walletPublicKey', [{}, { solana: x(256) }], [{ solana: x(257) }, { ethereum: x(257) }]],
  [['pre-login'], 'claims', [{}, { a: x(1024), b: -0.5 }], [{ a: x(1025) }, { a: true }, { a: null }]],
  [['login'], 'signature', ...text(1, 16_384)],
  [['revoke-session'], 'session_id', ...text(0, 64)],
  [byChallenge, 'challenge_id', ...text(1, 78)],
  [['prover', 'challenger'], 'id', ...text(1, 128)],
  [['admit-challenger'], 'challenger', ...text(1, 128)],
  [['admit-challenger'], 'reason', ...text(0, 512)],
  [['admit-challenger'], 'owner', ...text(1, 128)],
  [['admit-challenger'], 'endpoint', ...text(2, 64)],
  [['admit-challenger', 'list-admissions'], 'status', ['candidate', 'admitted', 'set_aside'], ['set aside', '']],
  [['provers', 'challengers', 'list-admissions'], 'limit', ...number(1, 10_000)],
  [paged, 'limit', ...number(1, 1000)],
  [['provers', 'challengers', 'list-admissions', 'challenge-history'], 'skip', ...number(0, 10_000_000)],
  [['photo-feed-from-campaign'], 'skip', ...number(0, 1_000_000_000)],
  [['provers', 'challenge-history', 'photo-feed-from-campaign'], 'skip', [3], [0.5]],
  [['challenge-history'], 'prover', ...text(0, 128)],
  [['challenge-history'], 'payer', ...text(0, 128)],
  [['challenge-history'], 'challenge_id', ...text(0, 78)],
  [['my-balance'], 'cursor', ...text(0, 512)],
  [orders, 'to', ...text(32, 64)],
  [orders, 'points', ['1', x(20)], [x(21), 1]],
  [orders, 'id', ['12345678', '~'.repeat(128)], ['1234567', x(129), '1234 678', '1234567\n']],
  [['transfer-points'], 'reason', ...text(0, 200)],
  [['grant-points'], 'reason', ...text(1, 200)],
  [['add-webhook'], 'url', ...text(8, 2000)],
  [
    ['add-webhook', 'edit-webhook'],
    'kinds',
    [[...webhookKinds]],
    [[], ['challenge.started'], ['agent.back', 'agent.back']],
  ],
  [['edit-webhook'], 'state', ['on', 'paused'], ['failing', 'off']],
  [ofWebhook, 'webhook', [webhook.id], [webhook.id.toUpperCase(), `${webhook.id}0`, delivery, '']],
  [['replay-delivery'], 'delivery', [delivery], [webhook.id, `${delivery}0`, '']],
  [['webhook-deliveries'], 'before', [delivery], [webhook.id, '']],
  [['webhook-deliveries'], 'limit', ...number(1, 200)],
  [['photo-feed-from-campaign', 'campaigns', 'submissions', 'provers', 'challengers'], 'cursor', ...text(0, 256)],
  [['photo-feed-from-campaign'], 'since', ...text(0, 64)],
  [['photo-feed-from-campaign'], 'visible_since', ...text(0, 64)],
  [[...written, 'campaign-figures'], 'campaign', ...text(1, 128)],
  [written, 'description', ...text(0, 4096)],
  [['create-campaign'], 'type', campaignTypes, ['Individual', 'crowd']],
  [written, 'tags', [[], tags(32, 64)], [tags(33), tags(1, 65), ['']]],
  [[...written, 'campaigns', 'admit-challenger'], 'latitude', ...number(-90, 90, 1e-9)],
  [[...written, 'campaigns', 'admit-challenger'], 'longitude', ...number(-180, 180, 1e-9)],
  [written, 'radius', [Number.MIN_VALUE, 20_038], [0, -1, 20_038.1, '10']],
  [written, 'banner_url', ...text(0, 2048)],
  [written, 'poster_url', ...text(0, 2048)],
  [['create-campaign'], 'currency', ...text(0, 64)],
  [written, 'starts_at', ...text(0, 64)],
  [written, 'ends_at', ...text(0, 64)],
  [written, 'max_submissions', [1, largest], [0, 1.5, largest + 1, '40']],
  [written, 'total_rewards', [0.000001], ['100']],
  [written, 'reward_per_task', [0.000001], ['100']],
  [written, 'fuel_required', [0, 1.5], ['1']],
  [written, 'is_active', [true, false], ['true', 1]],
  [written, 'review', [true, false], ['true', 0]],
  [written, 'require_proof', [proof(1), proof(525_600)], [{}, proof(0), proof(525_601), proof(1.5)]],
  [['campaigns'], 'text', ...text(0, 128)],
  [['campaigns'], 'tag', ...text(0, 64)],
  [['campaigns'], 'status', campaignStatuses, ['open']],
  [['submissions'], 'state', photoStates, ['gone']],
  [['submissions'], 'review', photoReviews, ['maybe']],
  [['submissions', 'review-photo'], 'photo_id', ...text(0, 64)],
  [['review-photo'], 'reason', ...text(0, 500)],
  [['submit-photo'], 'captured_at', ...text(0, 64)],
  [['submit-photo'], 'latitude', ['52.5'], [52.5]],
];

test.each(bounds)('%j %s: the last that is taken and the first that is not', (names, field, kept, refused) => {
  for (const name of names) {
    const taken = (value: unknown) => takes(name, 'body', { ...wholeBody(name), [field]: value });
    for (const value of kept) expect([name, value, taken(value)]).toEqual([name, value, true]);
    for (const value of refused) expect([name, value, taken(value)]).toEqual([name, value, false]);
  }
});

test('null takes a field back, or says "none", exactly where a request may', () => {
  const nullable = (name: RouteName) =>
    Object.keys(wholeBody(name)).filter((it) => takes(name, 'body', { ...wholeBody(name), [it]: null }));
  const told = all.map(([name]) => [name, nullable(name).sort()] as const).filter(([, fields]) => fields.length > 0);
  expect(Object.fromEntries(told)).toEqual({
    'create-campaign': ['banner_url', 'latitude', 'longitude', 'poster_url', 'radius', 'require_proof', 'tags'],
    'edit-campaign': ['banner_url', 'latitude', 'longitude', 'poster_url', 'require_proof'],
    'photo-feed-from-campaign': ['cursor', 'since', 'visible_since'],
    campaigns: ['cursor'],
    submissions: ['cursor'],
  });
});

test('a challenge is told in a state that has a name', () => {
  const { reply } = examples['challenge-status-dcl'];
  for (const state of challengeStates) expect(takes('challenge-status-dcl', 'reply', { ...reply, state })).toBe(true);
  expect(takes('challenge-status-dcl', 'reply', { ...reply, state: 'ENDED' })).toBe(false);
});

test('the operations of the interface stand at its addresses', () => {
  const named = (it: string) => `/proof/v1/:proof_type/${it}`;
  for (const it of ['pre-login', 'login', 'challenge-request-dcl', 'challenge-status-dcl'] as const)
    expect(routes[it].paths).toContain(named(it));
  for (const it of ['create-campaign', 'photo-feed-from-campaign'] as const)
    expect(routes[it].paths).toContain(`/${it}`);
  // No two operations share an address, and each also has one under its proof type.
  const paths = all.flatMap(([, it]) => it.paths);
  expect(new Set(paths).size).toBe(paths.length);
  for (const [name, it] of all) expect([name, it.paths.includes(named(name))]).toEqual([name, true]);
});

test('an operation lists its own refusals once, and whoever needs a session says how it refuses', () => {
  for (const [name, { auth, errors }] of all) {
    expect([name, new Set(errors).size]).toEqual([name, errors.length]);
    expect([name, errors.filter((it) => commonErrors.includes(it))]).toEqual([name, []]);
    for (const it of errors) expect([name, it in errorTable]).toEqual([name, true]);
    const loggedIn = (['not_logged_in', 'session_expired'] as const).map((it) => errors.includes(it));
    expect([name, loggedIn]).toEqual([name, [auth === 'session', auth === 'session']]);
  }
});

test('the statuses of the interface can be answered', () => {
  const statuses = (name: RouteName) =>
    new Set([...routes[name].errors, ...commonErrors].map((it) => errorTable[it][0] as number));
  for (const [name, wanted] of [
    ['pre-login', [400]],
    ['login', [400, 401, 402]],
    ['create-campaign', [400, 401, 403, 429, 500]],
    ['photo-feed-from-campaign', [400, 401, 403, 404, 429, 500]],
  ] as const)
    for (const status of wanted) expect([name, status, statuses(name).has(status)]).toEqual([name, status, true]);
});

test('every operation that needs to know its caller names the scope of an API key, or takes logins alone', () => {
  const loginsAlone = ['logout', 'sessions', 'revoke-session'];
  const without = Object.entries(routes as Record<string, Route>)
    .filter(([, it]) => it.auth !== 'open' && it.scope === undefined)
    .map(([name]) => name);
  expect(without).toEqual(loginsAlone);
});
