import { hash } from 'node:crypto';
import { SiweMessage } from 'siwe';
import { parseSiweMessage } from 'viem/siwe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import type { Service } from '../main.ts';
import { type Answer, cookieOf, ethereumKey, logIn, post, preLogin, solanaKey, startTestService } from '../testing.ts';

const login = '/proof/v1/pol/login';
const userInfo = '/proof/v1/pol/user-info';

eachDriver('sessions', (place) => {
  let service: Service;
  let clock = Date.now();
  beforeAll(async () => {
    service = await startTestService(await place.fresh(), {}, { now: () => clock });
  });
  afterAll(() => service.close());
  const ask = (path: string, cookie: string, body: object = {}) => post(service, path, body, { cookie });
  /** Answers the text of a pre-login with a signature. */
  const sign = (first: Answer, signature: string) => ask(login, cookieOf(first), { signature });
  const textOf = (first: Answer): string => first.body.result.message;
  const statusOf = async (headers: Record<string, string>) => (await post(service, userInfo, {}, headers)).status;

  test('pre-login answers with a message and a cookie that scripts cannot read', async () => {
    const answer = await preLogin(service, ethereumKey());
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['result']);
    expect(Object.keys(answer.body.result)).toEqual(['message']);
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^__proof=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/,
    );
  });

  test('the message is a valid EIP-4361 text by two independent parsers', async () => {
    const key = ethereumKey();
    const { message } = (await preLogin(service, key, { role: 'prover' })).body.result;
    const site = new URL(service.url);
    const siwe = new SiweMessage(message);
    const viem = parseSiweMessage(message);
    for (const parsed of [siwe, viem]) {
      expect(parsed.address).toBe(key.publicKey);
      expect(parsed.domain).toBe(site.host);
      expect(parsed.uri).toBe(site.origin);
      expect(parsed.chainId).toBe(1);
      expect(parsed.nonce).toMatch(/^[0-9a-f]{32}$/);
      expect(parsed.statement).toContain('prover');
      expect(parsed.statement).toContain('(pol)');
    }
    expect(siwe.toMessage()).toBe(message);
    expect((viem.expirationTime as Date).getTime() - (viem.issuedAt as Date).getTime()).toBe(600_000);
  });

  test('an ethereum signature in every spelling logs in', async () => {
    const key = ethereumKey();
    const flipV = (signature: string) => signature.slice(0, -2) + (signature.endsWith('1b') ? '00' : '01');
    const spellings = [
      (s: string) => s,
      (s: string) => s.slice(2),
      flipV,
      (s: string) => s.toUpperCase().replace('0X', '0x'),
    ];
    for (const spell of spellings) {
      const first = await preLogin(service, key);
      const answer = await sign(first, spell(await key.sign(textOf(first))));
      expect(answer.body).toEqual({ result: { success: true } });
      expect(cookieOf(answer)).toBe(cookieOf(first));
      expect(answer.headers.getSetCookie()[0]).toContain('Max-Age=86400');
    }
  });

  test('a solana signature in every spelling logs in', async () => {
    const key = solanaKey();
    const envelope = (text: string) => {
      const bytes = Buffer.from(text);
      const head = Buffer.from([0xff, ...Buffer.from('solana offchain'), 0, 0, bytes.length & 255, bytes.length >> 8]);
      return Buffer.concat([head, bytes]);
    };
    const spellings = [
      (text: string) => key.sign(text),
      async (text: string) => key.signBytes(Buffer.from(text)).toString('base64'),
      async (text: string) => key.signBytes(Buffer.from(text)).toString('hex'),
      async (text: string) => `0x${key.signBytes(Buffer.from(text)).toString('hex')}`,
      async (text: string) => key.signBytes(envelope(text)).toString('hex'),
    ];
    for (const spell of spellings) {
      const first = await preLogin(service, key);
      expect(textOf(first)).toContain(`Solana account:\n${key.publicKey}\n`);
      expect((await sign(first, await spell(textOf(first)))).body).toEqual({ result: { success: true } });
    }
  });

  test('the upper twin of an ethereum signature is refused', async () => {
    const key = ethereumKey();
    const first = await preLogin(service, key);
    const signature = await key.sign(first.body.result.message);
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const s = (order - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, '0');
    const twin = signature.slice(0, 66) + s + (signature.endsWith('1b') ? '1c' : '1b');
    expect((await sign(first, twin)).status).toBe(401);
    expect((await sign(first, signature)).status).toBe(200);
  });

  test("another key's signature is refused, and so is one over another text", async () => {
    const first = await preLogin(service, ethereumKey());
    const wrong = await sign(first, await ethereumKey().sign(textOf(first)));
    expect([wrong.status, wrong.body.error.code]).toEqual([401, 'wrong_signature']);
    const key = ethereumKey();
    const [one, two] = [await preLogin(service, key), await preLogin(service, key)];
    expect((await sign(two, await key.sign(textOf(one)))).status).toBe(401);
  });

  test('the text is usable once, and a token brought along is never adopted', async () => {
    const key = ethereumKey();
    const cookie = await logIn(service, key);
    const again = await ask(login, cookie, { signature: `0x${'11'.repeat(65)}` });
    expect(again.body.error.code).toBe('no_pending_login');
    const body = { publicKey: key.publicKey, keyType: 'ethereum', role: 'payer' };
    const brought = cookieOf(await ask('/proof/v1/pol/pre-login', cookie, body));
    expect(brought).not.toBe(cookie);
    expect([await statusOf({ cookie }), await statusOf({ cookie: brought })]).toEqual([200, 401]);
  });

  test('five wrong signatures burn the text', async () => {
    const key = ethereumKey();
    const first = await preLogin(service, key);
    const wrong = `0x${'0f'.repeat(64)}1b`;
    for (let i = 0; i < 5; i++) expect((await sign(first, wrong)).body.error.code).toBe('wrong_signature');
    const right = await sign(first, await key.sign(textOf(first)));
    expect(right.body.error.code).toBe('too_many_attempts');
  });

  test('a pending login ends after ten minutes, a session 24 hours after its last use', async () => {
    const key = ethereumKey();
    const late = await preLogin(service, key);
    const cookie = await logIn(service, key);
    const signature = await key.sign(textOf(late));
    clock += 600_000;
    const answer = await sign(late, signature);
    expect([answer.status, answer.body.error.code]).toEqual([401, 'pending_login_expired']);
    for (let day = 0; day < 3; day++) {
      clock += 80_000_000;
      expect(await statusOf({ cookie })).toBe(200);
    }
    clock += 86_400_001;
    const ended = await ask(userInfo, cookie);
    expect([ended.status, ended.body.error.code]).toEqual([401, 'session_expired']);
  });

  test('of parallel logins on one text exactly one wins', async () => {
    const key = ethereumKey();
    const first = await preLogin(service, key);
    const signature = await key.sign(first.body.result.message);
    const answers = await Promise.all(Array.from({ length: 20 }, () => sign(first, signature)));
    expect(answers.filter((it) => it.status === 200)).toHaveLength(1);
    expect(answers.filter((it) => it.status === 401)).toHaveLength(19);
  });

  test('the cookie comes back in every shape clients send, and as bearer token', async () => {
    const cookie = await logIn(service, ethereumKey());
    const token = cookie.split('=')[1] as string;
    const good: Record<string, string>[] = [
      { cookie: `${cookie}; Path=/; HttpOnly; SameSite=Lax; Max-Age=86400` },
      { cookie: `${cookie}; ${cookie}` },
      { cookie: `a=b;${cookie};__proof=;c` },
      { cookie: `__Secure-proof=${token}` },
      { authorization: `Bearer ${token}` },
    ];
    for (const headers of good) expect(await statusOf(headers)).toBe(200);
    const other = await logIn(service, ethereumKey());
    const bad: Record<string, string>[] = [
      {},
      { cookie: `${cookie}; ${other}` },
      { cookie: '__proof=short' },
      { authorization: `Basic ${token}` },
    ];
    for (const headers of bad) expect(await statusOf(headers)).toBe(401);
  });

  test('only the hash of a token is stored', async () => {
    const cookie = await logIn(service, ethereumKey());
    const token = cookie.split('=')[1] as string;
    const rows = await service.context.db.all('SELECT * FROM session');
    expect(JSON.stringify(rows)).toContain(hash('sha256', token, 'hex'));
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('user-info tells who is logged in; claims are kept as strings', async () => {
    const key = ethereumKey();
    const cookie = await logIn(service, key, {
      role: 'prover',
      claims: { latitude: 50.1, longitude: '8.68', shoe: 'x' },
    });
    const { result } = (await post(service, userInfo, {}, { cookie })).body;
    expect(result).toMatchObject({
      publicKey: key.publicKey.toLowerCase(),
      keyType: 'ethereum',
      role: 'prover',
      proof_type: 'pol',
      projectName: '',
      walletPublicKey: {},
      claims: { latitude: '50.1', longitude: '8.68', shoe: 'x' },
    });
  });

  test('a key has several sessions, sees them, and ends them one by one or all others at once', async () => {
    const key = solanaKey();
    const [a, b, c] = [await logIn(service, key), await logIn(service, key), await logIn(service, key)];
    const stranger = await logIn(service, solanaKey());
    const list = async (cookie: string) => (await ask('/proof/v1/pol/sessions', cookie)).body.result.sessions;
    const revoke = (cookie: string, body: object) => ask('/proof/v1/pol/revoke-session', cookie, body);
    expect(await list(a)).toHaveLength(3);
    const [current] = (await list(a)).filter((it: { current: boolean }) => it.current);
    const theft = await revoke(stranger, { session_id: current.id });
    expect([theft.status, theft.body.error.code]).toEqual([400, 'invalid_field']);
    expect((await revoke(b, { session_id: current.id })).body.result).toEqual({ success: true, revoked: 1 });
    expect(await statusOf({ cookie: a })).toBe(401);
    expect((await revoke(b, {})).body.result.revoked).toBe(1);
    expect(await statusOf({ cookie: c })).toBe(401);
    const out = await ask('/proof/v1/pob/logout', b);
    expect(out.headers.getSetCookie()[0]).toContain('Max-Age=0');
    expect([await statusOf({ cookie: b }), await statusOf({ cookie: stranger })]).toEqual([401, 200]);
  });

  const good = { publicKey: `0x${'ab'.repeat(20)}`, keyType: 'ethereum', role: 'payer' };
  test.each([
    ['publicKey', { ...good, publicKey: undefined }],
    ['publicKey', { ...good, publicKey: 5 }],
    ['publicKey', { ...good, publicKey: '0x12' }],
    ['publicKey', { ...good, publicKey: '11111111111111111111111111111111', keyType: 'ethereum' }],
    ['publicKey', { ...good, keyType: 'solana' }],
    ['publicKey', { ...good, keyType: 'solana', publicKey: '1'.repeat(32) }],
    ['keyType', { ...good, keyType: 'bitcoin' }],
    ['role', { ...good, role: 'king' }],
    ['role', { ...good, role: ['payer'] }],
    ['projectName', { ...good, projectName: 7 }],
    ['walletPublicKey', { ...good, walletPublicKey: 'x' }],
    ['walletPublicKey.solana', { ...good, walletPublicKey: { solana: 1 } }],
    ['claims', { ...good, claims: [] }],
    ['claims.a', { ...good, claims: { a: { b: 'c' } } }],
    ['claims', { ...good, claims: { city: 'c'.repeat(1_024), region: 'r'.repeat(1_024) } }],
    ['claims.latitude', { ...good, claims: { latitude: 91 } }],
  ])('bad input: %s is named in the refusal (%#)', async (field, body) => {
    const answer = await post(service, '/proof/v1/pol/pre-login', body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toMatch(new RegExp(`^${field.replace('.', '\\.')} `));
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test('claims have at most 64 names of 128 characters and 2 KiB, and those at the limit are taken', async () => {
    const answerTo = (claims: Record<string, string>) => preLogin(service, ethereumKey(), { claims });
    const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`c${i}`, '']));
    const bytes = (count: number) => ({
      a: 'x'.repeat(1_024),
      b: 'x'.repeat(count - 1_024 - '{"a":"","b":""}'.length),
    });
    for (const it of [names(64), { ['n'.repeat(128)]: '' }, bytes(2_048)])
      expect((await answerTo(it)).status).toBe(200);
    for (const it of [names(65), { ['n'.repeat(129)]: '' }, bytes(2_049)]) {
      const { status, body } = await answerTo(it);
      expect([status, body.error.code, body.error.message.split(' ')[0]]).toEqual([400, 'invalid_field', 'claims']);
    }
  });

  test('what was said at pre-login is told back; of the user agent the first 256 characters', async () => {
    const key = ethereumKey();
    const said = { projectName: 'Atlas', projectPublicKey: 'key', walletPublicKey: { solana: 'wallet' } };
    const body = { publicKey: key.publicKey, keyType: 'ethereum', role: 'payer', ...said };
    const first = await post(service, '/proof/v1/pol/pre-login', body, { 'user-agent': `A${'b'.repeat(300)}` });
    const cookie = cookieOf(first);
    const second = await sign(first, await key.sign(textOf(first)));
    expect(second.body).toEqual({ result: { success: true } });
    expect(second.headers.getSetCookie()[0]).toContain('Max-Age=86400');
    const { result } = (await ask(userInfo, cookie)).body;
    expect(result).toMatchObject(said);
    expect(result.expires_at).toBe(new Date(clock + 86_400_000).toISOString());
    const [only] = (await ask('/proof/v1/pol/sessions', cookie)).body.result.sessions;
    expect(only).toMatchObject({ user_agent: `A${'b'.repeat(255)}`, current: true, role: 'payer', proof_type: 'pol' });
    const at = new Date(clock).toISOString();
    expect(only).toMatchObject({ created_at: at, last_used_at: at });
    const others = await ask('/proof/v1/pol/revoke-session', cookie);
    expect(others.body).toEqual({ result: { success: true, revoked: 0 } });
    expect((await ask('/proof/v1/pol/logout', cookie)).body).toEqual({ result: { success: true } });
  });

  test.each([{}, { signature: '' }, { signature: 5 }, { signature: null }])('login with %j is 400', async (body) => {
    const answer = await ask(login, cookieOf(await preLogin(service, ethereumKey())), body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toMatch(/^signature /);
  });

  test('the cookie of a session that is used goes on with it; a bearer gets none', async () => {
    const cookie = await logIn(service, ethereumKey());
    const at = clock;
    expect((await post(service, userInfo, {}, { cookie })).headers.getSetCookie()).toEqual([]);
    clock = at + 23 * 3_600_000;
    const [renewed = ''] = (await post(service, userInfo, {}, { cookie })).headers.getSetCookie();
    expect(renewed).toBe(`${cookie}; Path=/; HttpOnly; SameSite=Lax; Max-Age=86400`);
    clock += 120_000;
    const authorization = `Bearer ${cookie.split('=')[1]}`;
    expect((await post(service, userInfo, {}, { authorization })).headers.getSetCookie()).toEqual([]);
    clock = at;
  });

  test('one more login than twenty ends the session that was used least recently; a pre-login ends none', async () => {
    const key = ethereumKey();
    const cookies: string[] = [];
    for (let i = 0; i < 20; i++) {
      clock += 1_000;
      cookies.push(await logIn(service, key));
    }
    for (let i = 0; i < 25; i++) await preLogin(service, key);
    const status = (cookie = '') => statusOf({ cookie });
    expect([await status(cookies[0]), await status(cookies[1])]).toEqual([200, 200]);
    clock += 1_000;
    const newest = await logIn(service, key);
    expect(await Promise.all([cookies[0], cookies[1], newest].map(status))).toEqual([401, 200, 200]);
  });

  test('a login under another proof type than its pre-login is refused', async () => {
    const key = ethereumKey();
    const first = await preLogin(service, key, { proofType: 'pob' });
    const signature = await key.sign(textOf(first));
    const other = await sign(first, signature);
    expect([other.status, other.body.error.code]).toEqual([401, 'no_pending_login']);
    expect((await ask('/proof/v1/pob/login', cookieOf(first), { signature })).status).toBe(200);
  });

  test('a proof type other than pol and pob is 400', async () => {
    const answer = await post(service, '/proof/v1/pow/pre-login', good);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'unknown_proof_type']);
  });
});
