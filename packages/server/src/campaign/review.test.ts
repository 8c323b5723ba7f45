import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import { findTransfers } from '../ledger/store.ts';
import { ethereumKey, logIn } from '../testing.ts';
import { markAccepted, markRejected } from './photo-store.ts';
import { campaignStage, here, hour, picture } from './testing-campaigns.ts';

eachDriver('review-photo and submissions', (place) => {
  const stage = campaignStage(place);

  test('photos wait, unseen and unpaid, until the creator decides; the decision is final and paid once', async () => {
    const campaign = await stage.created({ review: true, max_submissions: 2, total_rewards: 3 });
    const [one, two] = [await stage.sendTo(campaign, 31, stage.bob), await stage.sendTo(campaign, 32, stage.bob)];
    expect((await stage.sendTo(campaign, 33, stage.bob)).body.error.code).toBe('campaign_full');
    expect((await stage.feed({ campaign })).body.photos).toEqual([]);
    const [first, second] = [one.body.result.photo_id, two.body.result.photo_id];
    expect((await stage.ask('review-photo', { photo_id: first, accept: true }, stage.bob)).status).toBe(403);
    expect((await stage.ask('review-photo', { photo_id: second, accept: false })).body.error.message).toContain(
      'reason',
    );
    const decided = await Promise.all(
      [1, 2, 3].map(() => stage.ask('review-photo', { photo_id: first, accept: true })),
    );
    expect(decided.map((it) => it.status)).toEqual([200, 200, 200]);
    expect(
      (await stage.ask('review-photo', { photo_id: second, accept: false, reason: 'Blurred.' })).body.result.state,
    ).toBe('rejected');
    expect((await stage.ask('review-photo', { photo_id: second, accept: true })).body.error.code).toBe('photo_decided');
    expect((await stage.feed({ campaign })).body.photos.map((it: { photo_id: string }) => it.photo_id)).toEqual([
      first,
    ]);
    const { body } = await stage.ask('submissions', { campaign }, stage.bob);
    expect(body.result.submissions).toMatchObject([
      { photo_id: second, state: 'rejected', reason: 'Blurred.', paid: false, url: null },
      { photo_id: first, state: 'ready', review: 'accepted', paid: true, reward: 1.5 },
    ]);
    expect((await stage.ask('campaigns', { campaign })).body.result.campaigns[0]).toMatchObject({
      paid: 1.5,
      submissions: 1,
    });
    expect((await stage.sendTo(campaign, 34, stage.bob)).status).toBe(200);
  });

  test('a rejected photo gives its fuel back on its day; a later day’s refill has given it back already', async () => {
    const campaign = await stage.created({ review: true, fuel_required: 10 });
    const carol = await logIn(stage.service, ethereumKey());
    const { db } = stage.service.context;
    const reject = async (seed: number, age: number) => {
      const { photo_id } = (await stage.sendTo(campaign, seed, carol)).body.result;
      await db.write((tx) => tx.run('UPDATE photo SET received_at = received_at - ? WHERE id = ?', [age, photo_id]));
      expect((await stage.ask('review-photo', { photo_id, accept: false, reason: 'Blurred.' })).status).toBe(200);
      return findTransfers(db, [`photo-fuel-back:${photo_id}`]);
    };
    expect((await reject(36, 0)).size).toBe(1);
    expect((await reject(37, 24 * hour)).size).toBe(0);
  });

  test('who rejects a photo while another review accepts it learns that it was paid', async () => {
    const campaign = await stage.created({ review: true });
    const id = (await stage.sendTo(campaign, 35, stage.bob)).body.result.photo_id;
    const { db } = stage.service.context;
    let accepted = () => {};
    const isAccepted = new Promise<void>((resolve) => {
      accepted = resolve;
    });
    const accept = db.write(async (tx) => {
      const changed = await markAccepted(tx, id, Date.now());
      accepted();
      // SQLite runs one write after another. On PostgreSQL the other one has looked at the row by now.
      if (db.dialect === 'postgres') await pause(300);
      return changed;
    });
    await isAccepted;
    const rejected = await db.write((tx) => markRejected(tx, id, 'Blurred.', 'any'));
    expect([await accept, rejected?.paid]).toEqual([1, true]);
  });

  test('a photo accepted after its review is found by those who ask what is visible since, in the order of uploads', async () => {
    const campaign = await stage.created({ review: true });
    const ids: string[] = [];
    for (const seed of [81, 82, 83]) ids.push((await stage.sendTo(campaign, seed, stage.bob)).body.result.photo_id);
    const accept = (photo_id: string) => stage.ask('review-photo', { photo_id, accept: true });
    await accept(ids[1] as string);
    type Shown = { photo_id: string; created_at: string; visible_at: string };
    const shown = async (more: object = {}): Promise<Shown[]> => (await stage.feed({ campaign, ...more })).body.photos;
    const [second] = (await shown()) as [Shown];
    expect(second.visible_at > second.created_at).toBe(true);
    while (new Date().toISOString() <= second.visible_at) await new Promise((resolve) => setTimeout(resolve, 2));
    await accept(ids[0] as string);
    await accept(ids[2] as string);
    expect((await shown({ since: second.created_at })).map((it) => it.photo_id)).toEqual([ids[2]]);
    const fresh = await shown({ visible_since: second.visible_at });
    expect(fresh.map((it) => it.photo_id)).toEqual([ids[2], ids[0]]);
    expect(await shown({ visible_since: second.visible_at, limit: 1 })).toEqual(fresh.slice(0, 1));
    expect(await shown({ visible_since: second.visible_at, since: second.created_at })).toEqual(fresh.slice(0, 1));
    expect(await shown({ visible_since: new Date(Date.now() + 1e6).toISOString() })).toEqual([]);
    expect((await stage.feed({ campaign, visible_since: '' })).status).toBe(400);
  });

  test('taking down a paid photo removes its bytes at once and leaves the payment', async () => {
    const campaign = await stage.created();
    const id = (await stage.sendTo(campaign, 41, stage.bob)).body.result.photo_id;
    const { url } = (await stage.feed({ campaign })).body.photos[0];
    expect(
      (await stage.ask('review-photo', { photo_id: id, accept: false, reason: 'Not a photo of this place.' })).status,
    ).toBe(200);
    expect((await fetch(url)).status).toBe(404);
    expect((await stage.feed({ campaign })).body.photos).toEqual([]);
    expect((await stage.ask('campaigns', { campaign })).body.result.campaigns[0]).toMatchObject({ paid: 1.5 });
  });

  test('bytes that two photos share stay until the last of them goes', async () => {
    const campaign = await stage.created();
    const photo = await picture(42);
    const ids = [];
    for (const who of [stage.alice, stage.bob])
      ids.push((await stage.send({ campaign, ...here }, photo, who)).body.result.photo_id);
    const { url } = (await stage.feed({ campaign })).body.photos[0];
    await stage.ask('review-photo', { photo_id: ids[0], accept: false, reason: 'Twice.' });
    expect((await fetch(url)).status).toBe(200);
    await stage.ask('review-photo', { photo_id: ids[1], accept: false, reason: 'Twice.' });
    expect((await fetch(url)).status).toBe(404);
  });

  test('strangers see only their own submissions', async () => {
    const campaign = await stage.created();
    await stage.sendTo(campaign, 43, stage.bob);
    expect((await stage.ask('submissions', { campaign }, stage.bob)).body.result.submissions.length).toBe(1);
    expect((await stage.ask('submissions', { campaign }, stage.alice)).body.result.submissions.length).toBe(1);
    const stranger = await logIn(stage.service, ethereumKey());
    expect((await stage.ask('submissions', { campaign }, stranger)).body.result.submissions).toEqual([]);
  });
});
