import { request } from 'node:http';
import { verifySignature } from '@trigpoint/client';
import { knockAt } from '@trigpoint/proofs/node';
import { agentCloseCodes, parseReading } from '@trigpoint/protocol';
import { expect, test } from 'vitest';
import { statusLine } from './status.ts';
import { token, type Visitor, wireTask } from './testing.ts';
import { assign, challenger, hubOf, pair, prover, visitor } from './testing-agents.ts';

test('a task becomes a signed reading of a real measurement', async () => {
  const hub = await hubOf();
  const { p, c, pv, cv } = await pair(hub);
  expect([pv.hello.udp, cv.hello.udp?.port]).toEqual([undefined, c.status().udp?.port]);
  assign({ pv, cv });
  const reading = await hub.until(() => hub.of('reading')[0]);
  expect(reading.token).toBe(token);
  expect(verifySignature(cv, reading.message, reading.signature)).toBe(true);
  const said = parseReading(reading.message);
  expect(said).toMatchObject({ challenge_id: '7', attempt: 1, prover: pv.id, challenger: cv.id, proof_type: 'pol' });
  const series = said.series as { rtts_us: number[]; prover_counter_signature: string };
  expect(series.rtts_us.length).toBeGreaterThanOrEqual(24);
  expect(said.prover_counter_signature).toBe(series.prover_counter_signature);
  await hub.until(() => c.status().totals.accepted === 1 && p.status().totals.measured === 1);
  expect(hub.of('accepted').map((one) => one.challenger)).toEqual([cv.id, cv.id]);
  expect(c.status().unconfirmed).toBe(0);
  expect(statusLine(c.status())).toContain('1 accepted');
});

test('a reading is sent again on every connection until it is recorded, and nothing is measured twice', async () => {
  const hub = await hubOf();
  hub.state.autoRecord = false;
  const { c, pv, cv } = await pair(hub);
  const task = wireTask(pv, cv);
  const assignment = { type: 'task', role: 'challenger', task, token } as const;
  cv.say(assignment);
  cv.say(assignment);
  pv.say({ ...assignment, role: 'prover' });
  const first = await hub.until(() => hub.of('reading')[0]);
  cv.socket.terminate();
  await hub.until(() => hub.of('reading').length > 1);
  const back = await visitor(hub, 'challenger');
  back.say(assignment);
  await hub.until(() => hub.of('reading').length > 2);
  expect(new Set(hub.of('reading').map(({ message }) => message))).toEqual(new Set([first.message]));
  const recorded = { type: 'recorded', challenge_id: '7', attempt: 1, accepted: false, code: 'too_late' } as const;
  back.say({ ...recorded, message: 'The deadline had passed.' });
  back.say(assignment);
  await hub.until(() => c.status().totals.refused === 1);
  expect(c.status()).toMatchObject({
    unconfirmed: 0,
    totals: { taken: 1, refused: 1 },
    lastRefusal: { challengeId: '7', code: 'too_late', message: 'The deadline had passed.' },
  });
});

test('tasks named by the welcome are taken up', async () => {
  let pv: Visitor | undefined;
  const hub = await hubOf((who) => {
    if (who.role !== 'challenger' || !pv) return undefined;
    const task = wireTask(pv, { ...who, say: () => {} });
    pv.say({ type: 'task', role: 'prover', task, token });
    return { type: 'welcome', agent_id: who.id, resume_tasks: [{ type: 'task', role: 'challenger', task, token }] };
  });
  await prover(hub);
  pv = await visitor(hub, 'prover');
  await challenger(hub);
  const reading = await hub.until(() => hub.of('reading')[0]);
  expect(parseReading(reading.message).series).toBeDefined();
});

test('two challengers measure each other for the mesh', async () => {
  const hub = await hubOf();
  await Promise.all([challenger(hub), challenger(hub)]);
  await hub.until(() => hub.visitors.length === 2);
  const [a, b] = hub.visitors as [Visitor, Visitor];
  const task = wireTask(a, b, { challenge_id: 'mesh-1' });
  b.say({ type: 'mesh', role: 'challenger', task, token });
  a.say({ type: 'mesh', role: 'prover', task, token });
  const reading = await hub.until(() => hub.of('reading')[0]);
  expect(parseReading(reading.message).series).toBeDefined();
});

test('a prover that never dials is reported as a failure', async () => {
  const hub = await hubOf();
  const { c, pv, cv } = await pair(hub);
  cv.say({ type: 'task', role: 'challenger', task: wireTask(pv, cv, { budget_ms: 300 }), token });
  const reading = await hub.until(() => hub.of('reading')[0]);
  expect(parseReading(reading.message)).toMatchObject({
    failure: { failure: 'unreachable' },
    prover_counter_signature: null,
  });
  expect(c.status().totals.failed).toBe(1);
});

