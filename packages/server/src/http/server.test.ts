import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { testFolder } from '@trigpoint/proofs/testing';
import { expect, test } from 'vitest';
import type { Surroundings } from '../context.ts';
import type { Service } from '../main.ts';
import { cookieOf, ethereumKey, logIn, openTestService, post, preLogin, startTestService } from '../testing.ts';

const start = (env: Record<string, string> = {}, around?: Surroundings) =>
  openTestService({ dataDir: testFolder() }, env, around);

const preLoginPath = '/proof/v1/pol/pre-login';
const userInfo = '/proof/v1/pol/user-info';
const body = { publicKey: `0x${'ab'.repeat(20)}`, keyType: 'ethereum', role: 'payer' };
const raw = (service: Service, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (data) => {
      answer += data;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });

/** A clock that stands still: allowances begin anew with each minute. */
const still = () => {
  const at = Date.now();
  return { now: () => at };
};

test('an address has an allowance for what is costly to make, and health is always told', async () => {
  const service = await start({ RATE_LIMITS: 'default=2' }, still());
  const statuses: number[] = [];
  for (const path of ['/openapi.json', '/docs', '/metrics'])
    statuses.push((await fetch(`${service.url}${path}`)).status);
  expect(statuses).toEqual([200, 200, 429]);
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
});

test('an id that no database can keep is not found, and no fault of the service', async () => {
  const service = await start({});
  const status = async (path: string) => (await fetch(`${service.url}${path}`)).status;
  expect(await status('/watches/%00/badge.svg')).toBe(404);
  expect(await status('/challenges/pol/%00/badge.svg')).toBe(400);
  expect(await status('/proof/v1/pol/events?challenge_id=%00')).toBe(400);
});

test('only JSON is read: other content types are 415, oversize 413', async () => {
  const service = await start({ MAX_BODY_BYTES: '2048' });
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'a/b'])
    expect((await post(service, preLoginPath, JSON.stringify(body), { 'content-type': type })).status).toBe(415);
  const charset = await post(service, preLoginPath, body, { 'content-type': 'application/json; charset=utf-8' });
  expect(charset.status).toBe(200);
  const large = await post(service, preLoginPath, { ...body, claims: { a: 'x'.repeat(3000) } });
  expect([large.status, large.body.error.code]).toEqual([413, 'body_too_large']);
  expect(large.body.error.message).toContain('2048');
});

test.each([
  ['invalid_json', '{'],
  ['invalid_json', '{"publicKey":1e999,}'],
  ['invalid_json', '{"__proto__":{"role":"payer"}}'],
  ['invalid_json', '{"constructor":{"prototype":{"a":1}}}'],
  ['invalid_body', '[]'],
  ['invalid_body', '"text"'],
  ['invalid_body', 'null'],
  ['invalid_field', ''],
  ['invalid_field', '{"publicKey":"\\u0000"}'],
  ['invalid_field', `{"publicKey":"0x${'ab'.repeat(20)}","keyType":"ethereum","role":"payer","projectName":"\\ud800"}`],
  [
    'invalid_field',
    `{"publicKey":"0x${'ab'.repeat(20)}","keyType":"ethereum","role":"payer","claims":{"a\\u0000":"b"}}`,
  ],
  ['invalid_body', `{"extra":${'['.repeat(32)}"]"${']'.repeat(32)}}`],
  ['invalid_field', `{"extra":${'['.repeat(31)}"[[\\"[["${']'.repeat(31)}}`],
  ['invalid_body', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
])('a body that cannot be used is 400 %s (%#)', async (code, text) => {
  const service = await start();
  const answer = await post(service, preLoginPath, text);
  expect([answer.status, answer.body.error.code]).toEqual([400, code]);
});

test('the refusal of broken JSON says where it breaks and repeats nothing of it', async () => {
  const service = await start();
  const messageFor = async (text: string) => (await post(service, preLoginPath, text)).body.error.message;
  expect(await messageFor('{"signature": 0xsecret}')).toBe('The body is not valid JSON: it breaks at character 16.');
  expect(await messageFor('{"signature": "0xsecret"')).not.toContain('secret');
  expect(await messageFor('[')).toBe('The body is not valid JSON: it ends too early.');
  expect(await messageFor('{"__proto__":1}')).toContain('__proto__');
});

test('a request without a body and content type counts as an empty object', async () => {
  const service = await start();
  const reply = await fetch(`${service.url}${preLoginPath}`, { method: 'POST' });
  expect(reply.status).toBe(400);
  expect(await reply.json()).toMatchObject({ error: { code: 'invalid_field' } });
});

test('an empty body counts as an empty object whatever its type is said to be', async () => {
  const service = await start();
  const cookie = await logIn(service, ethereumKey());
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'a/b', 'application/json'])
    expect((await post(service, userInfo, '', { 'content-type': type, cookie })).status).toBe(200);
});

