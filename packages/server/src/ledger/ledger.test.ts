import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Db } from '../db/driver.ts';
import { eachDriver } from '../db/testing.ts';
import { type Account, campaignAccount, network, requestAccount, userAccount } from './accounts.ts';
import { fromMillionths, MAX_POINTS, pointsText, readPoints, toMillionths } from './amounts.ts';
import { fuelOf, fuelRules, returnFuel, spendFuel } from './fuel.ts';
import { brokenInvariants } from './invariants.ts';
import { readStatement } from './statements.ts';
import { exactly, sumIssued } from './store.ts';
import { balance, history, InsufficientBalance, post, type Transfer, transfer } from './transfers.ts';

const alice = userAccount('ethereum', '0xA11CE');
const bob = userAccount('solana', 'Bob');
const campaign = campaignAccount('c1');

const move = (reason: string, from: Account, to: Account, amount: number, at = 0): Transfer => ({
  reason,
  unit: 'POINTS',
  from,
  to,
  amount,
  memo: `for ${reason}`,
  at,
});

test('amounts are whole millionths, and what cannot be counted is refused', () => {
  expect(toMillionths(0.1)).toBe(100_000);
  expect(toMillionths(1e-7)).toBe(0);
  expect(toMillionths(MAX_POINTS)).toBe(MAX_POINTS * 1e6);
  for (const wrong of [-1, Number.NaN, Number.POSITIVE_INFINITY, MAX_POINTS + 1])
    expect(toMillionths(wrong)).toBeUndefined();
  fc.assert(fc.property(fc.nat(1e9), (n) => fromMillionths(toMillionths(n / 1000) ?? -1) === n / 1000));
});

test('texts have all digits of an amount, and are read back exactly or not at all', () => {
  const told: [amount: bigint, text: string][] = [
    [0n, '0'],
    [1n, '0.000001'],
    [-1n, '-0.000001'],
    [12_500_000n, '12.5'],
    [-10_000_000n, '-10'],
    [9_007_199_254_740_993n, '9007199254.740993'],
    [4_000_000_000_000_000_000n, '4000000000000'],
  ];
  for (const [amount, text] of told) expect(pointsText(amount)).toBe(text);
  expect(['0', '0.5', '10.000001'].map(readPoints)).toEqual([0, 500_000, 10_000_001]);
  expect(readPoints('9007199254.740991')).toBe(Number.MAX_SAFE_INTEGER);
  for (const wrong of ['', '.5', '5.', '-1', '+1', '1e3', '01', ' 1', '1.0000001', '9007199254.740992', '1'.repeat(99)])
    expect(readPoints(wrong)).toBeUndefined();
  fc.assert(fc.property(fc.maxSafeNat(), (n) => readPoints(pointsText(n)) === n));
});

test('an ethereum key is one account in any case, a solana key is not', () => {
  expect(userAccount('ethereum', '0xAB')).toBe(userAccount('ethereum', '0xab'));
  expect(userAccount('solana', 'AB')).not.toBe(userAccount('solana', 'ab'));
});

const issued = async (db: Db) => {
  const points = (await sumIssued(db)).find((it) => it.unit === 'POINTS');
  return points ? exactly(points) : 0n;
};

