import { expect, test } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import { ethereumKey, logIn, post, startTestService } from '../testing.ts';

eachDriver('what a key is told about its balance', (place) => {
  test('FUEL_PER_DAY: the fuel of a key that spent nothing is what the operator set', async () => {
    const service = await startTestService(await place.empty(), { FUEL_PER_DAY: '7' });
    const cookie = await logIn(service, ethereumKey());
    const { body } = await post(service, '/proof/v1/pol/my-balance', {}, { cookie });
    await service.close();
    expect(body.result).toMatchObject({ points: 0, fuel: 7, entries: [], next_cursor: null });
  });
});