test('tasks beyond its limits, for another key or not understood are declined', async () => {
  const hub = await hubOf();
  const { c, pv, cv } = await pair(hub, { c: { limits: { concurrent: 1 } } });
  const say = (over: Parameters<typeof wireTask>[2], role: 'prover' | 'challenger' = 'challenger') =>
    cv.say({ type: 'task', role, task: wireTask(pv, cv, over), token });
  say({ challenge_id: '1', budget_ms: 3_000 });
  say({ challenge_id: '2' });
  say({ challenge_id: '3' }, 'prover');
  say({ challenge_id: '4', proof_type: 'pob' });
  say({ challenge_id: '5', ask: '0x00' });
  const { context } = wireTask(pv, cv);
  say({ challenge_id: '6', context: { ...context, service: 'cd'.repeat(32) } });
  say({ challenge_id: '7', context: { ...context, ask_hash: 'cd'.repeat(32) } });
  await hub.until(() => hub.of('declined').length === 6);
  expect(hub.of('declined').map(({ challenge_id, reason }) => [challenge_id, reason])).toEqual([
    ['2', 'busy with 1 measurements'],
    ['3', 'this task names another key'],
    ['4', 'measures pol only'],
    ['5', 'does not understand what is asked'],
    ['6', 'this task is of another service, or its context of another ask'],
    ['7', 'this task is of another service, or its context of another ask'],
  ]);
  expect(c.status().totals).toMatchObject({ taken: 1, declined: 6 });
  cv.say({ type: 'cancel', challenge_id: '1', attempt: 1 });
});

test('a cancelled task ends at once and reports nothing', async () => {
  const hub = await hubOf();
  const { c, pv, cv } = await pair(hub);
  cv.say({ type: 'task', role: 'challenger', task: wireTask(pv, cv), token });
  await hub.until(() => c.status().running.length === 1);
  cv.say({ type: 'cancel', challenge_id: '7', attempt: 1 });
  await hub.until(() => c.status().running.length === 0, 2_000);
  expect(hub.of('reading')).toEqual([]);
  expect(c.status().totals.cancelled).toBe(1);
});

test('a broken connection is made again, and a renewed session logs in again', async () => {
  const hub = await hubOf();
  const p = await prover(hub);
  await p.ready;
  (await visitor(hub, 'prover')).socket.terminate();
  await hub.until(() => p.status().connections === 2);
  expect(hub.state.logins).toBe(1);

  hub.sessions.clear();
  (await visitor(hub, 'prover')).socket.close(1001);
  await hub.until(() => p.status().connections === 3);
  expect(hub.state.logins).toBe(2);

  (await visitor(hub, 'prover')).say({ type: 'reconnect', after_ms: 100 });
  await hub.until(() => p.status().connections === 4);
});

test('frames it does not know are no reason to hang up', async () => {
  const hub = await hubOf();
  const { c, pv, cv } = await pair(hub);
  for (const frame of ['{', '{"type":"dance"}', '{"type":"task"}', 'null']) cv.socket.send(frame);
  cv.socket.send(Buffer.from([1, 2, 3]));
  cv.say({ type: 'task', role: 'challenger', task: wireTask(pv, cv, { budget_ms: 200 }), token });
  await hub.until(() => hub.of('reading').length === 1);
  expect(c.status().connections).toBe(1);
});

test('an agent that was replaced or refused stops, and says why', async () => {
  const hub = await hubOf();
  const p = await prover(hub);
  await p.ready;
  (await visitor(hub, 'prover')).socket.close(agentCloseCodes.replaced);
  expect(await p.done).toMatchObject({ code: 1, reason: expect.stringContaining('Another agent') });
  expect(p.status().state).toBe('stopped');

  hub.state.refuseSocket = 403;
  expect(await (await prover(hub)).done).toMatchObject({ code: 1, reason: expect.stringContaining('403') });

  hub.state.refuseLogin = 403;
  const refused = await prover(hub);
  expect(await refused.done).toEqual({ code: 1, reason: 'Login was refused: Not you.' });
  await expect(refused.ready).rejects.toThrow('Not you');
});

test('wrong options are refused before anything is opened', async () => {
  const hub = await hubOf();
  await expect(prover(hub, { proofType: 'pox' })).rejects.toThrow('no proof type pox');
  await expect(challenger(hub, { proofType: 'pox' })).rejects.toThrow('no proof type pox');
  await expect(challenger(hub, { udp: { bind: '192.0.2.1' } })).rejects.toThrow('cannot be opened');
});

