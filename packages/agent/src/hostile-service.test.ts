import { randomBytes } from 'node:crypto';
import { ethereumSigner, solanaSigner, verifySignature } from '@trigpoint/client';
import { encodePolAsk } from '@trigpoint/proofs';
import { knockAt } from '@trigpoint/proofs/node';
import { parseReading } from '@trigpoint/protocol';
import { expect, test } from 'vitest';
import { type Measuring, measuringOf } from './measuring.ts';
import { token, wireTask } from './testing.ts';
import { assign, hubOf, pair, prover, visitor } from './testing-agents.ts';

/** Locations, measured by a probe of the test's own. */
const measuredBy = (challenge: () => Promise<object>): Measuring => ({
  ...(measuringOf('pol') as Measuring),
  probe: async () => ({ challenge, prove: async () => {} }),
});

test('a series that makes no reading is a failure of its own, and the challenger lives', async () => {
  const hub = await hubOf();
  const tooLong = async () => ({ rtts_us: 'x'.repeat(200_000) });
  const { c, pv, cv } = await pair(hub, { c: { measuring: measuredBy(tooLong), limits: { concurrent: 1 } } });
  for (const challenge_id of ['1', '2']) {
    cv.say({ type: 'task', role: 'challenger', task: wireTask(pv, cv, { challenge_id }), token });
    const reading = await hub.until(() => hub.of('reading').find((it) => it.challenge_id === challenge_id));
    expect(verifySignature(cv, reading.message, reading.signature)).toBe(true);
    expect(parseReading(reading.message)).toMatchObject({
      failure: { failure: 'own_fault', detail: expect.stringMatching(/could not be signed: A reading of .* too long/) },
      prover_counter_signature: null,
    });
    await hub.until(() => c.status().running.length === 0);
  }
  expect(c.status()).toMatchObject({ state: 'connected', totals: { taken: 2, measured: 0, failed: 2 } });
});

test('a task whose failure cannot be signed either is dropped and told, and its seat is free again', async () => {
  const hub = await hubOf();
  const signer = solanaSigner(randomBytes(32));
  let isBroken = false;
  const sign = (text: string) => (isBroken ? Promise.reject(new Error('The key is away.')) : signer.sign(text));
  const { c, pv, cv } = await pair(hub, {
    c: { signer: { ...signer, sign }, measuring: measuredBy(async () => ({})), limits: { concurrent: 1 } },
  });
  isBroken = true;
  cv.say({ type: 'task', role: 'challenger', task: wireTask(pv, cv, { challenge_id: '1' }), token });
  await hub.until(() => c.status().totals.failed === 1);
  expect(c.status()).toMatchObject({
    running: [],
    unconfirmed: 0,
    detail: 'gave no reading for challenge 1: The key is away.',
    totals: { taken: 1, measured: 0 },
  });
  isBroken = false;
  cv.say({ type: 'task', role: 'challenger', task: wireTask(pv, cv, { challenge_id: '2' }), token });
  expect(await hub.until(() => hub.of('reading')[0])).toMatchObject({ challenge_id: '2' });
});

test('a probe that cannot be loaded is a failure of its own, and carries nothing', async () => {
  const hub = await hubOf();
  const measuring = { ...(measuringOf('pol') as Measuring), probe: () => Promise.reject(new Error('No such file.')) };
  const { p, c, pv, cv } = await pair(hub, { p: { measuring }, c: { measuring } });
  assign({ pv, cv });
  const reading = await hub.until(() => hub.of('reading')[0]);
  expect(parseReading(reading.message).failure).toEqual({ failure: 'own_fault', detail: 'No such file.' });
  await hub.until(() => p.status().totals.failed === 1 && c.status().totals.failed === 1);
  expect([p.status().carried.bytes, c.status().carried.bytes]).toEqual([0, 0]);
});

test('a service may ask for ten minutes of patience, and not for more', async () => {
  const hub = await hubOf();
  hub.state.refuseSocket = 503;
  hub.state.retryAfter = '2147484';
  const p = await prover(hub);
  await hub.until(() => p.status().state === 'waiting');
  expect(p.status().detail).toMatch(/^the service answered 503; trying again in 600\.\d s$/);
});

test.each(['{"kind":"consent"}', 'Trigpoint measurement v2: transcript\nchallenge: 7'])(
  'for a login no agent signs what means something elsewhere: %j',
  async (text) => {
    const hub = await hubOf();
    hub.state.loginText = () => text;
    const signed: string[] = [];
    const signer = ethereumSigner(randomBytes(32));
    const sign = (it: string) => signer.sign(it).finally(() => signed.push(it));
    const p = await prover(hub, { signer: { ...signer, sign } });
    await hub.until(() => signed.length > 0 || p.status().state === 'stopped');
    expect(signed).toEqual([]);
    expect(await p.done).toEqual({
      code: 1,
      reason: expect.stringMatching(/wants something else than a login signed/),
    });
  },
);

