import { expect, test } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import { bookPhoto, forgetOldRewards, nextDay, readBudgets, readTotals, unbookPhoto, withinBudget } from './budgets.ts';

const dayMs = 86_400_000;
const day = Date.UTC(2026, 10, 16);
const budget = { total: 1_000, campaigns: 60, each: 25 };
const reward = { reason: 'r', unit: 'POINTS', from: 'network', to: 'user:solana:x', memo: '', at: day } as const;
const photo = { photoId: 'p0', sender: '0xSender', creator: '0xCreator', amount: 10, at: day };

test('counts begin anew at midnight UTC, and not a moment before', () => {
  expect([day - 1, day, day + dayMs - 1].map(nextDay)).toEqual([day, day + dayMs, day + dayMs]);
});

eachDriver('what the network promises for photos', ({ open }) => {
  test('is bounded for a sender, a creator of campaigns and all together, and full budgets are named', async () => {
    const db = await open();
    const book = (more: Partial<typeof photo>) => db.write((tx) => bookPhoto(tx, budget, { ...photo, ...more }));
    expect(await book({ amount: 25 })).toBe(undefined);
    expect(await book({ amount: 1, creator: 'another' })).toBe('yours');
    expect(await book({ amount: 1, sender: 'another', creator: '0xcreator' })).toBe(
      'that of the creator of this campaign',
    );
    // 27 are booked; other photos are counted in other parts of the same total.
    expect(await book({ photoId: 'p1', sender: 'b', creator: 'c', amount: 25 })).toBe(undefined);
    expect(await book({ photoId: 'p2', sender: 'd', creator: 'e', amount: 8 })).toBe(undefined);
    expect(await book({ photoId: 'p3', sender: 'f', creator: 'g', amount: 1 })).toBe("the network's");
    expect(await book({ sender: 'h', creator: 'i', amount: 25, at: day + dayMs })).toBe(undefined);
  });

  test('can be promised to others of that day when a photo was not accepted', async () => {
    const db = await open();
    const used = async (at: number) => (await readTotals(db, budget, at)).map((it) => it.used);
    await db.write((tx) => bookPhoto(tx, budget, photo));
    await db.write((tx) => bookPhoto(tx, budget, { ...photo, photoId: 'p1', amount: 5 }));
    await db.write((tx) => unbookPhoto(tx, photo));
    expect(await used(day)).toEqual([0, 5]);
    expect((await readBudgets(db, budget, '0xSENDER', day))[0]).toEqual({ of: 'owner', used: 5, most: 25 });
    await forgetOldRewards(db, day + 2 * dayMs);
    await db.write((tx) => unbookPhoto(tx, photo));
    expect(await used(day)).toEqual([0, 0]);
  });

  test('is told to a key as what it earned, what it caused and what its busier prover was paid for', async () => {
    const db = await open();
    const pay = (prover: string, amount: number, owner = '0xOwner') =>
      db.write((tx) =>
        withinBudget(tx, budget, [{ ...reward, reason: prover, amount, owner }], {
          ...{ challengeId: prover, prover, payer: '0xCreator', isFree: false, at: day },
        }),
      );
    await pay('IPv4/0xowner', 3);
    await pay('IPv6/0xowner', 4, 'another');
    await db.write((tx) => bookPhoto(tx, budget, photo));
    expect(await readBudgets(db, budget, '0xOwner', day)).toEqual([
      { of: 'owner', used: 3, most: 25 },
      { of: 'payer', used: 0, most: 25 },
      { of: 'prover', used: 4, most: 25 },
      { of: 'readings', used: 7, most: 1_000 },
      { of: 'campaigns', used: 10, most: 60 },
    ]);
    expect((await readBudgets(db, budget, '0xCREATOR', day))[1]).toEqual({ of: 'payer', used: 17, most: 25 });
    expect((await readBudgets(db, budget, '0xOwner', day + dayMs)).map((it) => it.used)).toEqual([0, 0, 0, 0, 0]);
  });

  test('rewards of zero pass as they are and are counted nowhere', async () => {
    const db = await open();
    const nothing = { ...reward, memo: 'late' };
    const cause = { challengeId: '7', prover: 'p', payer: 'q', isFree: false, at: day };
    const paid = await db.write((tx) => withinBudget(tx, budget, [{ ...nothing, amount: 0, owner: 'o' }], cause));
    expect(paid).toEqual([{ ...nothing, amount: 0 }]);
    const mixed = [
      { ...nothing, amount: 0, owner: 'z' },
      { ...nothing, amount: 5, owner: 'o' },
    ];
    expect(await db.write((tx) => withinBudget(tx, budget, mixed, cause))).toEqual([
      { ...nothing, amount: 0 },
      { ...nothing, amount: 5 },
    ]);
    const rows = await db.all('SELECT who, amount FROM reward_day ORDER BY who');
    expect(rows.map((it) => `${it.who}=${it.amount}`)).toEqual(['owner:o=5', 'part 7=5', 'payer:q=5', 'prover:p=5']);
  });

  test('what is counted at the same time adds up, in whatever order it comes', async () => {
    const db = await open();
    const large = { total: 1e6, campaigns: 1e6, each: 1e6 };
    const owners = Array.from({ length: 8 }, (_, i) => `o${i}`);
    const rounds = Array.from({ length: 30 }, (_, n) => n);
    await Promise.all(
      rounds.map((n) => {
        const rewards = (n % 2 ? owners : owners.toReversed()).map((owner) => ({ ...reward, amount: 1, owner }));
        const cause = { challengeId: '7', prover: 'p', payer: `q${n}`, isFree: false, at: day };
        return db.write((tx) => withinBudget(tx, large, rewards, cause));
      }),
    );
    await db.write((tx) => bookPhoto(tx, large, { ...photo, amount: 300 }));
    await Promise.all(
      rounds.map((n) => db.write((tx) => (n % 2 ? bookPhoto(tx, large, photo) : unbookPhoto(tx, photo)))),
    );
    expect((await readTotals(db, large, day)).map((it) => it.used)).toEqual([30 * owners.length, 300]);
  });
});
