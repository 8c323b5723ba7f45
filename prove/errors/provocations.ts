import { randomUUID } from 'node:crypto';
import { encodePolAsk } from '@trigpoint/client';
import type { ErrorCode } from '@trigpoint/protocol';
import { photoNumber } from '../photos/people.ts';
import type { Answer } from '../service/caller.ts';
import { beginLogin, ethereumKey, finishLogin } from '../service/keys.ts';
import type { ErrorStage } from './stage.ts';

export type Provocation = (stage: ErrorStage) => Promise<Answer>;

const wrong = `0x${'0f'.repeat(64)}1b`;
const nobody: `0x${string}` = `0x${'ab'.repeat(20)}`;
/** A prover that was connected once. */
export const watched: `0x${string}` = `0x${'cd'.repeat(20)}`;
const photo = ({ random }: ErrorStage) => photoNumber(random.int(2 ** 31));

const closing = 'Host: x\r\nConnection: close\r\n';

/** A photo for a campaign with these terms. */
const submitTo =
  (terms: object | ((stage: ErrorStage) => object), more: object = {}): Provocation =>
  async (stage) => {
    const creator = await stage.person();
    const campaign = await stage.campaign(creator, typeof terms === 'function' ? terms(stage) : terms);
    return stage.submit(await stage.person(), campaign, photo(stage), more);
  };

/** The second of two photos. */
const submitTwice =
  (terms: object, isSame: boolean): Provocation =>
  async (stage) => {
    const [creator, sender] = [await stage.person(), await stage.person()];
    const campaign = await stage.campaign(creator, terms);
    const first = photo(stage);
    const done = await stage.submit(sender, campaign, first);
    if (done.status !== 200) throw new Error(`the first photo was answered ${done.status} ${done.text}`);
    return stage.submit(sender, campaign, isSame ? first : photo(stage));
  };

const made = ({ status, text }: Answer) => {
  if (status !== 200) throw new Error(`answered ${status} ${text}`);
  return JSON.parse(text).result;
};

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const url = 'https://hooks.example/';

/** Adds a watch of a prover that is not connected, from tomorrow on. */
const addWatch = (stage: ErrorStage, { cookie }: { cookie: string }, challengers = 8): Promise<Answer> => {
  const ask = encodePolAsk({
    ...{
      prover: watched,
      proverRegistry: nobody,
      isIPv6: false,
      challengers,
      tolerance: 2,
      latitude: 50,
      longitude: 8,
    },
  });
  const day = 86_400_000;
  return stage.ask(
    'watch-add',
    { ask, every_seconds: 21_600, from: stage.time(day), until: stage.time(3 * day) },
    cookie,
  );
};

