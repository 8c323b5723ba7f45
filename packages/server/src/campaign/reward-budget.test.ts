import { expect, test } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import { ethereumKey, logIn, openTestService, post } from '../testing.ts';
import { here, picture, sendPhoto, terms } from './testing-campaigns.ts';

eachDriver('what the network pays for photos in a day', (place) => {
  test('is bounded for a sender, for a creator and in total; a photo that is rejected gives its part back', async () => {
    const env = { CAMPAIGN_REWARDS_PER_DAY: '25', REWARDS_PER_DAY_EACH: '10' };
    const service = await openTestService(await place.fresh(), env);
    const cookies = await Promise.all(Array.from({ length: 8 }, () => logIn(service, ethereumKey())));
    let seed = 200;
    const create = async (creator: number, changes: object) => {
      const body = terms({ total_rewards: 1_000_000_000, max_submissions: 100, ...changes });
      const cookie = cookies[creator] as string;
      const { status, body: said } = await post(service, '/create-campaign', body, { cookie });
      return status === 200 ? body.campaign : (said.error.message as string);
    };
    const send = async (sender: number, campaign: string) => {
      const headers = { cookie: cookies[sender] as string };
      const { body } = await sendPhoto(service, { campaign, ...here }, await picture(seed++), headers);
      return body.result?.photo_id ?? body.error.message;
    };
    // A campaign of one's own: a billion at once is refused, and slices stop at the budget of a day.
    expect(await create(0, { reward_per_task: 1_000_000_000 })).toMatch(/^reward_per_task must not be more than 10/);
    const own = await create(0, { reward_per_task: 4, review: true });
    const [first] = [await send(0, own), await send(0, own)];
    expect(await send(0, own)).toMatch(/used up: yours\. Send the photo after .*T00:00:00/);
    expect(await send(1, own)).toContain('used up: that of the creator of this campaign');
    const cookie = cookies[0] as string;
    const reject = { photo_id: first, accept: false, reason: 'blurred' };
    expect((await post(service, '/proof/v1/pol/review-photo', reject, { cookie })).status).toBe(200);
    expect(await send(1, own)).toMatch(/^[0-9a-f]{24}$/);
    // Fresh keys for each side: the total stops them.
    const others = [await create(2, { reward_per_task: 9 }), await create(3, { reward_per_task: 9 })];
    expect(await send(4, others[0] as string)).toMatch(/^[0-9a-f]{24}$/);
    expect(await send(5, others[1] as string)).toContain("used up: the network's");
    expect(await send(6, await create(6, { reward_per_task: 8 }))).toMatch(/^[0-9a-f]{24}$/);
    const { body } = await post(service, '/proof/v1/pol/my-balance', {}, { cookie });
    expect(body.result.budgets).toMatchObject([
      { of: 'owner', used: '4', most: '10', until: expect.stringMatching(/T00:00:00.000Z$/) },
      { of: 'payer', used: '8', most: '10' },
      { of: 'prover', used: '0', most: '10' },
      { of: 'readings', used: '0', most: '1000000' },
      { of: 'campaigns', used: '25', most: '25' },
    ]);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toContain('trigpoint_rewards_today_points{for="campaigns"} 25');
    expect(metrics).toContain('trigpoint_rewards_per_day_points{for="each"} 10');
  });
});
