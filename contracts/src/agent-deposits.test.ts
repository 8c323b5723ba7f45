import { agentDepositsAbi } from '@trigpoint/protocol';
import fc from 'fast-check';
import type { Account, Address } from 'viem';
import { describe, expect, it } from 'vitest';
import { deployAgentDeposits } from './deploy.ts';
import { createStage } from './stage.ts';

const hour = 3_600;
const [first, second]: Address[] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`];
const agents = [first, second] as [Address, Address];

type Call = { functionName: 'lock' | 'giveNotice' | 'take'; args: readonly unknown[]; value?: bigint };

const open = async () => {
  const stage = await createStage();
  const { address } = await deployAgentDeposits(stage.wallet(stage.owner), { noticeSeconds: BigInt(hour) });
  const contract = { address, abi: agentDepositsAbi } as const;
  return {
    stage,
    address,
    lockedOf: (agent: Address) => stage.reader.readContract({ ...contract, functionName: 'lockedOf', args: [agent] }),
    async send(account: Account, call: Call): Promise<void> {
      const asked = { ...contract, ...call, account, chain: null } as unknown;
      await stage.reader.simulateContract(asked as Parameters<typeof stage.reader.simulateContract>[0]);
      await stage
        .wallet(account)
        .writeContract(asked as Parameters<ReturnType<typeof stage.wallet>['writeContract']>[0]);
    },
  };
};

describe('deposits of agents', () => {
  it('counts money for one agent alone, until notice is given, and gives it back to whoever locked it', async () => {
    const { stage, lockedOf, send } = await open();
    const { payer, stranger } = stage;
    await send(payer, { functionName: 'lock', args: [first], value: 5n });
    expect([await lockedOf(agents[0]), await lockedOf(agents[1])]).toEqual([5n, 0n]);
    await expect(send(payer, { functionName: 'take', args: [first] })).rejects.toThrow('NothingLeaves');
    await expect(send(stranger, { functionName: 'giveNotice', args: [first, 1n] })).rejects.toThrow('LessIsLocked');
    await expect(send(payer, { functionName: 'giveNotice', args: [first, 6n] })).rejects.toThrow('LessIsLocked');
    await expect(send(payer, { functionName: 'lock', args: [first] })).rejects.toThrow('NothingSent');
    await send(payer, { functionName: 'giveNotice', args: [first, 5n] });
    expect(await lockedOf(agents[0])).toBe(0n);
    await expect(send(payer, { functionName: 'take', args: [first] })).rejects.toThrow('NotYet');
    await stage.pass(hour + 1);
    await expect(send(stranger, { functionName: 'take', args: [first] })).rejects.toThrow('NothingLeaves');
    await send(payer, { functionName: 'take', args: [first] });
    await expect(send(payer, { functionName: 'take', args: [first] })).rejects.toThrow('NothingLeaves');
  });

  it('takes no notice of less than an hour', async () => {
    const stage = await createStage();
    const deploying = deployAgentDeposits(stage.wallet(stage.owner), { noticeSeconds: BigInt(hour - 1) });
    await expect(deploying).rejects.toThrow('reverted');
  });

  it('never counts or pays more than was locked, and no money twice within the notice, whatever the order of calls', async () => {
    const step = fc.record({
      do: fc.constantFrom('lock' as const, 'giveNotice' as const, 'take' as const, 'pass' as const),
      who: fc.nat(1),
      agent: fc.nat(1),
      amount: fc.integer({ min: 1, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const { stage, address, lockedOf, send } = await open();
        const people = [stage.payer, stage.stranger] as const;
        /** By person and agent: what is locked, and what leaves and when. */
        const shares = people.map(() => agents.map(() => ({ locked: 0, leaving: 0, leavesAt: 0 })));
        for (const { do: what, who, agent, amount } of steps) {
          const share = shares[who]?.[agent] as { locked: number; leaving: number; leavesAt: number };
          const now = Number((await stage.reader.getBlock()).timestamp);
          if (what === 'pass') {
            await stage.pass(hour / 2 + 60);
            continue;
          }
          const args = what === 'giveNotice' ? [agents[agent], BigInt(amount)] : [agents[agent]];
          const call = { functionName: what, args, ...(what === 'lock' ? { value: BigInt(amount) } : {}) };
          const done = await send(people[who] as Account, call).then(
            () => true,
            () => false,
          );
          const may =
            what === 'lock' ||
            (what === 'giveNotice' ? amount <= share.locked : share.leaving > 0 && now + 1 >= share.leavesAt);
          expect([what, done]).toEqual([what, may]);
          if (!done) continue;
          if (what === 'lock') share.locked += amount;
          else if (what === 'take') share.leaving = 0;
          else {
            share.locked -= amount;
            share.leaving += amount;
            share.leavesAt = Number((await stage.reader.getBlock()).timestamp) + hour;
          }
        }
        const all = shares.flat();
        expect(await stage.reader.getBalance({ address })).toBe(
          BigInt(all.reduce((sum, it) => sum + it.locked + it.leaving, 0)),
        );
        for (const [i, agent] of agents.entries())
          expect(await lockedOf(agent)).toBe(BigInt(shares.reduce((sum, it) => sum + (it[i]?.locked ?? 0), 0)));
      }),
      { numRuns: 15 },
    );
  }, 180_000);
});