/** Errors that this service answers with over HTTP. */
export const provocations: Partial<Record<ErrorCode, Provocation>> = {
  invalid_body: (stage) => stage.ask('pre-login', [stage.name()]),
  not_http: (stage) => stage.raw('GET\r\n\r\n'),
  unreadable_path: (stage) => stage.raw(`GET /%zz HTTP/1.1\r\n${closing}\r\n`),
  headers_too_large: (stage) => stage.raw(`GET / HTTP/1.1\r\n${closing}X: ${'y'.repeat(40_000)}\r\n\r\n`),
  invalid_json: ({ caller }) =>
    caller.send({ path: '/proof/v1/pol/pre-login', headers: { 'content-type': 'application/json' }, body: '{"a":' }),
  invalid_field: (stage) => stage.ask('pre-login', { publicKey: nobody, keyType: 'ethereum', role: stage.name() }),
  unknown_proof_type: (stage) => stage.caller.post(`/proof/v1/${encodeURIComponent(stage.name())}/pre-login`, {}),
  unsupported_media_type: ({ caller }) =>
    caller.send({ path: '/proof/v1/pol/pre-login', headers: { 'content-type': 'text/plain' }, body: '{}' }),
  body_too_large: (stage) => stage.ask('pre-login', { publicKey: 'x'.repeat(2_000_000) }),
  route_not_found: (stage) => stage.caller.post(`/${encodeURIComponent(stage.name())}`, {}),
  method_not_allowed: ({ caller }) => caller.send({ path: '/proof/v1/pol/pre-login', method: 'GET' }),

  not_logged_in: (stage) => stage.ask('user-info', {}),
  session_expired: async (stage) => {
    const { cookie } = await stage.person();
    return stage.later(25 * 3_600_000, () => stage.ask('user-info', {}, cookie));
  },
  no_pending_login: (stage) => stage.ask('login', { signature: wrong }),
  pending_login_expired: async (stage) => {
    const pending = await beginLogin(stage.caller, ethereumKey(stage.random));
    return stage.later(11 * 60_000, () => finishLogin(stage.caller, pending, wrong));
  },
  wrong_signature: async (stage) =>
    finishLogin(stage.caller, await beginLogin(stage.caller, ethereumKey(stage.random)), wrong),
  too_many_attempts: async (stage) => {
    const pending = await beginLogin(stage.caller, ethereumKey(stage.random));
    for (let i = 0; i < 5; i++) await finishLogin(stage.caller, pending, wrong);
    return finishLogin(stage.caller, pending, wrong);
  },
  cross_site: async (stage) => {
    const { cookie } = await stage.person();
    return stage.caller.post('/proof/v1/pol/user-info', {}, { cookie, origin: 'https://evil.example' });
  },

  invalid_key: (stage) => {
    const key = `tpk_${Buffer.from(stage.random.bytes(32)).toString('base64url')}`;
    return stage.caller.post('/proof/v1/pol/my-balance', {}, bearer(key));
  },
  scope_missing: async (stage) => {
    const body = { name: stage.name().slice(0, 60), scopes: ['read'] };
    const { key } = made(await stage.ask('create-key', body, (await stage.person()).cookie));
    return stage.caller.post('/proof/v1/pol/create-key', body, bearer(key));
  },
  too_many_keys: async (stage) => {
    const { cookie } = await stage.person();
    const create = () => stage.ask('create-key', { name: 'one of many', scopes: ['read'] }, cookie);
    for (let i = 0; i < 50; i++) made(await create());
    return create();
  },
  webhook_not_found: async (stage) =>
    stage.ask('remove-webhook', { webhook: `wh_${'0'.repeat(24)}` }, (await stage.person()).cookie),
  delivery_not_found: async (stage) => {
    const { cookie } = await stage.person();
    const { id: webhook } = made(await stage.ask('add-webhook', { url }, cookie));
    return stage.ask('replay-delivery', { webhook, delivery: `msg_${'0'.repeat(32)}` }, cookie);
  },
  too_many_webhooks: async (stage) => {
    const { cookie } = await stage.person();
    for (let i = 0; i < 10; i++) made(await stage.ask('add-webhook', { url }, cookie));
    return stage.ask('add-webhook', { url }, cookie);
  },
  webhook_test_refused: async (stage) => {
    const { cookie } = await stage.person();
    const { id: webhook } = made(await stage.ask('add-webhook', { url }, cookie));
    made(await stage.ask('edit-webhook', { webhook, state: 'paused' }, cookie));
    return stage.ask('test-webhook', { webhook }, cookie);
  },
  watch_not_found: async (stage) => stage.ask('watch-show', { watch: '0'.repeat(20) }, (await stage.person()).cookie),
  ask_unusable: async (stage) => addWatch(stage, await stage.person(), 3),
  watch_unchanged: async (stage) => {
    const person = await stage.person();
    const { watch } = made(await addWatch(stage, person)).watch;
    return stage.ask('watch-change', { watch, action: 'resume' }, person.cookie);
  },
  certificate_unready: async (stage) => {
    const person = await stage.person();
    const { watch } = made(await addWatch(stage, person)).watch;
    return stage.ask('watch-certificate', { watch }, person.cookie);
  },

  not_allowed: async (stage) => {
    const body = { to: nobody, points: '1', id: randomUUID(), reason: stage.name() };
    return stage.ask('grant-points', body, (await stage.person()).cookie);
  },
  points_short: async (stage) =>
    stage.ask('transfer-points', { to: nobody, points: '1.5', id: randomUUID() }, (await stage.person()).cookie),
  idempotency_key_reused: async (stage) => {
    const body = { to: nobody, id: randomUUID(), reason: 'a test' };
    await stage.ask('grant-points', { ...body, points: '1' }, stage.operator.cookie);
    return stage.ask('grant-points', { ...body, points: '2' }, stage.operator.cookie);
  },

  challenge_not_on_chain: async (stage) =>
    stage.ask(
      'challenge-request-dcl',
      { challenge_id: String(1_000 + stage.random.int(1_000)) },
      (await stage.person()).cookie,
    ),
  challenge_not_found: (stage) => stage.ask('challenge-evidence', { challenge_id: String(stage.random.int(1_000)) }),
  agent_not_found: (stage) => stage.ask('prover', { id: `IPv4/${nobody}` }),

  campaign_exists: async (stage) => {
    const creator = await stage.person();
    const campaign = await stage.campaign(creator);
    const again = { ...{ campaign, description: '', type: 'individual', currency: 'POINTS', total_rewards: 4 } };
    const rest = { reward_per_task: 2, fuel_required: 1, max_submissions: 2, is_active: true };
    const times = { starts_at: stage.time(0), ends_at: stage.time(3_600_000) };
    return stage.ask('create-campaign', { ...again, ...rest, ...times }, creator.cookie);
  },
  campaign_not_found: async (stage) =>
    stage.ask('photo-feed-from-campaign', { campaign: stage.name() }, (await stage.person()).cookie),
  campaign_hidden: async (stage) => {
    const campaign = await stage.campaign(await stage.person(), { is_active: false });
    return stage.ask('photo-feed-from-campaign', { campaign }, (await stage.person()).cookie);
  },
  campaign_not_open: submitTo((stage) => ({ starts_at: stage.time(60_000) })),
  campaign_full: submitTwice({ max_submissions: 1 }, false),
  campaign_spent: submitTwice({ total_rewards: 2 }, false),
  outside_area: submitTo({ latitude: 50, longitude: 20, radius: 1 }),
  outside_window: submitTo({}, { captured_at: new Date(0).toISOString() }),
  fuel_short: submitTo({ fuel_required: 1_000 }),
  proof_required: submitTo({ require_proof: { max_age_minutes: 5 }, latitude: 10, longitude: 20, radius: 9 }),
  duplicate_photo: submitTwice({}, true),
  invalid_photo: async (stage) => {
    const campaign = await stage.campaign(await stage.person());
    return stage.submit(await stage.person(), campaign, stage.random.bytes(100));
  },
  photo_not_found: async (stage) =>
    stage.ask('review-photo', { photo_id: stage.name(), accept: true }, (await stage.person()).cookie),
  photo_decided: async (stage) => {
    const creator = await stage.person();
    const campaign = await stage.campaign(creator, { review: true });
    const { text } = await stage.submit(await stage.person(), campaign, photo(stage));
    const { photo_id } = JSON.parse(text).result;
    await stage.ask('review-photo', { photo_id, accept: false, reason: 'too dark' }, creator.cookie);
    return stage.ask('review-photo', { photo_id, accept: true }, creator.cookie);
  },
};

