import { pol } from '@trigpoint/proofs';
import { verifySignature } from '@trigpoint/protocol/node';
import { expect, test } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import type { Session } from '../session/sessions.ts';
import { helloFor, solanaKey } from '../testing.ts';
import { Agents } from './agents.ts';
import { Identities } from './identities.ts';
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
const key = solanaKey();
const session = {
  keyType: 'solana',
  publicKey: key.publicKey,
  role: 'prover',
  proofType: 'pol',
  projectName: '',
  projectPublicKey: '',
  walletPublicKey: {},
  claims: {},
} as unknown as Session;

eachDriver('when agents were there', (place) => {
  test('each connection is a visit, ended by leaving, by the next one, or with its node', async () => {
    const db = await place.open();
    const start = 1_700_000_000_000;
    let at = start;
    const now = () => at;
    const identities = new Identities({
      service: { service: 'ab'.repeat(32), chain_id: 0, contract: 'none' },
      now,
      proofType: () => pol,
      checkSignature: async (it, text, signature) => verifySignature(it.key_type, it.public_key, text, signature),
    });
    const node = (nodeId: string) =>
      new Agents({ db, now, random: (n) => Buffer.alloc(n, at % 251), nodeId, development: true, identities });
    const [one, two] = [node('one'), node('two')];
    const arrive = async (on: Agents) => {
      await on.nodes.renew();
      const greeting = on.identities.greet(session, '192.0.2.1');
      return on.arrive(session, '192.0.2.1', await helloFor(greeting, key, { role: 'prover', now: at }));
    };
    const seen = async () => {
      const agent = await one.find('pol', 'prover', `IPv4/${session.publicKey}`);
      if (!agent) throw new Error('it is gone');
      const { spans, share } = await one.seen(agent);
      return { hours: spans.map((it) => [(it.from - start) / hour, (it.until - start) / hour]), share };
    };
    const first = await arrive(one);
    at += hour;
    await one.leave(first);
    at += hour;
    const second = await arrive(one);
    at += hour;
    await one.nodes.renew();
    // Comes back elsewhere before it was missed; the old connection closing later ends nothing.
    await arrive(two);
    await one.leave(second);
    at += hour;
    await two.nodes.renew();
    expect(await seen()).toEqual({
      hours: [
        [0, 1],
        [2, 4],
      ],
      share: 0.75,
    });
    await two.nodes.release();
    at += 4 * hour;
    expect(await seen()).toEqual({
      hours: [
        [0, 1],
        [2, 4],
      ],
      share: 3 / 8,
    });
    at = start + 30 * 24 * hour + 2 * hour;
    expect(await one.forgetOldVisits()).toBe(1);
  });
});
