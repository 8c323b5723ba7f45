import { pino } from 'pino';
import { expect, test } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import { RateLimits } from '../http/limits.ts';
import { SharedLimits } from './shared-limits.ts';

const log = pino({ level: 'silent' });
const minute = 60_000;

eachDriver('rate limits of several nodes', (place) => {
  const openNodes = async (count: number) => {
    const db = await place.open();
    const clock = { now: 1_800_000_000_000 };
    return {
      db,
      clock,
      nodes: Array.from({ length: count }, (_, i) => {
        const limits = new RateLimits({ feed: 100 }, () => clock.now);
        const shared = new SharedLimits({ db, log, nodeId: `node${i}`, limits, hasPeers: async () => count > 1 });
        return { limits, shared };
      }),
    };
  };
  const use = (limits: RateLimits, times: number, caller = 'somebody') =>
    Array.from({ length: times }, () => limits.take('feed', caller)?.allowed).filter(Boolean).length;

  test('a caller who goes from node to node has one allowance, a second late', async () => {
    const { nodes, clock } = await openNodes(3);
    let allowed = 0;
    for (let second = 0; second < 20; second++) {
      for (const { limits } of nodes) allowed += use(limits, 10);
      for (const { shared } of nodes) await shared.share();
      for (const { shared } of nodes) await shared.share();
      clock.now += 1_000;
    }
    // 30 requests a second; the second in which the allowance ran out is the one that goes over it.
    expect(allowed).toBeGreaterThanOrEqual(100);
    expect(allowed).toBeLessThanOrEqual(120);
    expect(nodes[0]?.limits.take('feed', 'somebody else')?.remaining).toBe(99);
    clock.now += minute;
    expect(nodes[0]?.limits.take('feed', 'somebody')?.allowed).toBe(true);
  });

  test('a caller who asks several nodes has one pace over all of them', async () => {
    const { nodes } = await openNodes(2);
    for (const { limits } of nodes) use(limits, 10);
    expect(nodes.map(({ limits }) => limits.paceMs('feed', 'somebody'))).toEqual([600, 600]);
    for (const { shared } of nodes) await shared.share();
    for (const { shared } of nodes) await shared.share();
    expect(nodes.map(({ limits }) => limits.paceMs('feed', 'somebody'))).toEqual([1200, 1200]);
    expect(nodes[0]?.limits.paceMs('feed', 'somebody else')).toBe(600);
  });

  test('whoever has just come from another node is slowed down, but not by all that it used there', async () => {
    const { nodes } = await openNodes(2);
    for (const [i, { limits }] of nodes.entries()) use(limits, [5, 85][i] ?? 0);
    for (const { shared } of nodes.toReversed()) await shared.share();
    expect(nodes[0]?.limits.paceMs('feed', 'somebody')).toBe(4800);
  });

  test('quiet callers, and a node that is alone, write nothing', async () => {
    const { nodes, db } = await openNodes(2);
    for (const { limits, shared } of nodes) {
      use(limits, 4);
      await shared.share();
    }
    expect(await db.all('SELECT caller FROM rate_used')).toEqual([]);
    const { nodes: alone, db: own } = await openNodes(1);
    for (const { limits, shared } of alone) {
      use(limits, 90);
      await shared.share();
    }
    expect(await own.all('SELECT caller FROM rate_used')).toEqual([]);
  });

  test('what was counted minutes ago is deleted', async () => {
    const { nodes, db, clock } = await openNodes(2);
    for (let i = 0; i < 4; i++) {
      for (const { limits, shared } of nodes) {
        use(limits, 50);
        await shared.share();
      }
      clock.now += minute;
    }
    const rows = await db.all('SELECT DISTINCT minute FROM rate_used');
    expect(rows.length).toBe(2);
  });
});
