import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import { solanaKey } from '../testing.ts';
import { Agents } from './agents.ts';
import { Deposits } from './deposits.ts';
import { arriveOn, testIdentities } from './testing.ts';

eachDriver('deposits', (where) => {
  test('one deposit passed on from key to key admits one challenger at a time', async () => {
    let at = 1_800_000_000_000;
    const now = () => at;
    const identities = testIdentities(now);
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
    const keys = [solanaKey(), solanaKey()];
    for (const key of keys) await arriveOn(agents, key, { now: at });
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
