import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, ethereumSigner, requestChallenge, waitForChallenge } from '@trigpoint/client';
import { ServiceError } from '@trigpoint/protocol';
import { openDb, TEST_DATABASE_URL, temporarySchema } from '@trigpoint/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Agents, startAgents } from './cluster/agents.ts';
import { type Cluster, openCluster, type Seat } from './cluster/cluster.ts';

const given = process.env[TEST_DATABASE_URL];
const title = `three nodes on one PostgreSQL${given ? '' : ': skipped, no DATABASE_URL is set and no PostgreSQL starts here'}`;
const drainSeconds = 2;
const perMinute = 200;

describe.skipIf(!given)(title, { timeout: 120_000 }, () => {
  let databaseUrl: string;
  let cluster: Cluster;
  let agents: Agents;
  const closers: (() => Promise<void>)[] = [];
  const node = (index: number) => cluster.seats[index] as Seat;
  const urlOf = (index: number) => node(index).node?.url ?? '';
  const login = async (url: string) => {
    const client = new Client({ url, proofType: 'pol', retries: 0 });
    const privateKey = `0x${randomBytes(32).toString('hex')}` as const;
    await client.login(ethereumSigner(privateKey), { role: 'payer' });
    return { client, wallet: { privateKey, rpcUrl: cluster.chain.url } };
  };
  const info = (url: string, token: string | undefined) =>
    fetch(`${url}/proof/v1/pol/user-info`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  const ask = { latitude: 10, longitude: 20, challengers: 4 };

  beforeAll(async () => {
    const schema = await temporarySchema(given as string);
    closers.push(schema.drop);
    databaseUrl = schema.url;
    const env = { DRAIN_SECONDS: String(drainSeconds), RATE_LIMITS: `default=${perMinute}`, DATABASE_POOL: '4' };
    cluster = await openCluster(schema.url, 3, env);
    closers.push(() => cluster.close());
    agents = await startAgents({ challengers: urlOf(0), provers: urlOf(2) }, { challengers: 4, provers: 1 });
    closers.push(() => agents.stop());
  }, 120_000);
  afterAll(async () => {
    for (const it of closers.reverse()) await it();
  }, 240_000);

  test('migrations ran once, though all started together on an empty database', async () => {
    const db = await openDb({ dataDir: '', databaseUrl, poolSize: 1 });
    const rows = await db.all('SELECT id FROM migration ORDER BY id');
    expect(rows.map((it) => it.id)).toEqual(rows.map((_, i) => i + 1));
    await db.close();
  });
  test('a session is valid on every node, and ended on every node', async () => {
    const { client } = await login(urlOf(0));
    expect((await info(urlOf(1), client.token)).status).toBe(200);
    await new Client({ url: urlOf(1), proofType: 'pol' }).request('/proof/v1/pol/logout', {
      method: 'POST',
      headers: { authorization: `Bearer ${client.token}` },
    });
    expect((await info(urlOf(2), client.token)).status).toBe(401);
  });

  test('accepted on one node, challengers on another, the prover on the third, watched from any', async () => {
    const { client, wallet } = await login(urlOf(1));
    const prover = agents.provers[0]?.id ?? '';
    const { challengeId } = await requestChallenge(client, { wallet, prover, ...ask });
    const stream = await fetch(`${urlOf(2)}/proof/v1/pol/events?challenge_id=${challengeId}`);
    const status = await waitForChallenge(client, challengeId);
    expect(status.state).toBe('ENDED_SUCCESSFULLY');
    expect((await stream.text()).match(/^event: .*$/gm)).toEqual([
      'event: accepted',
      ...Array(4).fill('event: reading'),
      'event: ended',
    ]);
  });

  test('a caller has one allowance, whichever nodes it asks', async () => {
    const { client } = await login(urlOf(0));
    const statuses: number[] = [];
    const isOver = () => statuses.length >= 3 && statuses.slice(-3).every((it) => it === 429);
    let minute = 0;
    for (let i = 0; statuses.length < 2 * perMinute && !isOver(); i++) {
      const reply = await info(urlOf(i % 3), client.token);
      await reply.body?.cancel();
      // Each minute of the clock has its own allowance: where one ends before it is used up, the next is counted.
      const now = Math.floor(Date.now() / 60_000);
      if (now !== minute) statuses.length = 0;
      minute = now;
      statuses.push(reply.status);
      if (reply.status === 429) expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
      await pause(10);
    }
    // Three counts of their own would have allowed all of them.
    expect(statuses.filter((it) => it === 200).length).toBeGreaterThanOrEqual(perMinute);
    expect(isOver()).toBe(true);
  });

  test('a node that cannot reach the database says so, the others go on, and nothing is wrong afterwards', async () => {
    const { client } = await login(urlOf(0));
    node(1).database.fault = 'cut';
    const refused = await info(urlOf(1), client.token);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await fetch(`${urlOf(1)}/readyz`)).status).toBe(503);
    expect((await fetch(`${urlOf(1)}/healthz`)).status).toBe(200);
    expect((await info(urlOf(0), client.token)).status).toBe(200);
    node(1).database.fault = 'silent';
    expect((await info(urlOf(1), client.token)).status).toBe(503);
    node(1).database.fault = 'none';
    const status = async () => (await info(urlOf(1), client.token)).status;
    await expect.poll(status, { timeout: 120_000 }).toBe(200);
  });

  test('nodes are restarted one after another, and no request fails', async () => {
    const { client } = await login(cluster.url);
    let isOver = false;
    let answered = 0;
    const failures: unknown[] = [];
    const asking = Array.from({ length: 4 }, async () => {
      while (!isOver)
        await client
          .call('statistics', {})
          .then(() => answered++)
          .catch((error: unknown) => {
            if (!(error instanceof ServiceError && error.code === 'rate_limited')) failures.push(error);
          })
          .then(() => pause(50));
    });
    for (const seat of cluster.seats) {
      const old = seat.node;
      const ended = old?.end('SIGTERM');
      const [status] = await Promise.all([firstOtherThanReady(`${old?.url}/readyz`), seat.start()]);
      expect(status).toBe(503);
      await ended;
    }
    isOver = true;
    await Promise.all(asking);
    expect(failures).toEqual([]);
    expect(answered).toBeGreaterThan(50);
    expect((await info(urlOf(0), client.token)).status).not.toBe(401);
  });
});

/** A signal may arrive after the question that followed it; a node that never says 503 ends this with a refused connection. */
const firstOtherThanReady = async (url: string): Promise<number> => {
  for (;;) {
    const { status } = await fetch(url);
    if (status !== 200) return status;
    await pause(10);
  }
};
