import { expect, test } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import { ethereumKey, logIn, openTestService, post, type TestKey } from '../testing.ts';
import { userAccount } from './accounts.ts';
import { post as transfer } from './transfers.ts';

const toKey = ({ publicKey }: TestKey) =>
  ({ unit: 'POINTS', from: 'network', to: userAccount('ethereum', publicKey) }) as const;

eachDriver('what a key is told about its balance', (place) => {
  test('FUEL_PER_DAY: the fuel of a key that spent nothing is what the operator set', async () => {
    const service = await openTestService(await place.fresh(), { FUEL_PER_DAY: '7' });
    const cookie = await logIn(service, ethereumKey());
    const { body } = await post(service, '/proof/v1/pol/my-balance', {}, { cookie });
    expect(body.result).toMatchObject({ points: 0, fuel: 7, entries: [], next_cursor: null });
  });

  test('a balance beyond 2^53 millionths is told with all its digits', async () => {
    const service = await openTestService(await place.fresh());
    const key = ethereumKey();
    const cookie = await logIn(service, key);
    const grant = (reason: string, amount: number) => ({ ...toKey(key), reason, amount, memo: '', at: Date.now() });
    const most = Number.MAX_SAFE_INTEGER;
    await service.context.db.write((tx) => transfer(tx, [grant('a', most), grant('b', most)]));
    await service.context.db.write((tx) => transfer(tx, [grant('c', 1)]));
    const { body } = await post(service, '/proof/v1/pol/my-balance', { limit: 2 }, { cookie });
    expect(body.result).toMatchObject({
      points: 18014398509.481983,
      points_exact: '18014398509.481983',
      earned_in_7_days_exact: '18014398509.481983',
    });
    expect(body.result.entries.map((it: { points_exact: string }) => it.points_exact)).toEqual([
      '0.000001',
      '9007199254.740991',
    ]);
  });

  test('fifty entries are told at first, then the next ones; a cursor of others is refused', async () => {
    const at = Date.UTC(2026, 10, 16, 12);
    const service = await openTestService(await place.fresh(), {}, { now: () => at });
    const key = ethereumKey();
    const cookie = await logIn(service, key);
    const given = { ...toKey(key), amount: 1, at };
    const all = Array.from({ length: 51 }, (_, i) => ({ ...given, reason: `r${i}`, memo: `for ${i}` }));
    await service.context.db.write((tx) => transfer(tx, all));
    const ask = (body: object) => post(service, '/proof/v1/pol/my-balance', body, { cookie });
    const first = (await ask({})).body.result;
    expect([first.entries.length, typeof first.next_cursor]).toEqual([50, 'string']);
    expect(first.entries[0]).toMatchObject({ at: new Date(at).toISOString(), points: 0.000001 });
    const second = (await ask({ cursor: first.next_cursor })).body.result;
    expect([second.entries.length, second.next_cursor]).toEqual([1, null]);
    expect(first.budgets.map((it: { of: string }) => it.of)).toEqual([
      ...['owner', 'payer', 'prover', 'readings', 'campaigns'],
    ]);
    expect(first.budgets[0]).toMatchObject({ used: '0', until: '2026-11-17T00:00:00.000Z' });
    const wrong = await ask({ cursor: 'x' });
    expect([wrong.status, wrong.body.error.message.split(' ')[0]]).toEqual([400, 'cursor']);
  });
});
