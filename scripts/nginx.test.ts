import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, ethereumSigner } from '@trigpoint/client';
import { readConfig, type Service, startService } from '@trigpoint/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from './doc-stand-ins.ts';
import { root } from './sources.ts';

const nginx = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx'].find(existsSync);
const where = nginx ? '' : ': skipped, nginx is not here';
/** Sign-ins of one address in a minute. */
const allowed = 8;

let dir: string;
let service: Service;
let door: ChildProcess;
let port: string;

interface Answer {
  readonly status: number;
  readonly cookie: string;
}

/** A request as no browser sends it: with headers that pretend to come from a proxy. */
const send = (host: string, path: string, headers: Record<string, string>, body?: unknown): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request(
      { host, port, path, method: body ? 'POST' : 'GET', headers: { 'content-type': 'application/json', ...headers } },
      (reply) => {
        const cookie = String(reply.headers['set-cookie']?.[0] ?? '');
        reply.resume().on('end', () => resolve({ status: reply.statusCode ?? 0, cookie }));
      },
    );
    sent.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
  });

const preLogin = (host: string, digit: number, headers: Record<string, string>) =>
  send(host, '/proof/v1/pol/pre-login', headers, {
    ...{ publicKey: `0x${String(digit).repeat(40)}`, keyType: 'ethereum', role: 'payer' },
  });

/** The address that the service saw at the sign-in of a key. */
const seenAt = async (digit: number): Promise<unknown> =>
  (await service.context.db.get('SELECT address FROM session WHERE public_key = ?', [`0x${String(digit).repeat(40)}`]))
    ?.address;

/** The address that the service greets an agent with. The agent says that it comes from elsewhere. */
const greetedAt = (host: string, token: string): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const headers = {
      ...{ connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
      ...{ 'sec-websocket-key': Buffer.alloc(16).toString('base64'), authorization: `Bearer ${token}` },
      'x-forwarded-for': '203.0.113.9',
    };
    const sent = request({ host, port, path: '/proof/v1/pol/ws', headers }, (reply) =>
      reject(new Error(`answered ${reply.statusCode}`)),
    );
    sent.on('upgrade', (_, socket, head) => {
      let said = head.toString('latin1');
      const look = () => {
        const [, address] = /"address":"([^"]+)"/.exec(said) ?? [];
        if (address === undefined) return;
        socket.destroy();
        resolve(address);
      };
      socket.on('data', (bytes: Buffer) => {
        said += bytes.toString('latin1');
        look();
      });
      socket.on('error', reject);
      look();
    });
    sent.on('error', reject).end();
  });

const isUp = async () => {
  for (;;) {
    const isHere = await send('127.0.0.1', '/healthz', {}).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (isHere) return;
    if (door.exitCode !== null) throw new Error(`nginx ended with ${door.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

/** The file as it ships, with the nodes and ports of this machine. */
const shipped = async (node: string): Promise<string> => {
  const text = await readFile(join(root, 'deploy/nginx.conf'), 'utf8');
  const here = text
    .replace('server node-1:8080;', `server ${node};`)
    .replace('  server node-2:8080;\n', '')
    .replace('listen 8080;', `listen 127.0.0.1:${port};`)
    .replace('listen [::]:8080;', `listen [::1]:${port};`);
  expect(here).not.toContain('8080');
  return here;
};

describe.skipIf(!nginx)(`the nginx.conf that is shipped${where}`, { timeout: 120_000 }, () => {
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'trigpoint-nginx-'));
    service = await startService(
      readConfig({
        ...{ PORT: '0', LOG_LEVEL: 'silent', LOG_KEY: '11'.repeat(32), TRIGPOINT_DATA_DIR: join(dir, 'data') },
        // The harshest case: clients have addresses that are trusted, as those that come through Docker's proxy do.
        ...{ TRUSTED_PROXIES: '127.0.0.1,::1', RATE_LIMITS: `login=${allowed}` },
      }),
    );
    port = await freePort();
    await writeFile(join(dir, 'shipped.conf'), await shipped(new URL(service.url).host));
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((it) => `${it}_temp_path ${dir}/${it};`);
    const http = `access_log off; error_log stderr; ${paths.join(' ')} include ${dir}/shipped.conf;`;
    await writeFile(join(dir, 'nginx.conf'), `pid ${dir}/pid; daemon off; events {} http { ${http} }`);
    door = spawn(nginx as string, ['-p', dir, '-e', 'stderr', '-c', join(dir, 'nginx.conf')], { stdio: 'ignore' });
    await isUp();
  }, 120_000);
  afterAll(async () => {
    if (door?.exitCode === null) {
      const ended = once(door, 'exit');
      door.kill('SIGTERM');
      await ended;
    }
    await service?.close();
    await rm(dir, { recursive: true, force: true });
  });

  test('metrics are not for those outside', async () => {
    expect((await send('127.0.0.1', '/metrics', {})).status).toBe(404);
  });

  test.for(['127.0.0.1', '::1'])(
    'an agent’s socket is handed on, with the address that nginx saw: %s',
    async (host) => {
      const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
      const client = new Client({ url, proofType: 'pol' });
      await client.login(ethereumSigner(randomBytes(32)), { role: 'challenger' });
      expect(await greetedAt(host, client.token as string)).toBe(host);
    },
  );

  // The last, because it uses the allowance up.
  test.for([
    ['IPv4', '127.0.0.1', 1],
    ['IPv6', '::1', 2],
  ] as const)('over %s the address that nginx saw counts, whatever the client says', async ([, host, digit]) => {
    const forged = { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9', forwarded: 'for=203.0.113.9' };
    const { status, cookie } = await preLogin(host, digit, { ...forged, 'x-forwarded-proto': 'https' });
    expect(status).toBe(200);
    expect(await seenAt(digit)).toBe(host);
    // nginx was reached over http, also where the client says otherwise.
    expect(cookie).not.toContain('Secure');
    const statuses = [];
    // Twice as many as are allowed: a minute may end meanwhile, and the next one counts anew.
    for (let n = 1; n <= 2 * allowed; n++)
      statuses.push((await preLogin(host, digit + 2, { 'x-forwarded-for': `203.0.113.${n}, 198.51.100.${n}` })).status);
    expect(statuses).toContain(429);
  });
});
