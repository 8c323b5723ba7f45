import { pol } from '@trigpoint/proofs';
import { verifySignature } from '@trigpoint/protocol/node';
import { expect, test } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import type { Session } from '../session/sessions.ts';
import { helloFor, solanaKey, type TestKey } from '../testing.ts';
import { Agents } from './agents.ts';
import { Identities } from './identities.ts';
import type { AgentRole } from './store.ts';
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
const address = '192.0.2.1';
const claims = { latitude: '50.11', longitude: '8.68' };
const sessionOf = (key: TestKey, role: AgentRole) =>
  ({
    ...{ keyType: 'solana', publicKey: key.publicKey, role, proofType: 'pol' },
    ...{ projectName: '', projectPublicKey: '', walletPublicKey: {}, claims },
  }) as unknown as Session;

eachDriver('when agents were there', (place) => {
  /** Nodes with a clock of the test's own, and agents that come to them. */
  const open = async () => {
    const db = await place.open();
    let at = start;
    const clock = { now: () => at, pass: (ms: number) => (at += ms) };
    const { now } = clock;
    const identities = new Identities({
      service: { service: 'ab'.repeat(32), chain_id: 0, contract: 'none' },
      now,
      proofType: () => pol,
      checkSignature: async (it, text, signature) => verifySignature(it.key_type, it.public_key, text, signature),
    });
    const node = (nodeId: string) =>
      new Agents({ db, now, random: (n) => Buffer.alloc(n, at % 251), nodeId, development: true, identities });
    const arrive = async (on: Agents, key: TestKey, role: AgentRole = 'prover') => {
      await on.nodes.renew();
      const session = sessionOf(key, role);
      const greeting = on.identities.greet(session, address);
      return on.arrive(session, address, await helloFor(greeting, key, { role, claims, now: at }));
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
    expect(await seen()).toEqual({
      hours: [
        [0, 1],
        [2, 4],
      ],
      share: 0.75,
    });
    await two.nodes.release();
    clock.pass(4 * hour);
    expect(await seen()).toEqual({
      hours: [
        [0, 1],
        [2, 4],
      ],
      share: 3 / 8,
    });
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
});
