import { expect, test } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import { proverWasHere } from '../network/temporary-prover.ts';
import { ethereumKey, logIn } from '../testing.ts';
import { campaignStage, here, hour, iso, picture } from './testing-campaigns.ts';

eachDriver('which photos a campaign takes', (place) => {
  const stage = campaignStage(place);

  test.each([
    ['campaign_not_open', { is_active: false }],
    ['campaign_not_open', { starts_at: iso(Date.now() + hour / 2) }],
    ['campaign_not_open', { starts_at: iso(Date.now() - 2 * hour), ends_at: iso(Date.now() - hour) }],
    ['outside_area', { latitude: 48.1, longitude: 11.5 }],
    ['proof_required', { require_proof: { max_age_minutes: 10 } }],
  ])('%s for %j', async (code, changes) => {
    const campaign = await stage.created(changes);
    expect((await stage.sendTo(campaign, 6, stage.bob)).body.error.code).toBe(code);
  });

  test('require_proof: a proof opens the campaign if all places that it leaves possible are inside; an old one does not', async () => {
    const key = ethereumKey();
    const cookie = await logIn(stage.service, key);
    const campaign = await stage.created({ require_proof: { max_age_minutes: 30, min_withstands: 2 } });
    const { db } = stage.service.context;
    let seed = 70;
    const proved = async (latitude: string, at: number, uncertaintyKm?: string, shown?: string, withstands = '2') => {
      const result = { latitude, longitude: '13.4', uncertainty_km: uncertaintyKm, at: iso(at), shown, withstands };
      const address = key.publicKey.toLowerCase();
      await proverWasHere(db, address);
      const values = [JSON.stringify(result), `IPv4/${address}`];
      await db.run('UPDATE agent SET verified_result = ? WHERE id = ?', values);
      return (await stage.sendTo(campaign, ++seed, cookie)).status;
    };
    expect(await proved('52.5', Date.now() - hour, '5')).toBe(403);
    expect(await proved('52.7', Date.now(), '5')).toBe(403);
    // Verified to within 300 km of the centre of a circle of 10 km.
    expect(await proved('52.52', Date.now(), '300')).toBe(403);
    // 2.3 km from the centre: the prover may stand on the border, and no further.
    expect(await proved('52.5', Date.now(), '8')).toBe(403);
    expect(await proved('52.52', Date.now())).toBe(403);
    // The zone was verified, and the claimed place was not.
    expect(await proved('52.52', Date.now(), '1', 'zone')).toBe(403);
    // Four challengers measured, and two liars among them would have been believed.
    expect(await proved('52.52', Date.now(), '1', undefined, '1')).toBe(403);
    expect(await proved('52.5', Date.now() - hour / 3, '7')).toBe(200);
  });

  test('the place counts with its accuracy, but vagueness buys no distance', async () => {
    const campaign = await stage.created();
    const at = async (northKm: number, accuracyM: number, seed: number) => {
      const latitude = String(52.52 + northKm / 111.195);
      const fields = { campaign, ...here, latitude, accuracy_m: String(accuracyM) };
      return (await stage.send(fields, await picture(seed))).status;
    };
    expect(await at(9.9, 5, 21)).toBe(200);
    expect(await at(10.3, 5, 22)).toBe(409);
    expect(await at(10.3, 500, 23)).toBe(200);
    expect(await at(11.5, 5000, 24)).toBe(409);
    expect(await at(1, 10_001, 25)).toBe(409);
  });

  test('captured_at lies within the campaign', async () => {
    const campaign = await stage.created();
    for (const at of [Date.now() - 2 * hour, Date.now() + hour / 2])
      expect((await stage.send({ campaign, ...here, captured_at: iso(at) }, await picture(7))).body.error.code).toBe(
        'outside_window',
      );
    expect((await stage.send({ campaign, ...here, captured_at: iso(Date.now()) }, await picture(7))).status).toBe(200);
  });

  test('campaign-figures: what was paid of late, what is held, and why others were not taken', async () => {
    const campaign = await stage.created({ review: true, total_rewards: 6 });
    const [first] = [await stage.sendTo(campaign, 81, stage.bob), await stage.sendTo(campaign, 82, stage.bob)];
    await stage.ask('review-photo', { photo_id: first.body.result.photo_id, accept: true });
    for (const latitude of ['48', '49'])
      await stage.send({ campaign, latitude, longitude: '13.405' }, await picture(83), stage.bob);
    await stage.sendTo(campaign, 82, stage.bob);
    expect((await stage.ask('campaign-figures', { campaign }, stage.bob)).body.result).toEqual({
      held: 1.5,
      contributors: 1,
      paid_in_7_days: 1,
      refused_in_24_hours: [
        { code: 'outside_area', count: 2 },
        { code: 'duplicate_photo', count: 1 },
      ],
    });
    const hidden = await stage.created({ is_active: false });
    expect((await stage.ask('campaign-figures', { campaign: hidden }, stage.bob)).status).toBe(403);
  });
});
