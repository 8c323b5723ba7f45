import { expect, test } from 'vitest';
import { type Cursor, readCursor, writeCursor } from '../db/cursors.ts';
import type { Db } from '../db/driver.ts';
import { eachDriver } from '../db/testing.ts';
import { solanaKey } from '../testing.ts';
import { agentIds } from './addresses.ts';
import { Admissions } from './admissions.ts';
import { Agents } from './agents.ts';
import { arriveOn, testIdentities } from './testing.ts';

const minute = 60_000;

/** Counts the rows of agents that are read. */
const counting = (db: Db) => {
  const counter = { agents: 0 };
  const counted = new Proxy(db, {
    get: (of, name) => {
      const value = Reflect.get(of, name, of);
      if (name !== 'all') return typeof value === 'function' ? value.bind(of) : value;
      return async (sql: string, params: never) => {
        const rows = await of.all(sql, params);
        counter.agents += sql.includes('agent a') ? rows.length : 0;
        return rows;
      };
    },
  });
  return { counter, counted };
};

eachDriver('who is connected', (place) => {
  test('is read once, and then follows who comes, goes and is decided about on any node', async () => {
    const { counter, counted: db } = counting(await place.open());
    let at = 1_700_000_000_000;
    const now = () => at;
    const identities = testIdentities(now);
    const append = async () => {};
    const admissions = new Admissions({ db, now, operators: [], head: async () => null, append, decided: () => {} });
    let connections = 0;
    const random = (bytes: number) => Buffer.alloc(bytes, ++connections);
    const node = (nodeId: string) => new Agents({ db, now, random, nodeId, development: true, identities, admissions });
    const [one, two] = [node('one'), node('two')];
    /** Time passes, and these nodes renew their leases meanwhile. */
    const pass = async (ms: number, ...alive: Agents[]) => {
      for (const until = at + ms; at < until; ) {
        at = Math.min(until, at + 20_000);
        for (const it of alive) await it.nodes.renew();
      }
    };
    await pass(1, one, two);

    const keys = Array.from({ length: 5 }, () => solanaKey());
    const idOf = (i: number) => `IPv4/${keys[i]?.publicKey}`;
    const arrive = (on: Agents, i: number) => arriveOn(on, keys[i] as (typeof keys)[number], { now: at });
    const alive = async (on = one) => {
      at += 1_001;
      counter.agents = 0;
      return (await on.alive('pol', 'challenger')).map((it) => it.id).sort();
    };
    const ids = (...which: number[]) => which.map(idOf).sort();

    const first = await arrive(one, 0);
    await arrive(two, 1);
    await arrive(one, 2);
    expect(await alive()).toEqual(ids(0, 1, 2));
    expect(await alive(two)).toEqual(ids(0, 1, 2));
    const same = await one.alive('pol', 'challenger');

    // Nothing changes: the same array, and once the arrivals are a while ago no agent is read at all.
    await pass(2 * minute, one, two);
    expect(await alive()).toEqual(ids(0, 1, 2));
    at += 1_001;
    counter.agents = 0;
    expect(await one.alive('pol', 'challenger')).toBe(same);
    expect(counter.agents).toBe(0);

    // One comes on another node, one goes: they alone are read.
    await arrive(two, 3);
    await one.leave(first);
    expect(await alive()).toEqual(ids(1, 2, 3));
    expect(counter.agents).toBe(2);
    expect(await alive(two)).toEqual(ids(1, 2, 3));

    // A decision is seen as well: whoever is set aside must not be drawn.
    await admissions.decide('pol', idOf(1), { status: 'admitted', reason: 'known', by: 'test' });
    at += 1_001;
    expect((await one.eligible('pol', at)).map((it) => it.id)).toEqual(ids(1));
    await pass(2 * minute, one, two);
    await admissions.decide('pol', idOf(1), { status: 'set_aside', reason: 'doubted', by: 'test' });
    at += 1_001;
    expect(await one.eligible('pol', at)).toEqual([]);

    // The agents of a node that died are there no more, and come back with it.
    await pass(minute + 1, one);
    expect(await alive()).toEqual(ids(2));
    await two.nodes.renew();
    expect(await alive()).toEqual(ids(1, 2, 3));
    await pass(3 * minute, one);
    expect(await alive()).toEqual(ids(2));

    // A change that was missed, such as one by a clock that was far behind, is found within ten minutes.
    await db.write((tx) => tx.run(`UPDATE agent SET node_id = 'one', changed_at = 1 WHERE id = ?`, [idOf(3)]));
    expect(await alive()).toEqual(ids(2));
    await pass(10 * minute, one);
    expect(await alive()).toEqual(ids(2, 3));

    // Who came is counted once, however often it comes.
    await arrive(one, 0);
    expect((await one.page('pol', 'challenger', 0, 10)).total).toBe(4);
    await Promise.all([arrive(one, 4), arrive(two, 4)]);
    expect((await one.page('pol', 'challenger', 0, 10)).total).toBe(5);

    // Pages that follow each other by a cursor are the list, whoever is here first and in the order of leaving after that.
    const idsFrom = async (from: number | Cursor, limit: number) => {
      const { parts, next } = await one.page('pol', 'challenger', from, limit);
      const found: string[] = [];
      for await (const part of parts) found.push(...part.map((it) => it.id));
      return { found, next };
    };
    const whole = (await idsFrom(0, 10)).found;
    expect(whole.slice(0, 4).sort()).toEqual(ids(0, 2, 3, 4));
    for (const limit of [1, 2, 3, 5]) {
      const paged: string[] = [];
      for (let from: number | Cursor | undefined = 0; from !== undefined; ) {
        const page: Awaited<ReturnType<typeof idsFrom>> = await idsFrom(from, limit);
        paged.push(...page.found);
        from = page.next && readCursor(writeCursor(page.next), agentIds);
      }
      expect(paged).toEqual(whole);
    }
  });
});
