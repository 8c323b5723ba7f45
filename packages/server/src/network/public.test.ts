import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Service } from '../main.ts';
import { ethereumKey, logIn, post, startTestService } from '../testing.ts';

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