test('a body of another type is refused, and nothing is done for it', async () => {
  const service = await start();
  const cookie = await logIn(service, ethereumKey());
  for (const text of ['x', 'x'.repeat(30_000)])
    expect((await post(service, '/proof/v1/pol/logout', text, { 'content-type': 'text/plain', cookie })).status).toBe(
      415,
    );
  expect((await post(service, userInfo, {}, { cookie })).status).toBe(200);
});

test('bytes that are not UTF-8 are refused, not replaced', async () => {
  const service = await start();
  const bytes = Buffer.from(JSON.stringify({ ...body, projectName: 'caf?' }).replace('?', '\xe9'), 'latin1');
  const answer = await fetch(`${service.url}${preLoginPath}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: bytes,
  });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('not UTF-8');
});

test('a service at an https address sets Secure cookies and HSTS, whatever the proxy says', async () => {
  const service = await start({ PUBLIC_URL: 'https://proof.example.com' });
  const answer = await post(service, preLoginPath, body);
  expect(answer.headers.getSetCookie()[0]).toMatch(/^__Secure-proof=.*; Secure$/);
  expect(answer.headers.get('strict-transport-security')).toContain('max-age');
});

test('unknown paths are 404, operations called with GET are 405 and say POST', async () => {
  const service = await start();
  expect((await post(service, '/nothing', {})).body.error.code).toBe('route_not_found');
  const get = await fetch(`${service.url}${preLoginPath}`);
  expect(get.status).toBe(405);
  expect(get.headers.get('allow')).toBe('POST');
  expect(await raw(service, 'GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
});

test("another site's page cannot ride the cookie; programs, own pages, allowed origins and bearer tokens can", async () => {
  const service = await start({ CORS_ORIGINS: 'https://app.example.com' });
  const cookie = await logIn(service, ethereumKey());
  const authorization = `Bearer ${cookie.split('=')[1]}`;
  const status = async (headers: Record<string, string>) => (await post(service, userInfo, {}, headers)).status;
  expect(await status({ cookie, origin: 'https://evil.example' })).toBe(403);
  expect(await status({ cookie, origin: 'null' })).toBe(403);
  expect(await status({ cookie, 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await status({ cookie, 'sec-fetch-site': 'same-site' })).toBe(403);
  expect(await status({ cookie })).toBe(200);
  expect(await status({ cookie, origin: service.url, 'sec-fetch-site': 'same-origin' })).toBe(200);
  expect(await status({ cookie, origin: 'https://app.example.com', 'sec-fetch-site': 'cross-site' })).toBe(200);
  expect(await status({ authorization, origin: 'https://evil.example' })).toBe(200);
  for (const foreign of ['Basic dXNlcjpwYXNz', 'Bearer of-somebody-else']) {
    expect(await status({ cookie, authorization: foreign, origin: 'https://evil.example' })).toBe(403);
    expect(await status({ cookie, authorization: foreign })).toBe(200);
  }
});

test('CORS is closed but for configured origins', async () => {
  const service = await start({ CORS_ORIGINS: 'https://app.example.com' });
  const preflight = (origin: string) =>
    fetch(`${service.url}${preLoginPath}`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
  const allowed = await preflight('https://app.example.com');
  expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example.com');
  expect(allowed.headers.get('access-control-allow-credentials')).toBe('true');
  expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
});

test('429 with Retry-After and RateLimit headers once the allowance is used, per caller', async () => {
  const service = await start({ RATE_LIMITS: 'login=3,default=2', TRUSTED_PROXIES: '127.0.0.1' }, still());
  const from = (address: string) => post(service, preLoginPath, body, { 'x-forwarded-for': address });
  expect((await from('203.0.113.1')).headers.get('ratelimit-remaining')).toBe('2');
  await from('203.0.113.1');
  await from('203.0.113.1');
  const over = await from('203.0.113.1');
  expect([over.status, over.body.error.code, over.headers.get('ratelimit-remaining')]).toEqual([
    429,
    'rate_limited',
    '0',
  ]);
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await from('203.0.113.2')).status).toBe(200);
  for (const host of ['2001:db8::1', '2001:db8::2', '2001:db8:0:0:1::']) expect((await from(host)).status).toBe(200);
  expect((await from('2001:db8::ffff')).status).toBe(429);
  expect((await from('2001:db8:0:1::1')).status).toBe(200);
});

test('over IPv6 a /48 has the allowance of 16 addresses, of which one that is greedy uses no more than its own', async () => {
  const service = await start({ RATE_LIMITS: 'login=3,default=2', TRUSTED_PROXIES: '127.0.0.1' }, still());
  const from = async (address: string, headers: Record<string, string> = {}, path = preLoginPath) =>
    (await post(service, path, body, { 'x-forwarded-for': address, ...headers })).status;
  for (let i = 0; i < 10; i++) await from('2001:db8:7:0::1');
  const asked = [];
  for (let i = 1; i <= 46; i++) asked.push(await from(`2001:db8:7:${i.toString(16)}::1`));
  expect(asked).toEqual([...Array(45).fill(200), 429]);
  expect(await from('2001:db8:8::1')).toBe(200);
  // Invented tokens are counted apart, and are refused before anybody looks for them.
  const cookie = (i: number) => ({ cookie: `__proof=${String(i).padStart(64, '0')}` });
  const tried = [];
  for (let i = 0; i < 33; i++) tried.push(await from(`2001:db8:9:${i.toString(16)}::1`, cookie(i), userInfo));
  expect(tried).toEqual([...Array(32).fill(401), 429]);
  // Who is logged in counts for itself alone.
  const own = { cookie: await logIn(service, ethereumKey()) };
  expect(await from('2001:db8:9::1', own, userInfo)).toBe(200);
});

test('whoever is beyond its allowance is refused before anybody looks for its session', async () => {
  const service = await start({ RATE_LIMITS: 'default=2' }, still());
  const cookie = await logIn(service, ethereumKey());
  const ask = async () => (await post(service, userInfo, {}, { cookie })).status;
  expect([await ask(), await ask()]).toEqual([200, 200]);
  await service.context.db.run('DELETE FROM session');
  expect(await ask()).toBe(429);
});

test('logging in again resets no allowance, and invented tokens use up that of their address', async () => {
  const service = await start({ RATE_LIMITS: 'default=3' }, still());
  const key = ethereumKey();
  const statuses = [];
  for (let i = 0; i < 4; i++)
    statuses.push((await post(service, userInfo, {}, { cookie: await logIn(service, key) })).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  const invented = [];
  for (let i = 0; i < 5; i++)
    invented.push((await post(service, userInfo, {}, { authorization: `Bearer ${String(i).repeat(43)}` })).status);
  expect(invented).toEqual([401, 401, 401, 429, 429]);
  // Others behind the same address go on.
  expect((await post(service, userInfo, {}, { cookie: await logIn(service, ethereumKey()) })).status).toBe(200);
});

test('whoever goes on asking beyond its allowance is answered late', async () => {
  const service = await start({ RATE_LIMITS: 'default=1' }, still());
  const cookie = await logIn(service, ethereumKey());
  const ask = () => post(service, userInfo, {}, { cookie });
  expect((await ask()).status).toBe(200);
  for (let i = 0; i < 99; i++) expect((await ask()).status).toBe(429);
  const [prompt, late] = await Promise.all(
    [ask(), ask()].map(async (asked) => {
      const { status, headers } = await asked;
      return { status, retryAfter: headers.get('retry-after'), at: performance.now() };
    }),
  );
  expect([prompt?.status, late?.status]).toEqual([429, 429]);
  expect(late?.retryAfter).toBe(prompt?.retryAfter);
  expect(Math.abs((late?.at ?? 0) - (prompt?.at ?? 0))).toBeGreaterThan(500);
});

test('whoever asks for many at once gets its allowance evenly', async () => {
  const service = await start({ RATE_LIMITS: 'default=1200' });
  const cookie = await logIn(service, ethereumKey());
  const sockets = Array.from({ length: 30 }, () => connect(Number(new URL(service.url).port), '127.0.0.1'));
  const request = `POST ${userInfo} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nContent-Length: 0\r\n\r\n`;
  const ask = (socket: Socket) => {
    socket.write(request);
    return once(socket, 'data');
  };
  for (const it of sockets) await ask(it);
  const startedAt = performance.now();
  const answers = sockets.map(ask);
  for (const [answer] of await Promise.all(answers)) expect(String(answer)).toMatch(/^HTTP\/1.1 200 /);
  expect(performance.now() - startedAt).toBeGreaterThan(500);
  for (const it of sockets) it.destroy();
});

test('X-Forwarded headers are believed from configured proxies only', async () => {
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' };
  const trusting = await start({ TRUSTED_PROXIES: '127.0.0.0/8' });
  const secure = await post(trusting, preLoginPath, body, forwarded);
  expect(secure.headers.getSetCookie()[0]).toMatch(/^__Secure-proof=.*; Secure$/);
  expect(secure.headers.get('strict-transport-security')).toContain('max-age');
  const wary = await start();
  const plain = await post(wary, preLoginPath, body, forwarded);
  expect(plain.headers.getSetCookie()[0]).toMatch(/^__proof=/);
});

test.each(['203.0.113.9', '2001:db8::9'])(
  'of a forwarded chain only what the proxy appended counts: %s',
  async (client) => {
    const service = await start({ TRUSTED_PROXIES: '127.0.0.0/8,::1', RATE_LIMITS: 'login=2' }, still());
    const statuses = [];
    for (const forged of ['198.51.100.1', '127.0.0.1', '2001:db8:ffff::1'])
      statuses.push((await post(service, preLoginPath, body, { 'x-forwarded-for': `${forged}, ${client}` })).status);
    expect(statuses).toEqual([200, 200, 429]);
  },
);

test('the signed text names PUBLIC_URL, and a forged Host header never gets into it', async () => {
  const publicly = await start({ PUBLIC_URL: 'https://proof.example.com/' });
  expect((await preLogin(publicly, ethereumKey())).body.result.message).toMatch(/^proof\.example\.com wants/);
  const local = await start();
  const json = JSON.stringify(body);
  const answer = await raw(
    local,
    `POST ${preLoginPath} HTTP/1.1\r\nHost: evil.example\r\nContent-Type: application/json\r\nContent-Length: ${json.length}\r\nConnection: close\r\n\r\n${json}`,
  );
  expect(answer).toContain(`${new URL(local.url).host} wants`);
  expect(answer).not.toContain('evil.example');
});

test('every answer carries a request id and the security headers', async () => {
  const service = await start();
  for (const path of ['/healthz', '/nothing', '/docs', '/openapi.json']) {
    const { headers } = await fetch(`${service.url}${path}`);
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  }
});

test('logs never contain a token, a signature or an exact position', async () => {
  const lines: string[] = [];
  const service = await start({ LOG_LEVEL: 'debug' }, { logTo: { write: (line) => void lines.push(line) } });
  const key = ethereumKey();
  const first = await preLogin(service, key, {
    role: 'prover',
    claims: { latitude: '51.477928', longitude: '-0.001545' },
  });
  const cookie = cookieOf(first);
  const signature = await key.sign(first.body.result.message);
  await post(service, '/proof/v1/pol/login', { signature }, { cookie });
  await post(service, userInfo, {}, { cookie });
  await post(service, userInfo, '{"a":"51.477928"', { cookie });
  const log = lines.join('');
  expect(log).toContain('"route":"/proof/v1/:proof_type/login"');
  for (const secret of [cookie.split('=')[1] as string, signature.slice(2, 40), '51.477928'])
    expect(log).not.toContain(secret);
});

test('health, readiness, metrics, description and docs answer', async () => {
  const service = await start();
  const get = async (path: string) => (await fetch(`${service.url}${path}`)).text();
  await logIn(service, ethereumKey());
  expect(await get('/healthz')).toBe('{"status":"ok"}');
  expect(await get('/readyz')).toBe('{"status":"ready"}');
  expect(await get('/metrics')).toMatch(/trigpoint_http_requests_total\{route="[^"]*login",status="200"\} 1/);
  expect(JSON.parse(await get('/.well-known/trigpoint.json')).proof_types).toEqual({
    pol: { attribute_id: 'pol-v1' },
    pob: { attribute_id: 'pob-v1' },
  });
  const document = JSON.parse(await get('/openapi.json'));
  expect(document.openapi).toBe('3.1.0');
  expect(Object.keys(document.paths)).toContain('/proof/v1/{proof_type}/pre-login');
  expect(await get('/docs')).toContain('<h2>pre-login</h2>');
});

test('a second service on the same data directory is refused with the pid of the first', async () => {
  const dataDir = testFolder();
  await openTestService({ dataDir });
  await expect(startTestService({ dataDir })).rejects.toThrow(String(process.pid));
});