eachDriver('ledger', (place) => {
  const post1 = (db: Db, it: Transfer) => db.write((tx) => transfer(tx, it));

  test('moves amounts, keeps balances, and knows what was issued', async () => {
    const db = await place.open();
    await post1(db, move('fund', network, campaign, 10));
    await post1(db, move('photo:1', campaign, alice, 4));
    expect(await balance(db, campaign)).toBe(6n);
    expect(await balance(db, alice)).toBe(4n);
    expect(await balance(db, bob)).toBe(0n);
    expect(await issued(db)).toBe(10n);
    await post1(db, move('burn', alice, network, 1));
    expect(await issued(db)).toBe(9n);
    await expect(balance(db, network)).rejects.toThrow('keeps no balance');
    expect(await brokenInvariants(db)).toEqual([]);
  });

  test('a repeated reason is a no-op with the same outcome, also when all come at once', async () => {
    const db = await place.open();
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, at) => post1(db, move('once', network, alice, 5, at))),
    );
    expect(outcomes.filter((it) => !it.repeated)).toHaveLength(1);
    expect(new Set(outcomes.map((it) => it.at)).size).toBe(1);
    expect(await balance(db, alice)).toBe(5n);
  });

  test('a repeated reason for something else is refused', async () => {
    const db = await place.open();
    await post1(db, move('one', network, alice, 5));
    await expect(post1(db, move('one', network, alice, 6))).rejects.toThrow('posted before with amount 5, not 6');
    await expect(post1(db, move('one', network, bob, 5))).rejects.toThrow('posted before with to');
    expect(await balance(db, alice)).toBe(5n);
  });

  test('whatever differs is named, and who repeats is told what was recorded', async () => {
    const db = await place.open();
    await post1(db, move('fund', network, bob, 5));
    await post1(db, move('one', network, alice, 5, 7));
    await expect(post1(db, move('one', bob, alice, 5))).rejects.toThrow(
      `posted before with from ${network}, not ${bob}`,
    );
    await expect(post1(db, { ...move('one', network, alice, 5), unit: 'FUEL' })).rejects.toThrow('with unit POINTS');
    const again = { ...move('one', network, alice, 5, 8), memo: 'another' };
    expect(await post1(db, again)).toEqual({ ...move('one', network, alice, 5, 7), repeated: true });
    expect(await db.write((tx) => post(tx, []))).toEqual(new Map());
    const twice = db.write((tx) => post(tx, [move('two', network, alice, 1), move('two', network, bob, 1)]));
    await expect(twice).rejects.toThrow('Two transfers of one batch have the same reason');
    expect([await balance(db, alice), await balance(db, bob)]).toEqual([5n, 5n]);
  });

  test('who pays and is paid in one batch needs only the difference', async () => {
    const db = await place.open();
    const batch = [move('a', alice, bob, 4), move('b', network, alice, 3), move('c', bob, alice, 1)];
    await db.write((tx) => post(tx, batch));
    expect([await balance(db, alice), await balance(db, bob)]).toEqual([0n, 3n]);
    // Nobody's balance changes, so nothing is written for either; both have their entries all the same.
    await db.write((tx) => post(tx, [move('d', alice, campaign, 9), move('e', campaign, alice, 9)]));
    expect((await history(db, alice, { limit: 9 })).map((it) => it.amount).sort()).toEqual([-4, -9, 1, 3, 9]);
    expect(await brokenInvariants(db)).toEqual([]);
  });

  test('a batch that fails in the middle gives back what it took and takes back what it gave', async () => {
    const db = await place.open();
    const [first, last] = [userAccount('solana', 'A'), userAccount('solana', 'Z')];
    for (const to of [alice, first]) await post1(db, move(`fund ${to}`, network, to, 10));
    const refused = db.write(async (tx) => {
      const batch = [move('1', alice, campaign, 5), move('2', first, bob, 5), move('3', last, bob, 2)];
      await expect(post(tx, batch)).rejects.toMatchObject({ account: last, unit: 'POINTS' });
      return Promise.all([alice, first, bob, campaign, last].map((it) => balance(tx, it)));
    });
    expect(await refused).toEqual([10n, 10n, 0n, 0n, 0n]);
    expect(await brokenInvariants(db)).toEqual([]);
  });

  test('nothing goes below zero, and a refusal leaves nothing behind even when it is caught', async () => {
    const db = await place.open();
    await post1(db, move('fund', network, campaign, 10));
    const batch = [
      move('a', campaign, alice, 8),
      move('b', campaign, bob, 8),
      move('c', network, requestAccount('1'), 1),
    ];
    await db.write(async (tx) => {
      await expect(post(tx, batch)).rejects.toThrow(InsufficientBalance);
      await transfer(tx, move('d', campaign, bob, 3));
    });
    expect(await history(db, alice, { limit: 10 })).toEqual([]);
    expect(await balance(db, campaign)).toBe(7n);
    expect(await balance(db, bob)).toBe(3n);
    expect(await brokenInvariants(db)).toEqual([]);
    await expect(post1(db, move('e', alice, bob, 1))).rejects.toThrow(InsufficientBalance);
  });

  test('many who pay from one escrow at once never take more than it holds', async () => {
    const db = await place.open();
    await post1(db, move('fund', network, campaign, 100));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, (_, i) => post1(db, move(`p${i}`, campaign, userAccount('solana', `u${i % 7}`), 7))),
    );
    expect(outcomes.filter((it) => it.status === 'fulfilled')).toHaveLength(14);
    expect(await balance(db, campaign)).toBe(2n);
    expect(await brokenInvariants(db)).toEqual([]);
  });

  test('batches that pay the same people in any order get through', async () => {
    const db = await place.open();
    const people = Array.from({ length: 5 }, (_, i) => userAccount('solana', `p${i}`));
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        db.write((tx) =>
          post(
            tx,
            (n % 2 ? people : people.toReversed()).map((to) => move(`${n}:${to}`, network, to, 1)),
          ),
        ),
      ),
    );
    for (const person of people) expect(await balance(db, person)).toBe(20n);
  });

  test('a transfer belongs to the transaction it is posted in', async () => {
    const db = await place.open();
    const write = db.write(async (tx) => {
      await transfer(tx, move('lost', network, alice, 5));
      throw new Error('the rest failed');
    });
    await expect(write).rejects.toThrow('the rest failed');
    expect(await balance(db, alice)).toBe(0n);
    expect((await post1(db, move('lost', network, alice, 5))).repeated).toBe(false);
  });

  test('history is newest first, paged without gaps, and explains every zero', async () => {
    const db = await place.open();
    for (let n = 0; n < 25; n++) await post1(db, move(`r${n}`, network, alice, n % 5, Math.floor(n / 3)));
    await post1(db, move('paid', alice, bob, 2, 100));
    const all: { reason: string; at: number }[] = [];
    for (;;) {
      const page = await history(db, alice, { limit: 4, before: all.at(-1) });
      if (page.length === 0) break;
      all.push(...page);
    }
    expect(all).toHaveLength(26);
    expect(new Set(all.map((it) => it.reason)).size).toBe(26);
    expect(all.map((it) => it.at)).toEqual(all.map((it) => it.at).toSorted((a, b) => b - a));
    expect(all[0]).toEqual({ reason: 'paid', amount: -2, counterpart: bob, memo: 'for paid', at: 100 });
    expect((await history(db, bob, { limit: 10 }))[0]).toMatchObject({ amount: 2, counterpart: alice });
    const zero = (await history(db, alice, { limit: 50 })).find((it) => it.reason === 'r5');
    expect(zero).toMatchObject({ amount: 0, memo: 'for r5' });
    expect(await history(db, alice, { unit: 'FUEL', limit: 10 })).toEqual([]);
  });

  test('a statement pages through everything once, and refuses a cursor it did not hand out', async () => {
    const db = await place.open();
    for (let n = 0; n < 7; n++) await post1(db, move(`é ${n}`, network, alice, n, 5));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await readStatement(db, { capacity: 9 }, alice, { limit: 3, cursor, now: 0 });
      expect(page).toMatchObject({ points: 21n, earnedInWeek: 21n, fuel: 9 });
      for await (const part of page.entries) seen.push(...part.map((it) => it.reason));
      cursor = page.next() ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(['é 6', 'é 5', 'é 4', 'é 3', 'é 2', 'é 1', 'é 0']);
    for (const wrong of ['', 'x', ...['5.\0', '5.', '-1.a'].map((it) => Buffer.from(it).toString('base64url'))]) {
      const asked = readStatement(db, { capacity: 9 }, alice, { limit: 3, cursor: wrong, now: 0 });
      await expect(asked).rejects.toThrow('cursor is not a next_cursor of this service');
    }
  });

  test('a statement counts what came in within a week, and has a next page only where there is more', async () => {
    const db = await place.open();
    const week = 7 * 24 * 3_600_000;
    for (const at of [0, 1]) await post1(db, move(`at ${at}`, network, alice, 1 + at, at));
    const page = (limit: number, now: number) => readStatement(db, { capacity: 9 }, alice, { limit, now });
    expect((await page(9, week)).earnedInWeek).toBe(3n);
    expect((await page(9, week + 1)).earnedInWeek).toBe(2n);
    expect((await page(9, week + 2)).earnedInWeek).toBe(0n);
    const told = async (statement: Awaited<ReturnType<typeof page>>) => {
      let entries = 0;
      for await (const part of statement.entries) entries += part.length;
      return [entries, statement.next()];
    };
    expect(await told(await page(2, week))).toEqual([2, null]);
    expect(await told(await page(1, week))).toEqual([1, expect.any(String)]);
    const none = await readStatement(db, { capacity: 9 }, bob, { limit: 1, now: 0 });
    expect(await told(none)).toEqual([0, null]);
  });

  test.each([
    ['half a millionth', move('x', network, alice, 0.5), 'cannot be moved'],
    ['a negative amount', move('x', network, alice, -1), 'cannot be moved'],
    ['more than can be counted', move('x', network, alice, 2 ** 53), 'cannot be moved'],
    ['to itself', move('x', alice, alice, 1), 'cannot pay itself'],
    ['without a reason', move('', network, alice, 1), 'needs a reason'],
  ])('refuses a transfer of or %s', async (_, it, why) => {
    const db = await place.open();
    await expect(post1(db, it)).rejects.toThrow(why);
    expect(await brokenInvariants(db)).toEqual([]);
  });

  test('balances beyond 2^53 millionths are exact to the last one, in sums and statements too', async () => {
    const db = await place.open();
    const most = Number.MAX_SAFE_INTEGER;
    await post1(db, move('much', network, alice, most));
    await db.write((tx) => post(tx, [move('more', network, alice, most), move('again', network, alice, most)]));
    await post1(db, move('one', network, alice, 1));
    await post1(db, move('two', network, bob, 2));
    const all = 3n * BigInt(most) + 1n;
    expect(await balance(db, alice)).toBe(all);
    expect(await issued(db)).toBe(all + 2n);
    expect(await readStatement(db, { capacity: 9 }, alice, { limit: 9, now: 0 })).toMatchObject({
      points: all,
      earnedInWeek: all,
    });
    await post1(db, move('away', alice, bob, 1));
    await post1(db, move('most', alice, bob, most));
    expect([await balance(db, alice), await balance(db, bob)]).toEqual([2n * BigInt(most), BigInt(most) + 3n]);
    expect(await brokenInvariants(db)).toEqual([]);
    await db.run("UPDATE ledger_account SET balance = balance + 1 WHERE account LIKE 'user:eth%'");
    expect(await brokenInvariants(db)).toEqual([
      `${alice} holds ${2n * BigInt(most) + 1n} millionths of POINTS, 1 more than its transfers say`,
      expect.stringContaining('All hold'),
    ]);
  });

  test('an account that is as full as its column allows takes nothing more, and nothing is rounded', async () => {
    const db = await place.open();
    await db.run("INSERT INTO ledger_account VALUES (?, 'POINTS', CAST('3999999999999999999' AS BIGINT))", [alice]);
    await post1(db, move('last', network, alice, 1));
    await expect(post1(db, move('over', network, alice, 1))).rejects.toThrow(/constraint/i);
    await expect(post1(db, move('much', network, alice, Number.MAX_SAFE_INTEGER))).rejects.toThrow(/constraint/i);
    expect(await balance(db, alice)).toBe(4_000_000_000_000_000_000n);
  });

  test('the check of the books sees a balance that was changed behind its back', async () => {
    const db = await place.open();
    await post1(db, move('fund', network, campaign, 10));
    // An account that holds nothing, in a unit that nobody issued, breaks nothing.
    await db.run("INSERT INTO ledger_account VALUES (?, 'FUEL', 0)", [bob]);
    expect(await brokenInvariants(db)).toEqual([]);
    await db.write((tx) => tx.run("UPDATE ledger_account SET balance = balance + 1 WHERE unit = 'POINTS'"));
    expect(await brokenInvariants(db)).toEqual([
      'campaign:c1 holds 11 millionths of POINTS, 1 more than its transfers say',
      'All hold 11 of POINTS, the network issued 10',
    ]);
    await db.run("DELETE FROM ledger_account WHERE unit = 'POINTS'");
    expect(await brokenInvariants(db)).toContain('All hold 0 of POINTS, the network issued 10');
  });

  test('fuel is 100 at first, spent, refilled once a day, and given back once', async () => {
    const db = await place.open();
    const rules = { capacity: 100 };
    const day = 24 * 3600_000;
    const spend = (reason: string, amount: number, at: number) =>
      db.write((tx) => spendFuel(tx, rules, { reason, account: alice, amount, memo: 'photo', at }));
    const fuel = (at: number) => fuelOf(db, rules, alice, at);
    expect(await fuel(1)).toBe(100);
    await spend('s1', 70, 1);
    await spend('s1', 70, 2);
    expect(await fuel(3)).toBe(30);
    await expect(spend('s2', 31, 4)).rejects.toThrow(InsufficientBalance);
    const back = { reason: 's1:back', account: alice, amount: 70, memo: 'rejected', at: 5 };
    await Promise.all([1, 2, 3].map(() => db.write((tx) => returnFuel(tx, back))));
    expect(await fuel(6)).toBe(100);
    await spend('s3', 60, 7);
    expect(await fuel(day - 1)).toBe(40);
    expect(await fuel(day)).toBe(100);
    await spend('s4', 100, day);
    expect(await fuel(day + 1)).toBe(0);
    expect(await balance(db, alice, 'POINTS')).toBe(0n);
    expect(await brokenInvariants(db)).toEqual([]);
  });

  test('fuel that was given back beyond a day’s is kept, and what the operator took away is not refilled', async () => {
    const db = await place.open();
    const spend = (capacity: number, reason: string, amount: number, at: number) =>
      db.write((tx) => spendFuel(tx, { capacity }, { reason, account: alice, amount, memo: '', at }));
    await spend(100, 's1', 40, 1);
    await db.write((tx) => returnFuel(tx, { reason: 'back', account: alice, amount: 80, memo: '', at: 2 }));
    expect(await fuelOf(db, { capacity: 100 }, alice, 24 * 3_600_000)).toBe(140);
    expect(await spend(100, 's2', 10, 24 * 3_600_000)).toMatchObject({ amount: 10, repeated: false, unit: 'FUEL' });
    expect(await balance(db, alice, 'FUEL')).toBe(130n);
    expect(fuelRules(7)).toEqual({ capacity: 7_000_000 });
  });

  test('concurrent first uses of a day share one refill', async () => {
    const db = await place.open();
    const spends = Array.from({ length: 12 }, (_, n) =>
      db.write((tx) =>
        spendFuel(tx, { capacity: 100 }, { reason: `s${n}`, account: alice, amount: 10, memo: '', at: n }),
      ),
    );
    const outcomes = await Promise.allSettled(spends);
    expect(outcomes.filter((it) => it.status === 'fulfilled')).toHaveLength(10);
    expect(await balance(db, alice, 'FUEL')).toBe(0n);
    expect(await brokenInvariants(db)).toEqual([]);
  });
});
