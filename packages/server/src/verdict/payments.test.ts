import { describe, expect, test } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import { forgetOldRewards, withinBudget } from '../ledger/budgets.ts';
import { paymentsFor } from './payments.ts';

const owners = ['a', 'b', 'c', 'd', 'e', 'f'];
const seats = owners.map((owner) => ({
  challenger: { id: `IPv4/${owner}`, key_type: 'solana', public_key: owner, owner },
}));
const reading = (owner: string, more: object = {}) => ({
  challengerId: `IPv4/${owner}`,
  attempt: 1,
  state: 'read',
  failure: '',
  ...more,
});

/** Who earns what: from the network, and from the payer's fee, which is two. */
const earned = ({
  readings = owners.map((it) => reading(it)),
  verified = 'true',
  payer = '0xPayer',
  proverOwner = 'prover',
  proverKey = 'prover-key',
  voided = null as string | null,
  paidSeats = seats.length,
  drawn = seats,
  fee = 2,
} = {}) => {
  const { rewards: all, fees } = paymentsFor(
    { id: '7', payer, fee, proverId: `IPv4/${proverKey}` },
    paidSeats,
    { assignments: readings, draw: { prover: { owner: proverOwner }, seats: drawn } } as never,
    { void: voided, endedAt: 0, verdict: { verified } } as never,
    10,
  );
  const [rewards, raised] = [all.filter((it) => !it.isFree), all.filter((it) => it.isFree)];
  const sum = (those: readonly { to: string; amount: number }[], to: string) =>
    those.filter((it) => it.to === `user:solana:${to}`).reduce((total, it) => total + it.amount, 0);
  return {
    rewards: owners.map((it) => sum(rewards, it)),
    fees: owners.map((it) => sum(fees, it)),
    raised: owners.map((it) => sum(raised, it)),
    refund: fees.find((it) => it.reason === 'refund:7')?.amount ?? 0,
    refundMemo: fees.find((it) => it.reason === 'refund:7')?.memo,
    memos: rewards.map((it) => it.memo),
  };
};

describe('the payer pays readings that were accepted, the network those that decided something', () => {
  test('a decided verdict', () => {
    expect(earned()).toMatchObject({ rewards: Array(6).fill(10), fees: Array(6).fill(2), refund: 0 });
    expect(earned({ verified: 'false' })).toMatchObject({ rewards: Array(6).fill(10), fees: Array(6).fill(2) });
  });

  test('an inconclusive verdict earns the fee alone', () => {
    const open = earned({ verified: 'inconclusive' });
    expect(open).toMatchObject({ rewards: Array(6).fill(0), fees: Array(6).fill(2), refund: 0 });
    expect(open.memos[0]).toContain('the network adds nothing to an inconclusive verdict');
  });

  test('a challenge that failed gives everything back', () => {
    expect(earned({ voided: 'nobody came' })).toMatchObject({
      rewards: Array(6).fill(0),
      refund: 12,
      refundMemo: 'Challenge 7: refunded, the challenge failed',
    });
  });

  test('a failure earns when two thirds of those asked saw the same', () => {
    const failed = (count: number) =>
      owners.map((it, i) => reading(it, i < count ? { failure: 'unreachable' } : i === 5 ? { state: 'expired' } : {}));
    expect(earned({ readings: failed(3) })).toMatchObject({ rewards: [0, 0, 0, 10, 10, 0], refund: 8 });
    expect(earned({ readings: failed(4) })).toMatchObject({
      rewards: [10, 10, 10, 10, 10, 0],
      refund: 2,
      refundMemo: 'Challenge 7: refunded, for seats without a reading that counts',
    });
    const own = owners.map((it) => reading(it, { failure: 'own_fault' }));
    expect(earned({ readings: own })).toMatchObject({ rewards: Array(6).fill(0), refund: 12 });
  });

  test('who declined or never answered earns nothing, who was not waited for does, and each is told why', () => {
    const states = ['declined', 'expired', 'cancelled', 'read', 'asked'];
    const readings = [...states.map((state, i) => reading(owners[i] as string, { state })), reading('never drawn')];
    const { memos, ...paid } = earned({ readings });
    expect(paid).toMatchObject({ rewards: [0, 0, 10, 10, 0, 0], fees: [0, 0, 2, 2, 0, 0], refund: 8 });
    expect(memos).toEqual([
      'Challenge 7: the challenger declined',
      'Challenge 7: no reading came in time',
      'Challenge 7: the others had decided before it could answer',
      'Challenge 7: reading accepted',
      'Challenge 7: no reading came in time',
    ]);
  });

  test('one owner on two sides earns nothing', () => {
    expect(earned({ proverOwner: 'b' })).toMatchObject({ rewards: [10, 0, 10, 10, 10, 10], refund: 2 });
    expect(earned({ payer: 'C' })).toMatchObject({ rewards: [10, 10, 0, 10, 10, 10], refund: 2 });
    const [first, ...others] = seats as [(typeof seats)[number], ...typeof seats];
    const named = [{ challenger: { ...first.challenger, owner: 'somebody else' } }, ...others];
    expect(earned({ payer: 'A', drawn: named })).toMatchObject({ rewards: [0, 10, 10, 10, 10, 10], refund: 2 });
    expect(earned({ proverKey: 'f' })).toMatchObject({ rewards: [10, 10, 10, 10, 10, 0], refund: 2 });
    expect(earned({ payer: 'Self', proverKey: 'self' })).toMatchObject({ rewards: Array(6).fill(0), refund: 0 });
    // Who asks about a prover of its own pays for that; the network does not.
    expect(earned({ payer: 'Self', proverOwner: 'self' })).toMatchObject({
      rewards: Array(6).fill(0),
      fees: Array(6).fill(2),
    });
  });
});

