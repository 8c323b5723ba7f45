import { expect, test } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import { ethereumKey, logIn, post, startTestService } from '../testing.ts';
import { userAccount } from './accounts.ts';
import { post as transfer } from './transfers.ts';

eachDriver('what a key is told about its balance', (place) => {
  test('FUEL_PER_DAY: the fuel of a key that spent nothing is what the operator set', async () => {
    const service = await startTestService(await place.empty(), { FUEL_PER_DAY: '7' });
    const cookie = await logIn(service, ethereumKey());
    const { body } = await post(service, '/proof/v1/pol/my-balance', {}, { cookie });
    await service.close();
    expect(body.result).toMatchObject({ points: 0, fuel: 7, entries: [], next_cursor: null });
  });

  test('a balance beyond 2^53 millionths is told with all its digits', async () => {
    const service = await startTestService(await place.empty());
    const key = ethereumKey();
    const cookie = await logIn(service, key);
    const to = userAccount('ethereum', key.publicKey);
    const given = {
      unit: 'POINTS',
      from: 'network',
      to,
      amount: Number.MAX_SAFE_INTEGER,
      memo: '',
      at: Date.now(),
    } as const;
    await service.context.db.write((tx) =>
      transfer(tx, [
        { ...given, reason: 'a' },
        { ...given, reason: 'b' },
      ]),
    );
    await service.context.db.write((tx) => transfer(tx, [{ ...given, reason: 'c', amount: 1 }]));
    const { body } = await post(service, '/proof/v1/pol/my-balance', { limit: 2 }, { cookie });
    await service.close();
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
});
