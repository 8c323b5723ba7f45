import { expect, test } from 'vitest';
import { here, picture, sendPhoto, terms } from '../../campaign/testing-campaigns.ts';
import { eachDriver } from '../../db/testing.ts';
import { proverWasHere } from '../../network/temporary-prover.ts';
import { cookieOf, ethereumKey, logIn, post, type TestKey } from '../../testing.ts';
import { type Name, names, openBoth } from './testing.ts';

/** What clients of that network send and read. Each test says what the interface as written does with the same. */
eachDriver('clients of witnesschain', (place) => {
  const key = ethereumKey();
  const { service, cookies, call } = openBoth(place, key);

  const hello = (who: TestKey, more: object = {}) => ({
    ...{ publicKey: who.publicKey, keyType: who.keyType, role: 'prover' },
    ...more,
  });
  const created = async (name: Name, changes: Record<string, unknown> = {}): Promise<string> => {
    const body = terms(changes);
    expect(await call(name, 'create-campaign', body)).toMatchObject({ status: 200 });
    return body.campaign;
  };
  const photographed = async (name: Name, campaign: string, seed: number): Promise<string> => {
    const headers = { cookie: cookies[name] };
    const sent = await sendPhoto(service(name), { campaign, ...here }, await picture(seed), headers);
    return sent.body.result.photo_id;
  };

  test('the feed’s result is the array of photos, each with id and photo_url', async () => {
    for (const name of names) {
      const campaign = await created(name);
      const id = await photographed(name, campaign, 3);
      const { body } = await call(name, 'photo-feed-from-campaign', { campaign, since: null });
      expect(body.photos).toMatchObject([{ photo_id: id }]);
      const [photo] = body.photos;
      expect(photo).not.toHaveProperty('id');
      expect(body.result).toEqual(name === 'off' ? undefined : [{ ...photo, id, photo_url: photo.url }]);
    }
  });

  test('campaigns are known by their name', async () => {
    const campaign = await created('witnesschain');
    const made = await call('witnesschain', 'create-campaign', terms({ campaign: 'By name' }));
    expect(made.body.result).toMatchObject({ success: true, campaign_id: 'By name' });
    const edited = await call('witnesschain', 'edit-campaign', { campaign, description: 'Now' });
    expect(edited.body.result.campaign.campaign_id).toBe(campaign);
    const { body } = await call('witnesschain', 'campaigns', { campaign });
    expect(body.result.campaigns).toMatchObject([{ campaign_id: campaign, campaign }]);

    const own = await created('off');
    const [plain] = (await call('off', 'campaigns', { campaign: own })).body.result.campaigns;
    expect(plain.campaign_id).not.toBe(own);
    expect(plain).not.toHaveProperty('id');
  });

  test('all-campaigns is an array, also of more than one page', async () => {
    const made = [];
    for (let i = 0; i < 51; i++) made.push(await created('witnesschain', { total_rewards: 2 }));
    const { status, body } = await call('witnesschain', 'all-campaigns');
    expect([status, Array.isArray(body.result)]).toEqual([200, true]);
    const ids = body.result.map((it: { id: string }) => it.id);
    for (const it of made) expect(ids).toContain(it);
    expect(body.result[0]).toMatchObject({ id: made.at(-1), campaign_id: made.at(-1), reward_per_task: 1.5 });
    expect((await post(service('witnesschain'), '/proof/v1/pol/all-campaigns', {})).status).toBe(401);
    expect((await call('off', 'all-campaigns')).status).toBe(404);
  });

  test('accept-photo accepts, whatever else it says, and only for the creator', async () => {
    const campaign = await created('witnesschain', { review: true });
    const photo = await photographed('witnesschain', campaign, 5);
    const stranger = await logIn(service('witnesschain'), ethereumKey());
    expect((await call('witnesschain', 'accept-photo', { photo }, { cookie: stranger })).status).toBe(403);
    expect((await call('witnesschain', 'accept-photo', {})).status).toBe(400);
    const accepted = await call('witnesschain', 'accept-photo', { photo, accept: false, reason: 'no' });
    expect(accepted).toMatchObject({
      status: 200,
      body: { result: { success: true, photo_id: photo, state: 'ready' } },
    });
    const { body } = await call('witnesschain', 'photo-feed-from-campaign', { campaign });
    expect(body.result).toMatchObject([{ id: photo }]);
    expect((await call('off', 'accept-photo', { photo })).status).toBe(404);
  });

  test('over http a cookie named __Secure-proof is there too, and is enough', async () => {
    for (const name of names) {
      const who = ethereumKey();
      const first = await post(service(name), '/proof/v1/pol/pre-login', hello(who));
      const named = first.headers.getSetCookie().filter((it) => it.startsWith('__Secure-proof='));
      if (name === 'off') {
        expect(named).toEqual([]);
        continue;
      }
      expect(named).toEqual([expect.not.stringMatching(/; secure/i)]);
      const cookie = (named[0] as string).split(';')[0] as string;
      const signature = await who.sign(first.body.result.message);
      const second = await post(service(name), '/proof/v1/pol/login', { signature }, { cookie });
      expect(second.status).toBe(200);
      const both = second.headers.getSetCookie().map((it) => it.split(';')[0]);
      expect(both).toEqual([cookieOf(first), cookie]);
      expect((await call(name, 'user-info', {}, { cookie: both.join('; ') })).status).toBe(200);
      const ended = await call(name, 'logout', {}, { cookie });
      expect(ended.headers.getSetCookie().map((it) => it.split(';')[0])).toEqual(['__proof=', '__Secure-proof=']);
      expect((await call(name, 'user-info', {}, { cookie })).status).toBe(401);
    }
  });

  test('pre-login takes null for what is optional, booleans in claims, and a radius beyond the earth', async () => {
    const claims = { latitude: 1, longitude: 2, radius: 1_000_000, isMobile: false };
    const absent = { walletPublicKey: null, projectPublicKey: null };
    for (const more of [{ ...absent, claims: null }, { claims: { radius: 1_000_000 } }, { claims: { isMobile: true } }])
      expect((await call('off', 'pre-login', hello(key, more))).status).toBe(400);
    expect((await call('witnesschain', 'pre-login', hello(key, { ...absent, claims: null }))).status).toBe(200);

    for (const radius of [1_000_000, '1000000', '1e6']) {
      const first = await call('witnesschain', 'pre-login', hello(key, { ...absent, claims: { ...claims, radius } }));
      expect([radius, first.status]).toEqual([radius, 200]);
      const cookie = cookieOf(first);
      await call('witnesschain', 'login', { signature: await key.sign(first.body.result.message) }, { cookie });
      const { body } = await call('witnesschain', 'user-info', {}, { cookie });
      expect(body.result.claims).toEqual({ latitude: '1', longitude: '2', radius: '20038', isMobile: 'false' });
    }
    for (const radius of [-1, 'wide', '0xfffff', '1e999', null, [1_000_000]]) {
      const refused = await call('witnesschain', 'pre-login', hello(key, { claims: { radius } }));
      expect([radius, refused.status]).toEqual([radius, 400]);
    }
    // No other claim is changed, and nothing that is required may be null.
    expect((await call('witnesschain', 'pre-login', hello(key, { claims: { latitude: 91 } }))).status).toBe(400);
    expect((await call('witnesschain', 'pre-login', hello(key, { role: null }))).status).toBe(400);
    expect((await call('witnesschain', 'pre-login', hello(key, { claims: [true] }))).status).toBe(400);
  });

  test('a signature may begin with 0x0x', async () => {
    const logInWith = async (name: Name, prefix: string) => {
      const first = await call(name, 'pre-login', hello(key));
      const signature = prefix + (await key.sign(first.body.result.message)).slice(2);
      return (await call(name, 'login', { signature }, { cookie: cookieOf(first) })).status;
    };
    expect(await logInWith('witnesschain', '0x0x')).toBe(200);
    expect(await logInWith('witnesschain', '0x')).toBe(200);
    expect(await logInWith('witnesschain', '0x0x0x')).not.toBe(200);
    expect(await logInWith('off', '0x0x')).not.toBe(200);
  });

  test('JSON is called application/json and nothing more: answers, refusals, lists and documents', async () => {
    const typesOf = async (name: Name) => {
      const answers = [
        await call(name, 'user-info'),
        await call(name, 'user-info', {}, { cookie: '' }),
        await call(name, 'provers'),
        await call(name, 'nothing'),
      ];
      const read = await Promise.all(['/healthz', '/openapi.json'].map((it) => fetch(service(name).url + it)));
      return new Set([...answers, ...read].map((it) => it.headers.get('content-type')));
    };
    expect(await typesOf('witnesschain')).toEqual(new Set(['application/json']));
    expect(await typesOf('off')).toEqual(new Set(['application/json; charset=utf-8']));
    const page = await fetch(`${service('witnesschain').url}/docs`);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  test('a session cookie counts beside a bearer of somebody else, and is protected as a cookie', async () => {
    const foreign = { authorization: `Bearer ${'A'.repeat(43)}` };
    expect((await call('witnesschain', 'user-info', {}, foreign)).status).toBe(200);
    expect((await call('off', 'user-info', {}, foreign)).status).toBe(401);
    const elsewhere = { ...foreign, origin: 'https://elsewhere.example' };
    expect((await call('witnesschain', 'user-info', {}, elsewhere)).status).toBe(403);
    const own = { authorization: `Bearer ${cookies.witnesschain.split('=')[1]}` };
    expect((await call('witnesschain', 'user-info', {}, { ...own, cookie: '' })).status).toBe(200);
  });

  test('they ask without a chain for two challengers and any tolerance, and read the status under its older name', async () => {
    const body = { proverId: `IPv4/${key.publicKey}`, challengerCount: 2, tolerance_count: 9 };
    const place = { parameters: { latitude: 1, longitude: 2 } };
    for (const name of names) await proverWasHere(service(name).context.db, key.publicKey);
    expect((await call('off', 'challenge-request', { ...body, ...place })).status).toBe(400);
    const asked = await call('witnesschain', 'challenge-request', { ...body, ...place });
    expect([asked.status, asked.body.result]).toMatchObject([
      200,
      { challenge_status: 'SUBMITTED_TO_CHALLENGE_COORDINATOR', challenge_id: expect.stringMatching(/^ask-/) },
    ]);
    const { challenge_id } = asked.body.result;
    expect((await call('off', 'challenge-status', { challenge_id })).status).toBe(404);
    const { body: told } = await call('witnesschain', 'challenge-status', { challenge_id });
    expect(told.result).toMatchObject({
      id: challenge_id,
      challenge_parameters: { number_of_challengers: 2, raised_to: 4, tolerance: '3' },
    });
  });

  test('they make, list and delete API keys, and ask with them', async () => {
    expect((await call('off', 'create-apikey', { label: 'x' })).status).toBe(404);
    const made = await call('witnesschain', 'create-apikey', { label: 'script' });
    expect(made.body.result).toMatchObject({ name: 'script', apikey: expect.stringMatching(/^tpk_/) });
    const { apikey, apikey_id } = made.body.result;
    const listed = await call('witnesschain', 'get-all-apikeys');
    expect(listed.body.result).toMatchObject([{ apikey_id, scopes: ['ask', 'campaigns', 'read'] }]);
    const who = () =>
      post(service('witnesschain'), '/proof/v1/pol/user-info', {}, { authorization: `Bearer ${apikey}` });
    expect((await who()).body.result.publicKey).toBe(key.publicKey.toLowerCase());
    expect((await call('witnesschain', 'delete-apikey', { apikey_id })).status).toBe(200);
    expect((await who()).status).toBe(401);
  });
});