describe('a request that the service raised', () => {
  test('the payer pays as many readings as it asked for, and the network the others, where it pays at all', () => {
    const raised = { paidSeats: 2 };
    const paid = { fees: [2, 2, 0, 0, 0, 0], refund: 0 };
    expect(earned(raised)).toMatchObject({ ...paid, raised: [0, 0, 2, 2, 2, 2], rewards: Array(6).fill(10) });
    // What the network does not reward, it does not pay in somebody's place either.
    expect(earned({ ...raised, verified: 'inconclusive' })).toMatchObject({ ...paid, raised: Array(6).fill(0) });
    expect(earned({ ...raised, payer: 'Self', proverOwner: 'self' })).toMatchObject({
      ...paid,
      raised: Array(6).fill(0),
    });
    expect(earned({ ...raised, voided: 'nobody came' })).toMatchObject({
      ...{ fees: Array(6).fill(0), raised: Array(6).fill(0), refund: 4 },
    });
  });

  test('a challenger of the payer or of the prover is paid by nobody, and the next one takes the fee', () => {
    const expected = { fees: [0, 2, 2, 0, 0, 0], raised: [0, 0, 0, 2, 2, 2], refund: 0 };
    expect(earned({ paidSeats: 2, payer: 'A' })).toMatchObject(expected);
    expect(earned({ paidSeats: 2, proverOwner: 'a' })).toMatchObject(expected);
  });

  test('the payer has back what fewer readings than it asked for leave over', () => {
    const readings = owners.map((it, i) => reading(it, i === 4 ? {} : { state: 'expired' }));
    expect(earned({ paidSeats: 2, readings })).toMatchObject({
      ...{ fees: [0, 0, 0, 0, 2, 0], raised: Array(6).fill(0), refund: 2 },
    });
    expect(earned({ paidSeats: 2, readings, fee: 1 }).refund).toBe(1);
  });
});

eachDriver('what the network pays on a day', ({ open }) => {
  const day = Date.UTC(2026, 10, 16);
  const reward = (owner: string, amount: number) =>
    ({
      reason: owner,
      unit: 'POINTS',
      from: 'network',
      to: `user:solana:${owner}`,
      amount,
      memo: 'm',
      at: 0,
      owner,
    }) as const;
  const cause = { challengeId: '7', prover: 'p', payer: 'q', isFree: false, at: day };

  test('is bounded for an owner, a prover, a payer and in total, and begins again the next day', async () => {
    const db = await open();
    const pay = async (given: Partial<typeof cause>, ...rewards: ReturnType<typeof reward>[]) => {
      const budget = { total: 100, campaigns: 100, each: 20 };
      const paid = await db.write((tx) => withinBudget(tx, budget, rewards, { ...cause, ...given }));
      return paid.map((it) => (it.amount > 0 ? it.amount : it.memo.replace(/.*: /, '')));
    };
    expect(await pay({}, reward('a', 8), reward('b', 8), reward('c', 8), reward('d', 4))).toEqual([
      ...[8, 8, 'that of this prover', 4],
    ]);
    expect(await pay({ prover: 'p2' }, reward('e', 1))).toEqual(['that of this payer']);
    expect(await pay({ prover: 'p2', payer: 'q2' }, reward('a', 12), reward('a', 1))).toEqual([
      12,
      'that of this owner',
    ]);
    for (let i = 3; i < 6; i++)
      expect(await pay({ prover: `p${i}`, payer: `q${i}` }, reward(`o${i}`, 20))).toEqual([20]);
    expect(await pay({ challengeId: '8', prover: 'p6', payer: 'q6' }, reward('o6', 8), reward('o7', 1))).toEqual([
      8,
      "the network's",
    ]);
    const counted = await db.all('SELECT who, amount FROM reward_day');
    expect(counted.find((it) => it.who === 'owner:a')?.amount).toBe(20);
    const parts = counted.filter((it) => String(it.who).startsWith('part '));
    expect(parts.reduce((sum, it) => sum + Number(it.amount), 0)).toBe(100);
    expect(await pay({ at: day + 86_400_000 }, reward('a', 20))).toEqual([20]);
    // Free requests leave a quarter of what is paid for a prover to those who pay.
    const free = { isFree: true, at: day + 86_400_000, prover: 'p9' };
    expect(await pay({ ...free, payer: '0xA' }, reward('f1', 5), reward('f1', 1))).toEqual([
      5,
      'that of this payer for this prover',
    ]);
    expect(await pay({ ...free, payer: '0xa' }, reward('f1', 1))).toEqual(['that of this payer for this prover']);
    for (const payer of ['q7', 'q8']) expect(await pay({ ...free, payer }, reward('f2', 5))).toEqual([5]);
    expect(await pay({ ...free, payer: 'q9' }, reward('f3', 1))).toEqual(['that of free requests for this prover']);
    expect(await pay({ ...free, payer: 'q9', isFree: false }, reward('f3', 5))).toEqual([5]);
    // Seats that a payer did not ask for count as free ones, also where it pays for others.
    const raised = { ...free, isFree: false, prover: 'p10', payer: 'q10' };
    const seat = (owner: string, amount: number) => ({ ...reward(owner, amount), isFree: true });
    expect(await pay(raised, reward('g1', 10), seat('g2', 5), seat('g3', 1))).toEqual([
      ...[10, 5, 'that of this payer for this prover'],
    ]);
    await forgetOldRewards(db, day + 2 * 86_400_000);
    expect((await db.all('SELECT DISTINCT day FROM reward_day')).map((it) => it.day)).toEqual(['2026-11-17']);
  });
});
