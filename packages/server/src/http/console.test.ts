import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { testFolder } from '@trigpoint/proofs/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Service } from '../main.ts';
import { openTestService, startTestService } from '../testing.ts';

const folder = testFolder(afterAll);
let service: Service;

beforeAll(async () => {
  await mkdir(join(folder, 'site/assets'), { recursive: true });
  await writeFile(join(folder, 'site/index.html'), '<!doctype html><title>Trigpoint</title>');
  await writeFile(join(folder, 'site/assets/main-abc.js'), 'export {};');
  await writeFile(join(folder, 'site/assets/main-abc.js.br'), brotliCompressSync('export {};'));
  await writeFile(join(folder, 'site/.stamp'), 'secret');
  service = await startTestService({ dataDir: join(folder, 'data') }, { CONSOLE_DIR: join(folder, 'site') });
});
afterAll(() => service.close());

test('every page of the console answers with its document under a policy without inline script', async () => {
  for (const path of [
    '/',
    '/challenges',
    '/challenges/pol/7',
    '/watches/new',
    '/webhooks',
    '/agents/pol/prover/IPv4/0x00',
    '/campaigns/EV%20chargers',
  ]) {
    const reply = await fetch(`${service.url}${path}`);
    expect([path, reply.status, await reply.text()]).toEqual([path, 200, '<!doctype html><title>Trigpoint</title>']);
    const policy = reply.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe');
    expect(reply.headers.get('cache-control')).toBe('no-cache');
  }
});

test('files named by their content are kept for ever, and sent compressed to those who can read it', async () => {
  const reply = await fetch(`${service.url}/assets/main-abc.js`, { headers: { 'accept-encoding': 'br' } });
  expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(reply.headers.get('content-encoding')).toBe('br');
  expect(reply.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(await reply.text()).toBe('export {};');
  const plain = await fetch(`${service.url}/assets/main-abc.js`, { headers: { 'accept-encoding': 'br;q=0' } });
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(await plain.text()).toBe('export {};');
});

test('nothing outside of the built folder is served, nor its hidden files', async () => {
  for (const path of ['/.stamp', '/assets/..%2f..%2fdata', '/assets/missing.js', '/nowhere'])
    expect([path, (await fetch(`${service.url}${path}`)).status]).toEqual([path, 404]);
});

test('a browser gets a page for what is not there, a program an error', async () => {
  const get = async (path: string, accept: string) => {
    const reply = await fetch(`${service.url}${path}`, { headers: { accept } });
    return [reply.status, reply.headers.get('content-type')?.split(';')[0]];
  };
  const browser = 'text/html,application/xhtml+xml,*/*;q=0.8';
  expect(await get('/nowhere/at/all', browser)).toEqual([404, 'text/html']);
  expect(await get('/nowhere/at/all', '*/*')).toEqual([404, 'application/json']);
  expect(await get('/proof/v1/pol/user-info', browser)).toEqual([405, 'application/json']);
  for (const path of ['/log/nothing', '/assets/missing.js', '/.well-known/nothing'])
    expect([path, ...(await get(path, browser))]).toEqual([path, 404, 'application/json']);
});

test('a console that is built again while the service runs is served as it is now', async () => {
  await writeFile(join(folder, 'site/assets/later-def.js'), 'export const later = 1;');
  await writeFile(join(folder, 'site/index.html'), '<!doctype html><title>Trigpoint, built again</title>');
  expect(await (await fetch(`${service.url}/`)).text()).toBe('<!doctype html><title>Trigpoint, built again</title>');
  expect(await (await fetch(`${service.url}/assets/later-def.js`)).text()).toBe('export const later = 1;');
});

test('a service without a console serves its API alone', async () => {
  const bare = await openTestService({ dataDir: join(folder, 'bare') }, { CONSOLE_DIR: join(folder, 'none') });
  expect((await fetch(`${bare.url}/`)).status).toBe(404);
  expect((await fetch(`${bare.url}/healthz`)).status).toBe(200);
});
