import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ethereumSigner, solanaSigner, verifySignature } from '@trigpoint/client';
import { checkIdentity, pol } from '@trigpoint/proofs';
import { testFolder } from '@trigpoint/proofs/testing';
import { description } from '@trigpoint/protocol';
import { expect, test } from 'vitest';
import type { ChallengerOptions } from './challenger.ts';
import { delegate } from './delegations.ts';
import { service, type TestHub } from './testing.ts';
import { challenger, hubOf } from './testing-agents.ts';

const signer = ethereumSigner(randomBytes(32));
const claims = { latitude: 48.2, longitude: '16.40', city: 'Vienna', made_up: 'x' };

const described = (hub: TestHub, over: Partial<ChallengerOptions> = {}) => challenger(hub, { signer, claims, ...over });
const isSigned = async (it: { key_type: 'ethereum' | 'solana'; public_key: string }, text: string, signature: string) =>
  verifySignature({ keyType: it.key_type, publicKey: it.public_key }, text, signature);

test('an agent signs for what it claims, and its owner answers for it', async () => {
  const hub = await hubOf();
  const owner = solanaSigner(randomBytes(32));
  const until = Date.now() + 86_400_000;
  const delegation = await delegate(service, owner, { agent: `IPv4/${signer.publicKey}`, until });
  const agent = await described(hub, { delegation });
  await agent.ready;
  const { hello } = hub.visitors[0] ?? expect.fail('nobody came');
  const public_key = signer.publicKey.toLowerCase();
  const who = { id: `IPv4/${public_key}`, key_type: 'ethereum', public_key, role: 'challenger' } as const;
  const stated = { ...who, claims: { latitude: '48.2', longitude: '16.40', city: 'Vienna' }, owner: owner.publicKey };
  const identity = { description: hello.description, delegation: hello.delegation ?? null };
  expect(await checkIdentity(pol, stated, identity, { service, at: Date.now() }, isSigned)).toEqual([]);
  expect(description.parse(hello.description.text).endpoint).toEqual({ address: '127.0.0.1', port: hello.udp?.port });
});

test('a broken connection brings the same description again', async () => {
  const hub = await hubOf();
  await (await described(hub)).ready;
  hub.visitors[0]?.socket.terminate();
  await hub.until(() => hub.visitors.length === 2);
  expect(hub.visitors[1]?.hello.description).toEqual(hub.visitors[0]?.hello.description);
});

test('a delegation for another service or another agent ends the agent with the reason', async () => {
  const hub = await hubOf();
  const owner = solanaSigner(randomBytes(32));
  const until = Date.now() + 86_400_000;
  for (const [delegation, why] of [
    [await delegate({ ...service, chain_id: 5 }, owner, { agent: signer.publicKey, until }), 'another service'],
    [await delegate(service, owner, { agent: owner.publicKey, until }), 'another agent'],
    [await delegate(service, owner, { agent: signer.publicKey, until: Date.now() - 1 }), 'ended'],
  ] as const) {
    const agent = await described(hub, { delegation });
    expect(await agent.done).toMatchObject({ code: 1, reason: expect.stringContaining(why) });
  }
});

test('another service at the same address gets nothing signed, also after a restart', async () => {
  const hub = await hubOf();
  const knownServicesFile = join(testFolder(), 'keys', 'known-services.json');
  const first = await described(hub, { knownServicesFile });
  await first.ready;
  expect(JSON.parse(readFileSync(knownServicesFile, 'utf8'))).toEqual({ [hub.url]: service.service });
  hub.state.service = { ...service, service: 'cd'.repeat(32) };
  hub.visitors[0]?.socket.terminate();
  expect(await first.done).toMatchObject({ code: 1, reason: expect.stringContaining('another log key') });
  const again = await described(hub, { knownServicesFile });
  expect(await again.done).toMatchObject({ code: 1, reason: expect.stringContaining(knownServicesFile) });
  expect(hub.visitors).toHaveLength(1);
});
