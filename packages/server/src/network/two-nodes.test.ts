import { testFolder } from '@trigpoint/proofs/testing';
import { agentCloseCodes } from '@trigpoint/protocol';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { patience } from '../cluster/testing-boards.ts';
import { openDb } from '../db/open.ts';
import { TEST_DATABASE_URL, temporarySchema } from '../db/temporary-postgres.ts';
import type { Service } from '../main.ts';
import { type HelloOptions, logIn, post, solanaKey, startTestService, type TestKey } from '../testing.ts';
import { openSocket } from './testing.ts';

const given = process.env[TEST_DATABASE_URL];
const title = `two nodes${given ? '' : ': skipped, no DATABASE_URL is set and no PostgreSQL starts here'}`;
/** Longer than a step of the mesh, shorter than anything that looks whether sessions have ended. */
const stepMs = 5_000;

describe.skipIf(!given)(title, () => {
  const closers: (() => unknown)[] = [];
  const nodes: Service[] = [];

  beforeAll(async () => {
    // Whatever nodes do now and then, they do here when a test says so: what arrives otherwise was told by the other node.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    closers.push(() => vi.useRealTimers());
    const schema = await temporarySchema(given as string);
    closers.push(schema.drop);
    for (let i = 0; i < 2; i++) {
      const dataDir = testFolder((remove) => closers.push(remove));
      const node = await startTestService(
        { dataDir, databaseUrl: schema.url },
        { DEVELOPMENT: 'on', ADMISSION: 'open' },
      );
      closers.push(() => node.close());
      nodes.push(node);
    }
    const db = await openDb({ dataDir: '', databaseUrl: schema.url, poolSize: 1 });
    closers.push(() => db.close());
    const listening = async () =>
      (
        await db.all(
          `SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%' || current_schema() || '%' AND state = 'idle'`,
        )
      ).length;
    while ((await listening()) < nodes.length) await new Promise((resolve) => setTimeout(resolve, 20));
  });
  afterAll(async () => {
    for (const close of closers.reverse()) await close();
  });

  const node = (index: number) => nodes[index] as Service;

  const connect = async (index: number, cookie: string, key: TestKey, options: HelloOptions) => {
    const agent = openSocket(node(index), cookie, key, options);
    await agent.welcomed;
    return agent;
  };

  test('logging out on one closes the socket on the other at once', async () => {
    const key = solanaKey();
    const cookie = await logIn(node(0), key, { role: 'prover' });
    const agent = await connect(1, cookie, key, { role: 'prover' });
    await post(node(0), '/proof/v1/pol/logout', {}, { cookie });
    expect(await agent.closed).toBe(agentCloseCodes.sessionEnded);
  });

  test('challengers of different nodes measure each other', async () => {
    const claims = { latitude: 50, longitude: 8 };
    const join = async (index: number) => {
      const key = solanaKey();
      return connect(index, await logIn(node(index), key, { role: 'challenger', claims }), key, { claims });
    };
    const pair = [await join(0), await join(1)];
    vi.advanceTimersByTime(stepMs);
    const roles = () => pair.flatMap(({ said }) => said.flatMap((it) => (it.type === 'mesh' ? [it.role] : []))).sort();
    await expect.poll(roles, patience).toEqual(['challenger', 'prover']);
    for (const { socket } of pair) socket.close();
  });
});