test('no agent signs a login that counts elsewhere, and one that counts here it does', async () => {
  const hub = await hubOf();
  // This machine by an address that is not known to be private.
  const url = hub.url.replace('127.0.0.1', '[::ffff:127.0.0.1]');
  const wants = (domain: string) => (publicKey: string) =>
    `${domain} wants you to sign in with your Ethereum account:\n${publicKey}\n\n…`;
  hub.state.loginText = wants('proofs.example.com');
  const { host } = new URL(url);
  expect(await (await prover(hub, { url })).done).toEqual({
    code: 1,
    reason: `${host} wants a login at proofs.example.com signed. Call it that if both are one service.`,
  });
  hub.state.loginText = wants(host);
  const p = await prover(hub, { url });
  await hub.until(() => p.status().state === 'connected');
});

test('of many announced checks the newest eight are answered', async () => {
  const hub = await hubOf();
  const { c, cv } = await pair(hub);
  const tags = Array.from({ length: 9 }, (_, i) => `${i}`.repeat(32));
  for (const tag of tags) cv.say({ type: 'endpoint_check', tag });
  const at = { address: '127.0.0.1', port: c.status().udp?.port ?? 0 };
  await expect.poll(() => knockAt(at, tags.at(-1) ?? '')).toBe(true);
  expect(await Promise.all(tags.slice(0, 2).map((tag) => knockAt(at, tag)))).toEqual([false, true]);
});

test('checkpoints that wait for a slow witness are few', async () => {
  const hub = await hubOf();
  let [asked, answer] = [0, (_error: Error): void => {}];
  const slow = new Promise<undefined>((_, reject) => {
    answer = reject;
  });
  const load = () => {
    asked += 1;
    return slow;
  };
  const witness = { seed: randomBytes(32), memory: { load, keep: async () => {} } };
  const { c, pv, cv } = await pair(hub, { c: { witness } });
  const declines = (challenge_id: string) => {
    cv.say({ type: 'task', role: 'challenger', task: wireTask(pv, cv, { challenge_id, proof_type: 'pob' }), token });
    return hub.until(() => hub.of('declined').find((it) => it.challenge_id === challenge_id));
  };
  for (let i = 0; i < 100; i++) cv.say({ type: 'cosign', checkpoint: 'x' });
  await declines('1');
  answer(new Error('The disk is away.'));
  await hub.until(() => asked === 8);
  await declines('2');
  expect(asked).toBe(8);
  expect(c.status().detail).toBe('could not cosign: The disk is away.');
  cv.say({ type: 'cosign', checkpoint: 'x' });
  await hub.until(() => asked === 9);
});

test('what a service says is repeated in a few words', async () => {
  const hub = await hubOf();
  const p = await prover(hub);
  await p.ready;
  (await visitor(hub, 'prover')).socket.send(JSON.stringify({ type: 'x'.repeat(500_000) }));
  await hub.until(() => p.status().detail.startsWith('ignored a message'));
  expect(p.status().detail.length).toBeLessThan(600);
});

test('consents that wait for a slow signer are few, and the others are given when they are asked for again', async () => {
  const hub = await hubOf();
  const signer = ethereumSigner(randomBytes(32));
  let [isSlow, asked, answer] = [false, 0, () => {}];
  const slow = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const sign = async (text: string) => {
    asked += 1;
    if (isSlow) await slow;
    return signer.sign(text);
  };
  const { pv } = await pair(hub, { p: { signer: { ...signer, sign } } });
  const address = signer.publicKey.toLowerCase() as `0x${string}`;
  const ask = encodePolAsk({
    ...{ proverRegistry: address, prover: address, isIPv6: false },
    ...{ challengers: 1, tolerance: 0, latitude: 48.2, longitude: 16.4 },
  });
  [isSlow, asked] = [true, 0];
  for (let i = 0; i < 100; i++) pv.say({ type: 'consent_wanted', challenge_id: `${i}`, ask });
  pv.say({ type: 'task', role: 'challenger', task: wireTask(pv, pv), token });
  await hub.until(() => hub.of('declined').length === 1);
  expect(asked).toBe(64);
  answer();
  await hub.until(() => hub.of('consent').length === 64);
  pv.say({ type: 'consent_wanted', challenge_id: '99', ask });
  await hub.until(() => hub.of('consent').find((it) => it.challenge_id === '99'));
});
