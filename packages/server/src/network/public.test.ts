import { encodePolAsk } from '@trigpoint/proofs';
import { testFolder } from '@trigpoint/proofs/testing';
import { checksumAddress, plainAgentId } from '@trigpoint/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertChallenge } from '../challenge/store.ts';
import { Streamed } from '../http/handler.ts';
import { testReply } from '../http/testing-replies.ts';
import type { Service } from '../main.ts';
import { ethereumKey, logIn, post, startTestService } from '../testing.ts';
import { idsOf } from './admissions.ts';
import { arriveOn } from './testing.ts';

let service: Service;
const dataDir = testFolder(afterAll);
beforeAll(async () => {
  service = await startTestService({ dataDir });
});
afterAll(() => service.close());

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

test('a cursor that no page gave is refused, and so is one beside skip', async () => {
  const cursor = (text: string) => Buffer.from(text).toString('base64url');
  const ask = async (body: object) => (await post(service, '/proof/v1/pol/provers', body)).status;
  expect(await ask({ cursor: cursor('5.IPv4/0xab') })).toBe(200);
  for (const text of ['', 'x', '5.', '5.0xab', '99999999999999999.IPv4/0xab', `5.IPv4/0xab' OR 1=1`])
    expect([text, await ask({ cursor: cursor(text) })]).toEqual([text, text === '' ? 200 : 400]);
  expect(await ask({ cursor: cursor('5.IPv4/0xab'), skip: 1 })).toBe(400);
});

test('a page near the beginning of a list does not wait for the long answers of others, and one far down does', async () => {
  let release = () => {};
  const endless = async function* () {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    yield '';
  };
  const reader = { caller: 'somebody else', network: '192.0.2.0/24', reply: testReply() };
  const reading = (await service.context.longAnswers.begin(reader, new Streamed(endless()))).next();
  const ask = async (name: string, body: object) => (await post(service, `/proof/v1/pol/${name}`, body)).status;
  expect(await ask('provers', { limit: 100 })).toBe(200);
  const order: string[] = [];
  const far = ['provers', 'challengers', 'challenge-history'].map((name) => ask(name, { skip: 1001 }));
  const long = [...far, ask('provers', { limit: 101 })].map((it) => it.then(() => order.push('long')));
  for (const name of ['provers', 'challengers', 'challenge-history']) {
    expect(await ask(name, { skip: 1000 })).toBe(200);
    order.push('short');
  }
  release();
  await Promise.all([reading, ...long]);
  reader.reply.destroy();
  expect(order).toEqual([...Array(3).fill('short'), ...Array(4).fill('long')]);
});

test('one challenge is found by its id', async () => {
  const answer = await post(service, '/proof/v1/pol/challenge-history', { challenge_id: '77' });
  expect(answer.body).toEqual({ result: { challenges: [] } });
});

test('ids and addresses match in whatever case they are written', async () => {
  const key = ethereumKey();
  const [address, written] = [key.publicKey.toLowerCase(), checksumAddress(key.publicKey)];
  const { agents, db } = service.context;
  const spellings = [`IPv4/${written}`, `ipv4/${address}`, `IPV4/${written.toUpperCase()}`];
  for (const role of ['prover', 'challenger'] as const) {
    await arriveOn(agents, key, { role });
    for (const id of spellings) {
      const { body } = await post(service, `/proof/v1/pol/${role}`, { id });
      expect([role, id, body.result?.id]).toEqual([role, id, `IPv4/${address}`]);
    }
  }
  const ask = { proverRegistry: `0x${'11'.repeat(20)}`, prover: address as `0x${string}`, isIPv6: false } as const;
  const info = encodePolAsk({ ...ask, challengers: 4, tolerance: 1, latitude: 0, longitude: 0 });
  await db.write((tx) =>
    insertChallenge(tx, {
      ...{ id: '7', proofType: 'pol', payer: address, relayedBy: '', info, proverAddress: address },
      ...{ blockNumber: 1, blockHash: '0x', proverId: `IPv4/${address}`, proverClaims: {}, settings: {} },
      ...{ submittedAt: Date.now(), expiresAt: Date.now() + 1e9, dueAt: Date.now() + 1e9, fee: 0 },
    }),
  );
  for (const prover of spellings) {
    const { body } = await post(service, '/proof/v1/pol/challenge-history', { prover, payer: written });
    expect(body.result.challenges).toMatchObject([{ id: '7' }]);
  }
  expect(idsOf(`ipv4/${written}`)).toEqual([`IPv4/${address}`]);
  expect(idsOf(written)).toEqual([`IPv4/${address}`, `IPv6/${address}`]);
  const cookie = await logIn(service, { ...key, publicKey: written });
  const { body } = await post(service, '/proof/v1/pol/user-info', {}, { cookie });
  expect(body.result.publicKey).toBe(address);
  // Solana keys differ by case.
  expect(plainAgentId('ipv4/AbC')).toBe('IPv4/AbC');
});
