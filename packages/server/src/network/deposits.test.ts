import { randomBytes } from 'node:crypto';
import { pol } from '@trigpoint/proofs';
import { verifySignature } from '@trigpoint/protocol/node';
import { expect, test } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import type { Session } from '../session/sessions.ts';
import { helloFor, solanaKey } from '../testing.ts';
import { Agents } from './agents.ts';
import { Deposits } from './deposits.ts';
import { Identities } from './identities.ts';

eachDriver('deposits', (where) => {
  test('one deposit passed on from key to key admits one challenger at a time', async () => {
    let at = 1_800_000_000_000;
    const now = () => at;
    const identities = new Identities({
      service: { service: 'ab'.repeat(32), chain_id: 0, contract: 'none' },
      now,
      proofType: () => pol,
      checkSignature: async (it, text, signature) => verifySignature(it.key_type, it.public_key, text, signature),
    });
    let holder = '';
    let isDown = false;
    const deposits = new Deposits({
      holds: async (_, key) => {
        if (isDown) throw new Error('The chain does not answer.');
        return key === holder;
      },
      challengers: () => agents.alive('pol', 'challenger'),
    });
    const agents: Agents = new Agents({
      ...{ db: await where.open(), now, random: randomBytes, nodeId: 'one', development: true, identities },
      lacksDeposit: deposits.isShort,
    });
    await agents.nodes.begin(true);
    const claims = { latitude: '50', longitude: '8' };
    const keys = [solanaKey(), solanaKey()];
    for (const key of keys) {
      const about = { keyType: 'solana', publicKey: key.publicKey, role: 'challenger', proofType: 'pol', claims };
      const session = { ...about, projectName: '', projectPublicKey: '', walletPublicKey: {} } as unknown as Session;
      const greeting = identities.greet(session, '127.0.0.1');
      await agents.arrive(session, '127.0.0.1', await helloFor(greeting, key, { claims, now: at }));
    }
    const [first = '', second = ''] = keys.map((it) => it.publicKey);
    const eligible = async () => {
      at += 2_000;
      return (await agents.eligible('pol', at)).map((it) => it.publicKey);
    };
    expect((await eligible()).sort()).toEqual([first, second].sort());
    holder = first;
    await deposits.look();
    expect(await eligible()).toEqual([first]);
    holder = second;
    await deposits.look();
    expect(await eligible()).toEqual([second]);
    isDown = true;
    await expect(deposits.look()).rejects.toThrow('does not answer');
    expect(await eligible()).toEqual([second]);
  });
});
