import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checksumAddress, plainAgentId } from '@trigpoint/protocol';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Service } from '../main.ts';
import { ethereumKey, logIn, post, startTestService } from '../testing.ts';
import { idsOf } from './admissions.ts';

let folder: string;
let service: Service;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trigpoint-public-'));
  service = await startTestService({ dataDir: folder });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const readable = ['provers', 'challengers', 'statistics', 'challenge-history'];

test('anybody may read who is there and what happened, also with a session that has ended', async () => {
  const cookie = await logIn(service, ethereumKey());
  await post(service, '/proof/v1/pol/logout', {}, { cookie });
  for (const name of readable)
    for (const headers of [{}, { cookie }])
      expect([
        name,
        (await post(service, `/proof/v1/pol/${name}`, {}, headers as Record<string, string>)).status,
      ]).toEqual([name, 200]);
});

test('what is somebody’s own is not: balance, sessions and who one is', async () => {
  for (const name of ['my-balance', 'sessions', 'user-info'])
    expect([name, (await post(service, `/proof/v1/pol/${name}`, {})).status]).toEqual([name, 401]);
});

test('one challenge is found by its id', async () => {
  const answer = await post(service, '/proof/v1/pol/challenge-history', { challenge_id: '77' });
  expect(answer.body).toEqual({ result: { challenges: [] } });
});

test('ids and addresses match in whatever case they are written', async () => {
  const key = ethereumKey();
  const [address, written] = [key.publicKey.toLowerCase(), checksumAddress(key.publicKey)];
  const { agents, challenges } = service.context;
  const find = vi.spyOn(agents, 'find');
  const page = vi.spyOn(challenges, 'page');
  for (const name of ['prover', 'challenger'])
    for (const id of [`IPv4/${written}`, `ipv4/${address}`, `IPV4/${written.toUpperCase()}`]) {
      await post(service, `/proof/v1/pol/${name}`, { id });
      expect(find).toHaveBeenLastCalledWith('pol', name, `IPv4/${address}`);
    }
  await post(service, '/proof/v1/pol/challenge-history', { prover: `ipv6/${written}`, payer: written });
  expect(page.mock.lastCall?.[0]).toMatchObject({ proverId: `IPv6/${address}`, payer: address });
  vi.restoreAllMocks();
  expect(idsOf(`ipv4/${written}`)).toEqual([`IPv4/${address}`]);
  expect(idsOf(written)).toEqual([`IPv4/${address}`, `IPv6/${address}`]);
  const cookie = await logIn(service, { ...key, publicKey: written });
  const { body } = await post(service, '/proof/v1/pol/user-info', {}, { cookie });
  expect(body.result.publicKey).toBe(address);
  // Solana keys differ by case.
  expect(plainAgentId('ipv4/AbC')).toBe('IPv4/AbC');
});
