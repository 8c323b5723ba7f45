import { expect, test } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import type { Answer } from '../testing.ts';
import { campaignDesk, here, hour, iso, picture } from './testing-campaigns.ts';

eachDriver('campaigns and edit-campaign', (place) => {
  const desk = campaignDesk(place);

  const names = (answer: Answer) => answer.body.result.campaigns.map((it: { campaign: string }) => it.campaign);

  test('search by tag, text and place, with the status worked out', async () => {
    const tag = `tag${Math.random()}`;
    const live = await desk.created({ tags: [tag, 'b'], description: 'Fifty 50%_off bridges' });
    const later = await desk.created({ tags: [tag], starts_at: iso(Date.now() + hour / 2) });
    const over = await desk.created({
      tags: [tag],
      starts_at: iso(Date.now() - 2 * hour),
      ends_at: iso(Date.now() - hour),
    });
    const full = await desk.created({ tags: [tag], max_submissions: 1 });
    await desk.send({ campaign: full, ...here }, await picture(51));
    expect(names(await desk.ask('campaigns', { tag }))).toEqual([full, over, later, live]);
    for (const [status, name] of [
      ['live', live],
      ['scheduled', later],
      ['ended', over],
      ['full', full],
    ])
      expect(names(await desk.ask('campaigns', { tag, status }))).toEqual([name]);
    expect(names(await desk.ask('campaigns', { tag, text: '50%_OFF' }))).toEqual([live]);
    expect(names(await desk.ask('campaigns', { tag, text: '50x_off' }))).toEqual([]);
    const pages = await desk.ask('campaigns', { tag, limit: 3 });
    expect(names(await desk.ask('campaigns', { tag, limit: 3, cursor: pages.body.result.next_cursor }))).toEqual([
      live,
    ]);
  });

  test('near a place: those whose circle holds it, also across the date line and at the poles', async () => {
    const tag = `near${Math.random()}`;
    const fiji = await desk.created({ tags: [tag], latitude: -17, longitude: 179.9, radius: 100 });
    const pole = await desk.created({ tags: [tag], latitude: 89.5, longitude: 0, radius: 200 });
    const near = async (latitude: number, longitude: number) =>
      names(await desk.ask('campaigns', { tag, latitude, longitude }));
    expect(await near(-17, -179.8)).toEqual([fiji]);
    expect(await near(-17, 178)).toEqual([]);
    expect(await near(89.5, 180)).toEqual([pole]);
    expect(await near(-16.2, 179.1)).toEqual([]);
  });

  test('an inactive campaign is listed to its creator alone', async () => {
    const campaign = await desk.created({ is_active: false });
    expect(names(await desk.ask('campaigns', { campaign }, desk.bob))).toEqual([]);
    expect(names(await desk.ask('campaigns', { campaign, mine: true }))).toEqual([campaign]);
  });

  test('only the creator edits, never below what is given away, and the budget follows', async () => {
    const campaign = await desk.created({ total_rewards: 6 });
    for (const seed of [61, 62]) await desk.send({ campaign, ...here }, await picture(seed), desk.bob);
    expect((await desk.ask('edit-campaign', { campaign, description: 'x' }, desk.bob)).status).toBe(403);
    expect((await desk.ask('edit-campaign', { campaign })).status).toBe(400);
    expect((await desk.ask('edit-campaign', { campaign: 'no such', description: 'x' })).status).toBe(404);
    for (const [field, value] of [
      ['total_rewards', 2.9],
      ['max_submissions', 1],
      ['reward_per_task', 7],
      ['ends_at', '2001-01-01T00:00:00Z'],
    ] as const) {
      const answer = await desk.ask('edit-campaign', { campaign, [field]: value });
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).toContain(field);
    }
    const edited = await desk.ask('edit-campaign', {
      campaign,
      total_rewards: 3,
      max_submissions: 9,
      tags: ['new'],
      latitude: null,
      longitude: null,
    });
    expect(edited.body.result.campaign).toMatchObject({
      total_rewards: 3,
      max_submissions: 9,
      tags: ['new'],
      latitude: null,
      status: 'full',
      paid: 3,
    });
    expect((await desk.send({ campaign, ...here }, await picture(63), desk.bob)).body.error.code).toBe(
      'campaign_spent',
    );
    await desk.ask('edit-campaign', { campaign, total_rewards: 4.5 });
    expect((await desk.send({ campaign, ...here }, await picture(63), desk.bob)).status).toBe(200);
  });
});
