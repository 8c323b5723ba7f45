import { expect, test } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import { ethereumKey, logIn, openTestService, post } from '../testing.ts';
import { terms } from './testing-campaigns.ts';

eachDriver('what an operator may set', (place) => {
  test('CAMPAIGN_CREATORS: others get 403; CAMPAIGN_FUNDING=creator: too little is 400', async () => {
    const key = ethereumKey();
    const service = await openTestService(await place.fresh(), {
      CAMPAIGN_CREATORS: key.publicKey,
      CAMPAIGN_FUNDING: 'creator',
    });
    const owner = await logIn(service, key);
    const other = await logIn(service, ethereumKey());
    expect((await post(service, '/create-campaign', terms(), { cookie: other })).status).toBe(403);
    expect((await post(service, '/create-campaign', terms(), { cookie: owner })).body.error.code).toBe('budget_short');
  });

  test('rate limits: 429 with Retry-After', async () => {
    const service = await openTestService(await place.fresh(), { RATE_LIMITS: 'create-campaign=2,feed=3' });
    const cookie = await logIn(service, ethereumKey());
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await post(service, '/create-campaign', {}, { cookie })).status);
    for (let i = 0; i < 4; i++)
      statuses.push((await post(service, '/photo-feed-from-campaign', {}, { cookie })).status);
    expect(statuses).toEqual([400, 400, 429, 400, 400, 400, 429]);
    const last = await post(service, '/create-campaign', {}, { cookie });
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
