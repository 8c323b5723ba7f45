import { type Route, type RouteTable, routes, type Scope, scopes } from '@trigpoint/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import type { Service } from '../main.ts';
import { ethereumKey, logIn, openTestService, post, startTestService, type TestKey } from '../testing.ts';

const dayMs = 24 * 3_600_000;
const at = (name: string) => `/proof/v1/pol/${name}`;
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

eachDriver('API keys', (place) => {
  let service: Service;
  let clock = Date.now();
  beforeAll(async () => {
    service = await startTestService(await place.fresh(), { RATE_LIMITS: 'off' }, { now: () => clock });
  });
  afterAll(() => service.close());

  const loggedIn = async (key: TestKey = ethereumKey()) => ({ cookie: await logIn(service, key) });
  const create = async (as: Record<string, string>, of: Scope[], more: object = {}) =>
    post(service, at('create-key'), { name: 'test', scopes: of, ...more }, as);
  const made = async (as: Record<string, string>, of: Scope[], more: object = {}) => {
    const answer = await create(as, of, more);
    expect(answer.status).toBe(200);
    return answer.body.result as { key: string; info: { id: string; scopes: string[]; expires_at: string } };
  };
  const status = async (key: string, name = 'user-info') => (await post(service, at(name), {}, bearer(key))).status;

  test('a key is shown once, stands for its owner, and only its hash is kept', async () => {
    const owner = ethereumKey();
    const session = await loggedIn(owner);
    const { key, info } = await made(session, ['read', 'ask', 'read']);
    expect(key).toMatch(/^tpk_[A-Za-z0-9_-]{43}$/);
    expect(info).toMatchObject({ name: 'test', scopes: ['ask', 'read'], last_used_at: null });
    const { body } = await post(service, at('user-info'), {}, bearer(key));
    expect(body.result).toMatchObject({ publicKey: owner.publicKey.toLowerCase(), role: 'payer' });
    const listed = await post(service, at('keys'), {}, session);
    expect(listed.body.result.keys).toEqual([{ ...info, last_used_at: new Date(clock).toISOString() }]);
    expect(JSON.stringify(listed.body)).not.toContain(key.slice(4));
    const rows = await service.context.db.all('SELECT * FROM api_key');
    expect(JSON.stringify(rows)).not.toContain(key.slice(4));
    // Browsers send cookies by themselves, and a key that came as one would be theirs to misuse.
    expect((await post(service, at('user-info'), {}, { cookie: `__proof=${key}` })).status).toBe(401);
  });

  test('the last use of a key is kept to the minute', async () => {
    const session = await loggedIn();
    const { key, info } = await made(session, ['read']);
    expect(info.id).toMatch(/^[0-9a-f]{32}$/);
    const first = clock;
    const usedAfter = async (ms: number): Promise<number> => {
      clock = first + ms;
      await status(key);
      const { keys } = (await post(service, at('keys'), {}, session)).body.result;
      return Date.parse(keys[0].last_used_at) - first;
    };
    for (const [ms, kept] of [
      [0, 0],
      [59_999, 0],
      [60_000, 60_000],
      [100_000, 60_000],
    ] as const)
      expect(await usedAfter(ms)).toBe(kept);
  });

  test('every operation holds a key to its scope, in every scope', async () => {
    const session = await loggedIn();
    const keys = new Map<Scope, string>();
    for (const scope of scopes) keys.set(scope, (await made(session, [scope])).key);
    for (const [name, route] of Object.entries(routes as RouteTable) as [string, Route][]) {
      if (route.auth === 'open') continue;
      for (const [scope, key] of keys) {
        // What is refused with 403 before the body is read is refused by the one place that looks at scopes.
        const { body } = await post(service, at(name), '{"unreadable', bearer(key));
        const isRefused = body.error.code === 'scope_missing';
        expect([name, scope, isRefused]).toEqual([name, scope, route.scope !== scope]);
      }
    }
    const refused = await post(service, at('logout'), {}, bearer(keys.get('admin') as string));
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      'This operation takes a login and no API key, and this API key has the scopes admin.',
    ]);
  });

  test('a key opens no socket for agents', async () => {
    const { key } = await made(await loggedIn(), [...scopes]);
    const reply = await fetch(`${service.url}/proof/v1/pol/ws`, { headers: bearer(key) });
    expect(reply.status).toBeGreaterThanOrEqual(400);
    await expect(service.context.sessions.authenticate(key)).rejects.toMatchObject({ code: 'not_logged_in' });
  });

  test('a key ends at its time, when it is revoked, and when it is rotated', async () => {
    const session = await loggedIn();
    const [short, gone, turned] = await Promise.all([
      made(session, ['read'], { expires_in_days: 1 }),
      made(session, ['read']),
      made(session, ['read']),
    ]);
    for (const it of [short, gone, turned]) expect(await status(it.key)).toBe(200);
    expect((await post(service, at('revoke-key'), { id: gone.info.id }, session)).status).toBe(200);
    expect(await status(gone.key)).toBe(401);
    const again = (await post(service, at('rotate-key'), { id: turned.info.id }, session)).body.result;
    expect([await status(turned.key), await status(again.key)]).toEqual([401, 200]);
    expect(again.info).toMatchObject({ id: turned.info.id, scopes: ['read'], name: 'test' });
    clock += dayMs + 1;
    const next = await post(service, at('user-info'), {}, bearer(short.key));
    expect([next.status, next.body.error.code]).toEqual([401, 'invalid_key']);
    expect(await status(again.key)).toBe(200);
    await service.context.apiKeys.sweep();
    const left = await service.context.db.get('SELECT 1 AS one FROM api_key WHERE public_id = ?', [short.info.id]);
    expect(left).toBeUndefined();
  });

  test('nobody lists, rotates or revokes the keys of somebody else', async () => {
    const { key, info } = await made(await loggedIn(), ['read', 'admin']);
    const stranger = await loggedIn();
    for (const as of [stranger, bearer((await made(stranger, ['admin'])).key)]) {
      expect((await post(service, at('rotate-key'), { id: info.id }, as)).status).toBe(400);
      expect((await post(service, at('revoke-key'), { id: info.id }, as)).status).toBe(400);
      expect(JSON.stringify((await post(service, at('keys'), {}, as)).body.result.keys)).not.toContain(info.id);
    }
    expect(await status(key)).toBe(200);
  });

  test('a key makes and rotates no key that may do more than itself, or that outlives it', async () => {
    const session = await loggedIn();
    const weak = await made(session, ['admin', 'read'], { expires_in_days: 10 });
    const strong = await made(session, ['ask', 'campaigns'], { expires_in_days: 5 });
    const as = bearer(weak.key);
    for (const [of, days] of [
      [['ask'], 1],
      [['read', 'campaigns'], 1],
      [['read'], 11],
    ] as [Scope[], number][])
      expect((await create(as, of, { expires_in_days: days })).body.error?.code).toBe('not_allowed');
    expect((await post(service, at('rotate-key'), { id: strong.info.id }, as)).body.error.code).toBe('not_allowed');
    expect(await status(strong.key, 'challenge-status-dcl')).toBe(403);
    const child = await made(as, ['read'], { expires_in_days: 9 });
    expect(await status(child.key)).toBe(200);
    expect((await create(bearer(child.key), ['read'])).body.error.code).toBe('scope_missing');
  });

  test('an owner has fifty keys at a time', async () => {
    const session = await loggedIn();
    const { key } = await made(session, ['admin', 'read']);
    for (let i = 1; i < 49; i++) await made(session, ['read']);
    // Of those that ask at once for the last one, on whatever node, one gets it.
    const { apiKeys } = service.context;
    const owner = await apiKeys.authenticate(key);
    const asks = Array.from({ length: 6 }, () => apiKeys.create(owner, { name: 'test', scopes: ['read'], days: 1 }));
    const ended = await Promise.allSettled(asks);
    expect(ended.filter((it) => it.status === 'fulfilled').length).toBe(1);
    expect((await create(session, ['read'])).body.error.code).toBe('too_many_keys');
  });

  test('a guest gets a key of a fresh account, which asks and reads', async () => {
    const first = (await post(service, at('guest-key'), {})).body.result;
    const second = (await post(service, at('guest-key'), {})).body.result;
    expect(first.info.scopes).toEqual(['ask', 'read']);
    const who = async (key: string) => (await post(service, at('user-info'), {}, bearer(key))).body.result.publicKey;
    expect(await who(first.key)).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
    expect(await who(first.key)).not.toBe(await who(second.key));
    expect((await create(bearer(first.key), ['read'])).status).toBe(403);
    const owned = await made(await loggedIn(), ['ask', 'read'], { name: 'guest' });
    const guests = [first.key, owned.key].map(async (key) => (await service.context.apiKeys.authenticate(key)).isGuest);
    expect(await Promise.all(guests)).toEqual([true, false]);
  });

  test('requests of all keys and sessions of one owner are counted together', async () => {
    const limited = await openTestService(await place.fresh(), { RATE_LIMITS: 'default=6' }, { now: () => clock });
    const owner = { cookie: await logIn(limited, ethereumKey()) };
    const of = async () =>
      (await post(limited, at('create-key'), { name: 'x', scopes: ['read'] }, owner)).body.result.key as string;
    const [one, two] = [await of(), await of()];
    const seen = [];
    for (const key of [one, two, one, two, one, two, one, two])
      seen.push((await post(limited, at('user-info'), {}, bearer(key))).status);
    expect(seen).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
    expect((await post(limited, at('user-info'), {}, owner)).status).toBe(429);
  });

  test('without guests there is no key for strangers', async () => {
    const closed = await openTestService(await place.fresh(), { GUEST_KEYS: 'off' });
    expect((await post(closed, at('guest-key'), {})).status).toBe(403);
  });
});
