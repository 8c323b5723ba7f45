import { checksumAddress } from '@trigpoint/protocol';
import { expect, test } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import { ethereumKey, logIn, openTestService, post } from '../testing.ts';
import { userAccount } from './accounts.ts';
import { brokenInvariants } from './invariants.ts';
import { balance } from './transfers.ts';

const accountOf = ({ publicKey }: { publicKey: string }) => userAccount('ethereum', publicKey);

eachDriver('grants and transfers', (place) => {
  const open = async () => {
    const [operator, alice, bob] = [ethereumKey(), ethereumKey(), ethereumKey()];
    const service = await openTestService(await place.fresh(), { OPERATORS: operator.publicKey });
    const order =
      (name: 'grant-points' | 'transfer-points', cookie: string) =>
      async (points: string, more: object = {}, to: string = alice.publicKey) => {
        const body = { to, points, id: crypto.randomUUID(), reason: 'a test', ...more };
        const { status, body: said } = await post(service, `/proof/v1/pol/${name}`, body, { cookie });
        return status === 200 ? said.result : { status, code: said.error.code, message: said.error.message };
      };
    const cookies = await Promise.all([operator, alice].map((key) => logIn(service, key)));
    const { db } = service.context;
    return {
      ...{ alice, bob, db },
      grant: order('grant-points', cookies[0] as string),
      grantAsAlice: order('grant-points', cookies[1] as string),
      give: order('transfer-points', cookies[1] as string),
      holds: (key: typeof alice) => balance(db, accountOf(key)),
      entries: async () =>
        (await post(service, '/proof/v1/pol/my-balance', {}, { cookie: cookies[1] as string })).body.result.entries,
    };
  };

  test('an operator grants, its holder gives on; each entry says why', async () => {
    const { alice, bob, grant, give, holds, entries, db } = await open();
    const checksummed = checksumAddress(alice.publicKey);
    expect(await grant('9007199254.740991', { reason: 'for a campaign' }, checksummed)).toMatchObject({
      success: true,
      to: alice.publicKey.toLowerCase(),
      points: '9007199254.740991',
      repeated: false,
    });
    await grant('0.000002');
    expect(await give('0.000001', { reason: 'for you' }, bob.publicKey)).toMatchObject({ points: '0.000001' });
    expect([await holds(alice), await holds(bob)]).toEqual([9_007_199_254_740_992n, 1n]);
    await give('0.000001', { reason: ' ' }, bob.publicKey.toUpperCase().replace('X', 'x'));
    expect((await entries()).map((it: { reason: string }) => it.reason.replace(/0x\w+/g, '0x'))).toEqual([
      'Transfer from 0x to 0x.',
      'Transfer from 0x to 0x: for you',
      'Granted by the operator 0x: a test',
      'Granted by the operator 0x: for a campaign',
    ]);
    expect(await brokenInvariants(db)).toEqual([]);
  });

  test('the same id again moves nothing, also when all come at once; for something else it is refused', async () => {
    const { bob, grant, give, holds, db } = await open();
    await grant('10', { id: 'grant-no-1' });
    expect(await grant('10', { id: 'grant-no-1' })).toMatchObject({ repeated: true });
    expect(await grant('11', { id: 'grant-no-1' })).toMatchObject({ status: 400, code: 'idempotency_key_reused' });
    const id = 'transfer-1';
    const all = await Promise.all(Array.from({ length: 12 }, () => give('3', { id }, bob.publicKey)));
    expect(all.filter((it) => it.repeated === false)).toHaveLength(1);
    expect(await holds(bob)).toBe(3_000_000n);
    for (const [points, more] of [
      ['2', {}],
      ['3', { reason: 'another' }],
    ] as const)
      expect(await give(points, { id, ...more }, bob.publicKey)).toMatchObject({ code: 'idempotency_key_reused' });
    expect(await brokenInvariants(db)).toEqual([]);
  });

  test('nobody gives what it has not got, to itself, or to a key that cannot be; only operators grant', async () => {
    const { alice, bob, grant, grantAsAlice, give, holds, db } = await open();
    await grant('5');
    const raced = await Promise.all(Array.from({ length: 10 }, () => give('1.5', {}, bob.publicKey)));
    expect(raced.filter((it) => it.success)).toHaveLength(3);
    expect(raced.find((it) => it.code)).toMatchObject({ status: 402, message: expect.stringContaining('holds 0.5') });
    expect(await give('0.5', {}, alice.publicKey)).toMatchObject({ message: expect.stringContaining('logged in') });
    expect(await give('0.5', {}, checksumAddress(alice.publicKey))).toMatchObject({ code: 'invalid_field' });
    const mistyped = checksumAddress(bob.publicKey).replace(/[a-f]/i, (it) =>
      it === it.toLowerCase() ? it.toUpperCase() : it.toLowerCase(),
    );
    for (const to of [`0x${'g'.repeat(40)}`, '1'.repeat(32), mistyped])
      expect(await give('0.5', {}, to)).toMatchObject({ status: 400, message: expect.stringMatching(/^to /) });
    for (const points of ['0', '-1', '1e3', '0.0000001', '9007199254.740992', ' 1'])
      expect(await give(points, {}, bob.publicKey)).toMatchObject({ message: expect.stringMatching(/^points /) });
    expect(await give('0.1', { reason: 'a\u001b[2J' }, bob.publicKey)).toMatchObject({ code: 'invalid_field' });
    expect(await grant('1', { reason: ' ' })).toMatchObject({ message: expect.stringMatching(/^reason must say/) });
    await db.run("UPDATE ledger_account SET balance = 3999999999999500000 WHERE account LIKE 'user:%'");
    expect(await grant('0.500001')).toMatchObject({ message: expect.stringMatching(/^points would bring/) });
    expect(await grant('0.5')).toMatchObject({ success: true });
    for (const [key, held] of [
      [alice, 1_000_000],
      [bob, 4_500_000],
    ] as const)
      await db.run('UPDATE ledger_account SET balance = ? WHERE account = ?', [held, accountOf(key)]);
    expect(await grantAsAlice('5')).toMatchObject({ status: 403, message: expect.stringContaining('OPERATORS') });
    expect([await holds(alice), await holds(bob)]).toEqual([1_000_000n, 4_500_000n]);
    expect(await brokenInvariants(db)).toEqual([]);
  });
});
