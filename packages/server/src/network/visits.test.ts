import { expect, test } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import { solanaKey, type TestKey } from '../testing.ts';
import { Admissions } from './admissions.ts';
import { Agents } from './agents.ts';
import type { AgentRole } from './store.ts';
import { arriveOn, testIdentities } from './testing.ts';
import { shareOf, spansOf } from './visits.ts';

test('spans are cut to what is asked for, and a moment between two connections is overlooked', () => {
  const visits = [
    { since: 0, until: 40_000 },
    { since: 43_000, until: 60_000 },
    { since: 90_000, until: undefined },
  ];
  expect(spansOf(visits, 95_000, 20_000, 100_000)).toEqual([
    { from: 20_000, until: 60_000 },
    { from: 90_000, until: 95_000 },
  ]);
  expect(shareOf(spansOf(visits, 95_000, 20_000, 100_000), 20_000, 100_000)).toBeCloseTo(45 / 80);
});

const hour = 3_600_000;
const start = 1_700_000_000_000;

eachDriver('when agents were there', (place) => {
  /** Nodes with a clock of the test's own, and agents that come to them. */
  const open = async () => {
    const db = await place.open();
    let at = start;
    const clock = { now: () => at, pass: (ms: number) => (at += ms) };
    const { now } = clock;
    const identities = testIdentities(now);
    const node = (nodeId: string, more: Partial<ConstructorParameters<typeof Agents>[0]> = {}) =>
      new Agents({ db, now, random: (n) => Buffer.alloc(n, at % 251), nodeId, development: true, identities, ...more });
    const arrive = async (on: Agents, key: TestKey, role: AgentRole = 'prover') => {
      await on.nodes.renew();
      return arriveOn(on, key, { role, now: at });
    };
    return { db, clock, node, arrive };
  };

  test('each connection is a visit, ended by leaving, by the next one, or with its node', async () => {
    const { clock, node, arrive } = await open();
    const key = solanaKey();
    const [one, two] = [node('one'), node('two')];
    const seen = async () => {
      const agent = await one.find('pol', 'prover', `IPv4/${key.publicKey}`);
      if (!agent) throw new Error('it is gone');
      const { spans, share } = await one.seen(agent);
      return { hours: spans.map((it) => [(it.from - start) / hour, (it.until - start) / hour]), share };
    };
    const first = await arrive(one, key);
    clock.pass(hour);
    await one.leave(first);
    clock.pass(hour);
    const second = await arrive(one, key);
    clock.pass(hour);
    await one.nodes.renew();
    // Comes back elsewhere before it was missed; the old connection closing later ends nothing.
    await arrive(two, key);
    await one.leave(second);
    clock.pass(hour);
    await two.nodes.renew();
    const hours = [
      [0, 1],
      [2, 4],
    ];
    expect(await seen()).toEqual({ hours, share: 0.75 });
    await two.nodes.release();
    clock.pass(4 * hour);
    expect(await seen()).toEqual({ hours, share: 3 / 8 });
    clock.pass(30 * 24 * hour - 6 * hour);
    expect(await one.forgetOldVisits()).toBe(1);
  });

  test('a prover that nobody asked about is forgotten after 90 days away, and is new when it comes again', async () => {
    const { db, clock, node, arrive } = await open();
    const on = node('one');
    const [stranger, asked, here] = [solanaKey(), solanaKey(), solanaKey()];
    const challenger = solanaKey();
    for (const key of [stranger, asked]) await on.leave(await arrive(on, key));
    await on.leave(await arrive(on, challenger, 'challenger'));
    await db.run('UPDATE agent SET challenges = 1 WHERE public_key = ?', [asked.publicKey]);
    await arrive(on, here);
    // As a database that was there before agents were counted by shards.
    await db.run('DELETE FROM agent_count');
    await db.run(
      'INSERT INTO agent_count (proof_type, role, shard, n) SELECT proof_type, role, 99, COUNT(*) FROM agent GROUP BY proof_type, role',
    );
    const known = async () => {
      const found = await db.all('SELECT public_key FROM agent');
      const described = await db.get('SELECT COUNT(*) AS n FROM description');
      const counted = await db.get('SELECT SUM(n) AS n FROM agent_count');
      expect([described?.n, counted?.n].map(Number)).toEqual([found.length, found.length]);
      return found.map((row) => row.public_key).sort();
    };
    const keys = (...them: TestKey[]) => them.map((it) => it.publicKey).sort();
    clock.pass(90 * 24 * hour);
    await on.forgetUnasked();
    expect(await known()).toEqual(keys(stranger, asked, here, challenger));
    clock.pass(1);
    await on.forgetUnasked();
    expect(await known()).toEqual(keys(asked, here, challenger));
    expect((await arrive(on, stranger)).firstSeen).toBe(clock.now());
    expect(await known()).toEqual(keys(stranger, asked, here, challenger));
  });

  test('a candidate that nobody decided about is forgotten after 90 days away; what was decided about others stays', async () => {
    const { db, clock, node, arrive } = await open();
    const { now } = clock;
    const head = async () => null;
    const admissions = new Admissions({ db, now, operators: [], head, append: async () => {}, decided: () => {} });
    const on = node('one', { development: false, admissions });
    const [fresh, admitted, aside, drawn, here] = Array.from({ length: 5 }, solanaKey) as TestKey[] & { length: 5 };
    for (const key of [fresh, admitted, aside, drawn] as TestKey[]) await on.leave(await arrive(on, key, 'challenger'));
    await arrive(on, here as TestKey, 'challenger');
    const idOf = (key: TestKey | undefined) => `IPv4/${key?.publicKey}`;
    const decision = { reason: 'x', by: 'somebody' };
    await admissions.decide('pol', idOf(admitted), { status: 'admitted', ...decision });
    await admissions.decide('pol', idOf(aside), { status: 'set_aside', ...decision });
    await db.run('UPDATE agent SET challenges = 1 WHERE id = ?', [idOf(drawn)]);
    const left = async (table: string) => (await db.all(`SELECT id FROM ${table}`)).map((row) => row.id).sort();
    const others = [admitted, aside, drawn, here].map(idOf).sort();
    const forgotten: string[] = [];
    const forget = () => on.forgetUnasked(async (_, gone) => void forgotten.push(...gone.map((it) => it.id)));
    clock.pass(90 * 24 * hour);
    await forget();
    expect(await left('agent')).toHaveLength(5);
    clock.pass(1);
    await forget();
    expect([await left('agent'), await left('admission')]).toEqual([others, others]);
    expect(forgotten).toEqual([idOf(fresh)]);
    const counts = await db.get(
      'SELECT (SELECT COUNT(*) FROM description) AS described, (SELECT SUM(n) FROM agent_count) AS counted',
    );
    expect([counts?.described, counts?.counted].map(Number)).toEqual([4, 4]);
  });
});