/** Errors that a service with tighter limits answers with over HTTP. */
export const tightSettings = {
  RATE_LIMITS: 'login=1000000,create-campaign=1000,feed=1,default=100000',
  CAMPAIGN_REWARDS_PER_DAY: '1',
  WATCHES_PER_PAYER: '1',
};

export const tightProvocations: Partial<Record<ErrorCode, Provocation>> = {
  too_many_watches: async (stage) => {
    const person = await stage.person();
    made(await addWatch(stage, person));
    return addWatch(stage, person);
  },
  rate_limited: async (stage) => {
    const { cookie } = await stage.person();
    const ask = () => stage.ask('photo-feed-from-campaign', { campaign: 'x' }, cookie);
    let answer = await ask();
    for (let i = 0; i < 20 && answer.status !== 429; i++) answer = await ask();
    return answer;
  },
  rewards_used_up: submitTo({}),
};

/** Why an error is not provoked here, and the test that provokes it, where there is one. */
export const elsewhere: Partial<Record<ErrorCode, { readonly why: string; readonly test?: string }>> = {
  stake_required: { why: 'it takes a contract that asks for a stake', test: 'dev/src/funded.test.ts' },
  insufficient_balance: { why: 'it takes a service with fees', test: 'dev/src/crowd/fees.test.ts' },
  challenge_not_accepted: {
    why: 'it takes a prover that consents',
    test: 'packages/server/src/coordination/direct.test.ts',
  },
  nonce_not_wanted: { why: 'it takes a prover that consents', test: 'packages/server/src/coordination/direct.test.ts' },
  budget_short: {
    why: 'creators pay only where the operator says so',
    test: 'packages/server/src/campaign/operator-settings.test.ts',
  },
  challenge_of_other_type: {
    why: 'it takes a request on chain',
    test: 'packages/server/src/challenge/challenges.test.ts',
  },
  challenge_not_confirmed: {
    why: 'it takes a request on chain',
    test: 'packages/server/src/challenge/challenges.test.ts',
  },
  challenge_expired: { why: 'it takes a request on chain', test: 'packages/server/src/challenge/challenges.test.ts' },
  challenge_unusable: { why: 'it takes a request on chain', test: 'packages/server/src/challenge/challenges.test.ts' },
  too_many_waiting: {
    why: 'it takes many requests on chain',
    test: 'packages/server/src/challenge/challenges.test.ts',
  },
  unavailable: { why: 'it takes a database that is gone', test: 'packages/server/src/challenge/challenges.test.ts' },
  too_many_streams: { why: 'it takes open event streams', test: 'dev/src/crowd/watching.test.ts' },
  challenge_running: {
    why: 'it takes a challenge that is measured',
    test: 'packages/server/src/verdict/endings.test.ts',
  },
  challenge_already_ended: { why: 'it takes a result on chain' },
  challenge_not_verified: {
    why: 'it takes a challenge that ended',
    test: 'packages/server/src/verdict/endings.test.ts',
  },
  challenge_not_logged: {
    why: 'it takes the moment between an end and the log',
    test: 'packages/server/src/verdict/endings.test.ts',
  },
  not_about_a_place: { why: 'it takes a verified bandwidth', test: 'packages/server/src/verdict/endings.test.ts' },
  request_timeout: { why: 'it takes minutes' },
  too_many_uploads: { why: 'it takes uploads that do not end; prove uploads has them' },
  internal: { why: 'nobody knows how: prove input looks for it' },
};
