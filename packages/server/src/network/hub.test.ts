import { once } from 'node:events';
import { agentCloseCodes, type HubMessageOf } from '@trigpoint/protocol';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { eachDriver } from '../db/testing.ts';
import type { Service } from '../main.ts';
import {
  ethereumKey,
  type HelloOptions,
  helloFor,
  logIn,
  openTestService,
  post,
  sessionKey,
  solanaKey,
  startTestService,
  type TestKey,
} from '../testing.ts';
import { openSocket } from './testing.ts';

const claims = { latitude: 50, longitude: 8 };

eachDriver("the agents' sockets", (place) => {
  let service: Service;
  beforeAll(async () => {
    service = await startTestService(await place.fresh(), { DEVELOPMENT: 'on', ADMISSION: 'open', MESH_HOURS: '0' });
  });
  afterAll(() => service.close());

  const open = (cookie: string, key: TestKey = solanaKey(), options: HelloOptions = {}, proofType = 'pol') =>
    openSocket(service, cookie, key, { claims, ...options }, proofType);
  const login = (role: 'prover' | 'challenger' | 'payer', key: TestKey = solanaKey(), more = {}) =>
    logIn(service, key, { role, claims: { ...claims, ...more } });
  const connect = async (role: 'prover' | 'challenger', key: TestKey = solanaKey()) =>
    open(await login(role, key), key, { role });

  test('nobody without a session, no payer, and nobody logged in for the other proof type', async () => {
    expect(await open('').refused).toBe(401);
    expect(await open(await login('payer')).refused).toBe(403);
    expect(await open(await login('prover'), undefined, {}, 'pob').refused).toBe(403);
    expect(await open(await login('prover'), undefined, {}, 'disk').refused).toBe(400);
  });

  test('one live connection per agent and role: the newer one replaces the older', async () => {
    const key = solanaKey();
    const older = await connect('challenger', key);
    await older.welcomed;
    expect(older.said.slice(1)).toEqual([{ type: 'welcome', agent_id: `IPv4/${key.publicKey}`, resume_tasks: [] }]);
    const newer = await connect('challenger', key);
    await newer.welcomed;
    expect(await older.closed).toBe(agentCloseCodes.replaced);
    const [agent] = await service.context.agents.alive('pol', 'challenger');
    expect(agent?.publicKey).toBe(key.publicKey);
    newer.socket.close();
    await newer.closed;
  });

  /** Connects and says nothing. Returns 101 if the service let it in, or the status of the refusal. */
  const knock = async (at: Pick<Service, 'url'>, cookie: string): Promise<number> => {
    const socket = new WebSocket(`${at.url.replace('http', 'ws')}/proof/v1/pol/ws`, { headers: { cookie } });
    socket.on('error', () => {});
    onTestFinished(() => socket.terminate());
    return new Promise((resolve) => {
      socket.on('unexpected-response', (_, reply) => resolve(reply.statusCode ?? 0));
      socket.on('message', () => resolve(101));
    });
  };

  test('invented tokens use up the allowance of their address, and are not looked up beyond it', async () => {
    const now = Date.now();
    const limited = await openTestService(await place.fresh(), { RATE_LIMITS: 'default=3' }, { now: () => now });
    const known = await logIn(limited, solanaKey(), { role: 'prover', claims });
    const { sessions } = limited.context;
    const lookUp = vi.spyOn(sessions, 'authenticate');
    const invented = [];
    for (let i = 0; i < 5; i++) invented.push(await knock(limited, `__proof=${String(i).padStart(64, '0')}`));
    expect(invented).toEqual([401, 401, 401, 429, 429]);
    expect(lookUp).toHaveBeenCalledTimes(3);
    // Agents behind the same address still connect.
    expect(await knock(limited, known)).toBe(101);
  });

  test('who logs in again has no further connections', async () => {
    const key = solanaKey();
    const [first, second] = [await login('prover', key), await login('prover', key)];
    const statuses = [];
    for (const cookie of [first, first, second, second, first, second]) statuses.push(await knock(service, cookie));
    expect(statuses).toEqual([101, 101, 101, 101, 429, 429]);
    expect(await knock(service, await login('challenger', key))).toBe(101);
  });

  test('who logs in again cannot connect more often in a minute', async () => {
    const at = Date.now();
    const limited = await openTestService(await place.fresh(), { RATE_LIMITS: 'default=3' }, { now: () => at });
    const key = solanaKey();
    const roles = ['prover', 'prover', 'challenger', 'challenger', 'prover'] as const;
    const statuses = [];
    for (const role of roles) statuses.push(await knock(limited, await logIn(limited, key, { role, claims })));
    expect(statuses).toEqual([101, 101, 101, 429, 429]);
    expect(await knock(limited, await logIn(limited, solanaKey(), { role: 'prover', claims }))).toBe(101);
  });

  test('readings that nobody asked for cost their owner its connection, and the next one too', async () => {
    let at = Date.now();
    const still = await openTestService(
      await place.fresh(),
      { DEVELOPMENT: 'on', ADMISSION: 'open', MESH_HOURS: '0' },
      { now: () => at },
    );
    const key = solanaKey();
    const cookie = await logIn(still, key, { role: 'challenger', claims });
    const reading = {
      type: 'reading',
      challenge_id: '7',
      attempt: 1,
      token: 'x'.repeat(16),
      message: '{}',
      signature: 'x',
    };
    const greedy = openSocket(still, cookie, key, { claims });
    await greedy.welcomed;
    for (let i = 0; i < 500; i++) greedy.say(reading);
    expect(await greedy.closed).toBe(agentCloseCodes.overrun);
    expect(greedy.said.filter((it) => it.type === 'recorded').length).toBeLessThan(100);
    const again = openSocket(still, cookie, key, { claims });
    expect(await again.closed).toBe(agentCloseCodes.overrun);
    // Whoever does not answer the closing is cut off. The library would read on for half a minute.
    const deaf = openSocket(still, cookie, key, { claims });
    deaf.socket.close = () => {};
    await vi.waitFor(() => expect(deaf.socket.readyState).toBe(deaf.socket.CLOSED), 15_000);
    // Others are not held for it, and a few such readings are answered.
    const other = solanaKey();
    const honest = openSocket(still, await logIn(still, other, { role: 'challenger', claims }), other, { claims });
    await honest.welcomed;
    // A clock that is set back takes nothing away.
    at -= 60_000;
    for (let i = 0; i < 10; i++) honest.say(reading);
    await vi.waitFor(() => expect(honest.said.filter((it) => it.type === 'recorded').length).toBe(10), 30_000);
  });

  test('pings are answered as far as the allowance of messages goes', async () => {
    const at = Date.now();
    const still = await openTestService(await place.fresh(), { DEVELOPMENT: 'on' }, { now: () => at });
    const key = solanaKey();
    const cookie = await logIn(still, key, { role: 'prover', claims });
    const { socket, welcomed } = openSocket(still, cookie, key, { claims, role: 'prover' });
    let pongs = 0;
    socket.on('pong', () => pongs++);
    const closed = once(socket, 'close');
    await welcomed;
    for (let i = 0; i < 20_000; i++) socket.ping('x'.repeat(125));
    await vi.waitFor(() => expect(pongs).toBeGreaterThan(900), 30_000);
    // The service reads no more of them. It still answers everybody else.
    for (let i = 0; i < 50; i++) expect((await fetch(`${still.url}/healthz`)).status).toBe(200);
    expect(pongs).toBeLessThan(4_000);
    socket.terminate();
    await closed;
  });

  test('logging out closes the socket at once', async () => {
    const key = solanaKey();
    const cookie = await login('prover', key);
    const agent = open(cookie, key, { role: 'prover' });
    await agent.welcomed;
    await post(service, '/proof/v1/pol/logout', {}, { cookie });
    expect(await agent.closed).toBe(agentCloseCodes.sessionEnded);
  });

  test.each([
    ['what is not JSON', '{'],
    ['an unknown message', { type: 'nonsense' }],
    ['an unknown message in letters of several bytes', { type: 'é'.repeat(200) }],
    ['a second hello', undefined],
  ])('%s ends the connection with a reason', async (_, message) => {
    const key = solanaKey();
    const agent = await connect('challenger', key);
    await agent.welcomed;
    agent.say(message ?? (await helloFor(agent.said[0] as HubMessageOf<'greeting'>, key, { claims })));
    expect(await agent.closed).toBe(agentCloseCodes.malformed);
  });

  const hour = 3_600_000;
  const other = solanaKey();
  const greeting = { service: 'cd'.repeat(32), chain_id: 0, contract: 'none', agent_id: '', address: '' };
  test.each<[what: string, options: HelloOptions, why: string, login?: object]>([
    ['signed by another key', { signedBy: other }, 'is not signed by its key'],
    ['of another key', { says: { publicKey: other.publicKey } }, 'is that of another agent'],
    ['of another role', { role: 'prover', udp: { port: 9 } }, 'is that of another agent'],
    ['for another proof type', { proofType: 'pob' }, 'is that of another agent'],
    ['with other claims than at login', { claims: { ...claims, latitude: 51 } }, 'states other claims'],
    ['with another endpoint', { says: { udp: { port: 10 } } }, 'states another endpoint'],
    ['that has run out', { now: Date.now() - 31 * 24 * hour }, 'does not hold long enough'],
    ['that is about to run out', { now: Date.now() - (30 * 24 - 1) * hour }, 'does not hold long enough'],
    ['of the day after tomorrow', { now: Date.now() + 48 * hour }, 'does not hold at the time'],
    [
      'that names an owner who did not sign',
      { says: { owner: `solana:${other.publicKey}` } },
      'without its delegation',
    ],
    ['of a place that nobody knows', { claims: {} }, 'states other claims'],
    ['of a place within 101 km', { claims: { ...claims, radius: 101 } }, 'precisely enough', { radius: 101 }],
  ])('a description %s is refused with the reason', async (_, options, why, more = {}) => {
    const key = solanaKey();
    const agent = open(await login('challenger', key, more), key, options);
    expect(await agent.closed).toBe(agentCloseCodes.malformed);
    expect(await agent.why).toContain(why);
    expect(await service.context.agents.find('pol', 'challenger', `IPv4/${key.publicKey}`)).toBeUndefined();
  });

  test('a description with 3 KB of claims is refused, also if a session of an earlier version has them', async () => {
    const key = solanaKey();
    const large = { ...claims, city: 'c'.repeat(1_024), region: 'r'.repeat(1_024) };
    const cookie = await login('challenger', key);
    const kept = JSON.stringify(Object.fromEntries(Object.entries(large).map(([name, it]) => [name, String(it)])));
    await service.context.db.write((tx) =>
      tx.run('UPDATE session SET claims = ? WHERE public_key = ?', [kept, key.publicKey]),
    );
    expect(await open(cookie, key, { claims: large }).why).toContain('states more claims than fit');
  });

  test('claims that nobody knows reach neither the agent nor the lists, also of rows of earlier versions', async () => {
    const key = solanaKey();
    const agent = open(await login('challenger', key, { shoe: 'x'.repeat(500), city: 'Bonn' }), key, {
      claims: { ...claims, city: 'Bonn' },
    });
    await agent.welcomed;
    const id = `IPv4/${key.publicKey}`;
    const known = { latitude: '50', longitude: '8', city: 'Bonn' };
    expect((await service.context.agents.find('pol', 'challenger', id))?.claims).toEqual(known);
    await service.context.db.write((tx) =>
      tx.run('UPDATE agent SET claims = ? WHERE id = ?', [JSON.stringify({ ...known, shoe: 'x' }), id]),
    );
    const told = { latitude: 50, longitude: 8, city: 'Bonn' };
    const one = await post(service, '/proof/v1/pol/challenger', { id });
    expect(one.body.result.claims).toEqual(told);
    const list = await post(service, '/proof/v1/pol/challengers', { limit: 10_000 });
    const found = list.body.result.challengers.find((it: { id: string }) => it.id === id);
    expect(found.claims).toEqual(told);
    agent.socket.close();
  });

  test('a description for another service is refused', async () => {
    const key = solanaKey();
    const agent_id = `IPv4/${key.publicKey}`;
    const says = { greeting: { ...greeting, agent_id, address: '127.0.0.1' } };
    const agent = open(await login('challenger', key), key, { says });
    expect(await agent.why).toContain('is meant for another service');
  });

  test('two agents of one owner name it once both keys of each have signed', async () => {
    const owner = solanaKey();
    for (const key of [solanaKey(), ethereumKey()]) {
      const agent = open(await login('challenger', key), key, { owner });
      await agent.welcomed;
      const found = await service.context.agents.find('pol', 'challenger', `IPv4/${sessionKey(key).publicKey}`);
      expect(found?.owner).toBe(owner.publicKey);
      agent.socket.close();
    }
  });

  test('a frame larger than any reading is not read', async () => {
    const agent = await connect('challenger');
    await agent.welcomed;
    agent.say('x'.repeat(300 * 1024));
    expect(await agent.closed).toBe(1009);
  });

  test('a connection whose agent has moved to another node is let go', async () => {
    const key = solanaKey();
    const agent = await connect('prover', key);
    await agent.welcomed;
    const { db, hub } = service.context;
    await db.write((tx) =>
      tx.run(`UPDATE agent SET node_id = 'other', connection_id = 'newer' WHERE public_key = ?`, [key.publicKey]),
    );
    await hub.reconcile();
    expect(await agent.closed).toBe(agentCloseCodes.replaced);
  });

  test('and at the next look already where the other node noted when it came', async () => {
    const key = solanaKey();
    const [agent, other] = [await connect('prover', key), await connect('prover')];
    await Promise.all([agent.welcomed, other.welcomed]);
    const { db, hub } = service.context;
    const moved = `UPDATE agent SET node_id = 'other', connection_id = 'newer', changed_at = ? WHERE public_key = ?`;
    await db.write((tx) => tx.run(moved, [Date.now(), key.publicKey]));
    await hub.follow();
    expect(await agent.closed).toBe(agentCloseCodes.replaced);
    expect(other.socket.readyState).toBe(WebSocket.OPEN);
  });

  test('an agent whose leaving could not be noted leaves at the next look', async () => {
    const key = solanaKey();
    const agent = await connect('prover', key);
    await agent.welcomed;
    const { agents, hub } = service.context;
    const here = hub.size;
    const failing = vi.spyOn(agents, 'leave').mockRejectedValueOnce(new Error('the database is away'));
    agent.socket.close();
    await vi.waitFor(() => expect(hub.size).toBe(here - 1), { timeout: 30_000 });
    failing.mockRestore();
    const nodeOf = async () => (await agents.find('pol', 'prover', `IPv4/${key.publicKey}`))?.nodeId;
    expect(await nodeOf()).not.toBe('');
    await hub.follow();
    expect(await nodeOf()).toBe('');
  });
});