test('told to stop, it finishes what runs, has it confirmed, and takes nothing new', async () => {
  const hub = await hubOf();
  const { c, pv, cv } = await pair(hub);
  assign({ pv, cv });
  await hub.until(() => c.status().running.length === 1);
  const stopping = c.stop();
  cv.say({ type: 'task', role: 'challenger', task: wireTask(pv, cv, { challenge_id: '8' }), token });
  await stopping;
  expect(await c.done).toEqual({ code: 0, reason: 'stopped' });
  expect(c.status()).toMatchObject({ state: 'stopped', unconfirmed: 0, totals: { accepted: 1, declined: 1 } });
  expect(hub.of('declined')[0]?.reason).toBe('stopping');
});

test('told to stop at once, it ends what runs', async () => {
  const hub = await hubOf();
  const { c, pv, cv } = await pair(hub);
  assign({ pv, cv });
  await hub.until(() => c.status().running.length === 1);
  await c.stop(0);
  expect(await c.done).toEqual({ code: 0, reason: 'stopped' });
  expect(c.status()).toMatchObject({ running: [], totals: { taken: 1, measured: 0 } });
});

test('the route hook decides where a prover dials', async () => {
  const hub = await hubOf();
  const asked: unknown[] = [];
  const { pv, cv, c } = await pair(hub, {
    p: {
      route: (peer, id) => {
        asked.push([peer, id]);
        return { address: '127.0.0.1', port: c.status().udp?.port ?? 0 };
      },
    },
  });
  const task = wireTask(pv, cv);
  const elsewhere = { ...task, challenger: { ...task.challenger, endpoint: { address: '192.0.2.7', port: 9 } } };
  assign({ pv, cv }, elsewhere);
  const reading = await hub.until(() => hub.of('reading')[0]);
  expect(parseReading(reading.message).series).toBeDefined();
  expect(asked).toEqual([[{ address: '192.0.2.7', port: 9 }, cv.id]]);
});

test('the status page answers on the loopback, to local names alone', async () => {
  const hub = await hubOf();
  const c = await challenger(hub, { statusPort: 0 });
  await c.ready;
  const get = (host: string) =>
    new Promise<{ status: number | undefined; text: string }>((resolve) => {
      request({ port: c.statusPort, headers: { host } }, async (response) => {
        let text = '';
        for await (const chunk of response) text += chunk;
        resolve({ status: response.statusCode, text });
      }).end();
    });
  const page = await get(`127.0.0.1:${c.statusPort}`);
  expect(JSON.parse(page.text)).toMatchObject({ role: 'challenger', id: c.id, state: 'connected' });
  expect((await get('evil.example')).status).toBe(403);
});

test('a service that is away is waited for', async () => {
  const hub = await hubOf();
  const url = hub.url;
  await hub.close();
  const p = await prover({ ...hub, url });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(['connecting', 'waiting']).toContain(p.status().state);
  await p.stop();
  expect(await p.done).toEqual({ code: 0, reason: 'stopped' });
});

test('an agent dials nobody inside for a service outside, neither for a task nor for the mesh', async () => {
  const hub = await hubOf();
  const outside = { serviceAddress: '198.51.100.1' };
  const { p, c, pv, cv } = await pair(hub, { p: outside, c: outside });
  const task = wireTask(pv, cv);
  pv.say({ type: 'task', role: 'prover', task, token });
  // In the mesh a challenger is the prover of another one.
  const mesh = { ...wireTask(cv, pv), challenge_id: 'mesh-1' };
  cv.say({ type: 'mesh', role: 'prover', task: mesh, token });
  const declined = await hub.until(() => (hub.of('declined').length === 2 ? hub.of('declined') : undefined));
  for (const { reason } of declined) expect(reason).toMatch(/loopback, and the service is not/);
  expect([p.status().totals.taken, c.status().totals.taken, c.status().dropped]).toEqual([0, 0, 0]);
});

test('a challenger answers the knocks that the service announced', async () => {
  const hub = await hubOf();
  const { c, cv } = await pair(hub);
  const tag = 'ab'.repeat(16);
  cv.say({ type: 'endpoint_check', tag });
  const at = { address: '127.0.0.1', port: c.status().udp?.port ?? 0 };
  // The announcement and the knock come by different ways, and either may be first.
  await expect.poll(() => knockAt(at, tag)).toBe(true);
  expect(await knockAt(at, 'cd'.repeat(16))).toBe(false);
});
