import { randomBytes } from 'node:crypto';
import { Client, ethereumSigner, ForeignLoginError } from '@trigpoint/client';
import { testFolder } from '@trigpoint/proofs/testing';
import { readConfig, type Service, startService } from '@trigpoint/server';
import { afterAll, beforeAll, expect, test } from 'vitest';

const dataDir = testFolder(afterAll);
let service: Service;
beforeAll(async () => {
  const env = { PORT: '0', TRIGPOINT_DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
  service = await startService(readConfig({ ...env, PUBLIC_URL: 'https://proofs.example.com' }));
});
afterAll(() => service.close());

/** A client of the service that stands at `url`, with what happens on the way: its requests reach the real one. */
const clientOf = (url: string) => {
  const asked: string[] = [];
  const client = new Client({
    url,
    proofType: 'pol',
    fetch: (input, init) => {
      asked.push(new URL(String(input)).pathname.split('/').at(-1) as string);
      return fetch(String(input).replace(url, service.url), init);
    },
  });
  return { client, asked };
};

test.each(['https://evil.example', 'https://proofs.example.com.evil.example', 'https://10.evil.example'])(
  '%s gets no signature for a login at proofs.example.com',
  async (url) => {
    const { client, asked } = clientOf(url);
    const login = client.login(ethereumSigner(randomBytes(32)), { role: 'payer' });
    await expect(login).rejects.toThrow(ForeignLoginError);
    await expect(login).rejects.toThrow(`${new URL(url).host} wants a login at proofs.example.com signed.`);
    expect(asked).toEqual(['pre-login']);
  },
);

test.each<[string, (message: string) => string]>([
  ['a statement', () => '{"kind":"request","version":1}'],
  ['a login of another key', (message) => message.replace(/0x[\da-f]{40}/i, `0x${'1'.repeat(40)}`)],
  ['other prose', () => 'Press OK to go on.'],
])('%s is not signed as a login, in a private network neither', async (_, worded) => {
  const asked: string[] = [];
  const client = new Client({
    url: service.url,
    proofType: 'pol',
    fetch: async (input, init) => {
      asked.push(String(input));
      const { result } = (await (await fetch(input, init)).json()) as { result: { message: string } };
      return Response.json({ result: { ...result, message: worded(result.message) } });
    },
  });
  const login = client.login(ethereumSigner(randomBytes(32)), { role: 'payer' });
  await expect(login).rejects.toThrow('wants something else than a login signed');
  expect(asked).toHaveLength(1);
});

test.each([
  'https://proofs.example.com',
  'https://PROOFS.example.com/',
  'http://127.0.0.1:8080',
  'http://10.0.0.7',
  'http://node-2:8080',
])('%s may be the service that calls itself proofs.example.com', async (url) => {
  const { client } = clientOf(url.replace(/\/$/, ''));
  await client.login(ethereumSigner(randomBytes(32)), { role: 'payer' });
  expect(await client.call('user-info', {})).toMatchObject({ result: { role: 'payer' } });
});
