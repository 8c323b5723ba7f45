import { agentCloseCodes, type HubMessage } from '@trigpoint/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { eachDriver } from '../db/testing.ts';
import type { Service } from '../main.ts';
import { logIn, post, solanaKey, startTestService } from '../testing.ts';

const hello = { type: 'hello', version: 'test', capacity: 1, udp: { port: 9 } };

eachDriver("the agents' sockets", (place) => {
  let service: Service;
  beforeAll(async () => {
    service = await startTestService(await place.empty(), { DEVELOPMENT: 'on', ADMISSION: 'open', MESH_HOURS: '0' });
  });
  afterAll(() => service.close());

  const open = (cookie: string, proofType = 'pol') => {
    const socket = new WebSocket(`${service.url.replace('http', 'ws')}/proof/v1/${proofType}/ws`, {
      headers: { cookie },
    });
    const said: HubMessage[] = [];
    socket.on('message', (data) => void said.push(JSON.parse(String(data))));
    socket.on('error', () => {});
    const refused = new Promise<number>((resolve) =>
      socket.on('unexpected-response', (_, reply) => resolve(reply.statusCode ?? 0)),
    );
    const closed = new Promise<number>((resolve) => socket.on('close', resolve));
    const say = (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message));
    const welcomed = new Promise<void>((resolve) => socket.on('message', () => resolve()));
    socket.on('open', () => say(hello));
    return { socket, said, refused, closed, say, welcomed };
  };
  const login = (role: 'prover' | 'challenger' | 'payer', key = solanaKey()) => logIn(service, key, { role });

  test('nobody without a session, no payer, and nobody logged in for the other proof type', async () => {
    expect(await open('').refused).toBe(401);
    expect(await open(await login('payer')).refused).toBe(403);
    expect(await open(await login('prover'), 'pob').refused).toBe(403);
    expect(await open(await login('prover'), 'disk').refused).toBe(400);
  });

  test('one live connection per agent and role: the newer one replaces the older', async () => {
    const key = solanaKey();
    const older = open(await login('challenger', key));
    await older.welcomed;
    expect(older.said).toEqual([{ type: 'welcome', agent_id: `IPv4/${key.publicKey}`, resume_tasks: [] }]);
    const newer = open(await login('challenger', key));
    await newer.welcomed;
    expect(await older.closed).toBe(agentCloseCodes.replaced);
    const [agent] = await service.context.agents.alive('pol', 'challenger');
    expect(agent?.publicKey).toBe(key.publicKey);
    newer.socket.close();
    await newer.closed;
  });

  test('logging out closes the socket at once', async () => {
    const cookie = await login('prover');
    const agent = open(cookie);
    await agent.welcomed;
    await post(service, '/proof/v1/pol/logout', {}, { cookie });
    expect(await agent.closed).toBe(agentCloseCodes.sessionEnded);
  });

  test.each([
    ['what is not JSON', '{'],
    ['an unknown message', { type: 'nonsense' }],
    ['a second hello', hello],
  ])('%s ends the connection with a reason', async (_, message) => {
    const agent = open(await login('challenger'));
    await agent.welcomed;
    agent.say(message);
    expect(await agent.closed).toBe(agentCloseCodes.malformed);
  });

  test('a frame larger than any reading is not read', async () => {
    const agent = open(await login('challenger'));
    await agent.welcomed;
    agent.say('x'.repeat(300 * 1024));
    expect(await agent.closed).toBe(1009);
  });

  test('a connection whose agent has moved to another node is let go', async () => {
    const key = solanaKey();
    const agent = open(await login('prover', key));
    await agent.welcomed;
    const { db, hub } = service.context;
    await db.write((tx) =>
      tx.run(`UPDATE agent SET node_id = 'other', connection_id = 'newer' WHERE public_key = ?`, [key.publicKey]),
    );
    await hub.reconcile();
    expect(await agent.closed).toBe(agentCloseCodes.replaced);
  });
});
