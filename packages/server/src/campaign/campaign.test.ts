import { readdir } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import type { Service } from '../main.ts';
import { type Answer, ethereumKey, logIn, post, solanaKey, startTestService } from '../testing.ts';

const hour = 3_600_000;
const iso = (at: number) => new Date(at).toISOString();
let counter = 0;
const terms = (changes: Record<string, unknown> = {}) => ({
  campaign: `Campaign ${++counter} ${Math.random()}`,
  description: 'Street art of the old town',
  type: 'individual',
  currency: 'POINTS',
  latitude: 52.52,
  longitude: 13.405,
  radius: 10,
  total_rewards: 100,
  reward_per_task: 1.5,
  fuel_required: 1,
  starts_at: iso(Date.now() - hour),
  ends_at: iso(Date.now() + hour),
  max_submissions: 50,
  is_active: true,
  ...changes,
});

const picture = (seed: number, width = 120, height = 90) => {
  const pixels = Buffer.alloc(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    pixels[i * 3] = (x * (seed % 7) + seed) & 255;
    pixels[i * 3 + 1] = (y * (seed % 5) * 2 + seed * 3) & 255;
    pixels[i * 3 + 2] = ((x ^ y) * (seed % 3)) & 255;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg()
    .toBuffer();
};

eachDriver('campaigns', (place) => {
  let service: Service;
  let dataDir: string;
  let alice: string;
  let bob: string;

  beforeAll(async () => {
    const options = await place.empty();
    dataDir = options.dataDir;
    service = await startTestService(options, { FUEL_PER_DAY: '20', MAX_PHOTO_BYTES: '200000' });
    alice = await logIn(service, ethereumKey());
    bob = await logIn(service, solanaKey(), { proofType: 'pob' });
  });
  afterAll(() => service.close());

  const create = (body: unknown, cookie = alice, headers: Record<string, string> = {}) =>
    post(service, '/create-campaign', body, { cookie, ...headers });
  const feed = (body: unknown, cookie = alice) => post(service, '/photo-feed-from-campaign', body, { cookie });
  const ask = (name: string, body: unknown, cookie = alice) => post(service, `/proof/v1/pol/${name}`, body, { cookie });

  const send = async (
    fields: Record<string, string>,
    photo: Uint8Array | undefined,
    cookie = alice,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    if (photo) form.append('photo', new Blob([Buffer.from(photo)]), 'photo.jpg');
    const reply = await fetch(`${service.url}/proof/v1/pol/submit-photo`, {
      method: 'POST',
      headers: { cookie, ...headers },
      body: form,
    });
    return { status: reply.status, headers: reply.headers, body: await reply.json() };
  };
  const here = { latitude: '52.52', longitude: '13.405' };
  const created = async (changes: Record<string, unknown> = {}, cookie = alice) => {
    const body = terms(changes);
    expect(await create(body, cookie)).toMatchObject({ status: 200 });
    return body.campaign as string;
  };
  const onDisk = async () =>
    (await readdir(join(dataDir, 'spool'), { recursive: true })).filter((it) => it.includes('/'));

  describe('create-campaign (§4.5)', () => {
    test('answers success at both paths, with the id', async () => {
      for (const path of ['/create-campaign', '/proof/v1/pol/create-campaign', '/proof/v1/pob/create-campaign']) {
        const answer = await post(service, path, terms(), { cookie: alice });
        expect(answer).toMatchObject({ status: 200, body: { result: { success: true, action: 'campaign-created' } } });
        expect(answer.body.result.campaign_id).toMatch(/^[0-9a-f]{24}$/);
      }
    });

    test.each([
      'campaign',
      'description',
      'type',
      'currency',
      'total_rewards',
      'reward_per_task',
      'fuel_required',
      'starts_at',
      'ends_at',
      'max_submissions',
      'is_active',
    ])('rule 1: %s is required', async (field) => {
      const { [field]: _, ...body } = terms() as Record<string, unknown>;
      const answer = await create(body);
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).toContain(field);
    });

    test.each([
      ['type', { type: 'group' }],
      ['type', { type: 'task' }],
      ['type', { type: 'solo' }],
      ['currency', { currency: 'EUR' }],
      ['ends_at', { ends_at: '2020-01-01T00:00:00Z' }],
      ['ends_at', { ends_at: '2025-02-30T00:00:00Z' }],
      ['starts_at', { starts_at: 'tomorrow' }],
      ['starts_at', { starts_at: '2025-01-01' }],
      ['total_rewards', { total_rewards: 0 }],
      ['total_rewards', { total_rewards: '100' }],
      ['total_rewards', { total_rewards: 1e300 }],
      ['total_rewards', { total_rewards: 9_007_199_255 }],
      ['reward_per_task', { reward_per_task: -1 }],
      ['reward_per_task', { reward_per_task: 101 }],
      ['reward_per_task', { reward_per_task: 0.0000001 }],
      ['fuel_required', { fuel_required: -0.5 }],
      ['max_submissions', { max_submissions: 0 }],
      ['max_submissions', { max_submissions: 1.5 }],
      ['is_active', { is_active: 'yes' }],
      ['longitude', { longitude: undefined }],
      ['latitude', { latitude: null }],
      ['latitude', { latitude: 90.1 }],
      ['longitude', { longitude: -181 }],
      ['radius', { radius: 0 }],
      ['banner_url', { banner_url: 'javascript:alert(1)' }],
      ['poster_url', { poster_url: 'not a url' }],
      ['campaign', { campaign: 'x'.repeat(129) }],
      ['campaign', { campaign: '' }],
      ['campaign', { campaign: '   ' }],
      ['description', { description: 'x'.repeat(4097) }],
      ['tags', { tags: Array(33).fill('tag') }],
      ['tags', { tags: ['x'.repeat(65)] }],
      ['require_proof', { require_proof: { max_age_minutes: 0 } }],
    ])('400 that names %s (%#)', async (field, changes) => {
      const answer = await create(terms(changes));
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).toContain(field);
    });

    test('a name is taken once, whoever asks', async () => {
      const body = terms();
      const answers = await Promise.all([create(body), create(body, bob), create(body), create(body, bob)]);
      expect(answers.map((it) => it.status).sort()).toEqual([200, 400, 400, 400]);
      expect(answers.find((it) => it.status === 400)?.body.error.code).toBe('campaign_exists');
    });

    test('an Idempotency-Key makes repeats harmless, and is refused for another request', async () => {
      const body = terms();
      const key = { 'idempotency-key': `create-${Math.random()}` };
      const answers = await Promise.all([1, 2, 3, 4].map(() => create(body, alice, key)));
      expect(answers.map((it) => it.status)).toEqual([200, 200, 200, 200]);
      expect(new Set(answers.map((it) => it.body.result.campaign_id)).size).toBe(1);
      const other = await create(terms(), alice, key);
      expect(other).toMatchObject({ status: 400, body: { error: { code: 'idempotency_key_reused' } } });
      expect((await create(terms(), bob, key)).status).toBe(200);
    });

    test('§7 rule 2: 401 without a session, and defaults stay as §8 has them', async () => {
      expect((await post(service, '/create-campaign', terms())).status).toBe(401);
      const { radius: _, ...body } = terms();
      await create(body);
      const found = await ask('campaigns', { campaign: body.campaign });
      expect(found.body.result.campaigns[0]).toMatchObject({ radius: 100, status: 'live', paid: 0, submissions: 0 });
    });
  });

  describe('photo-feed-from-campaign (§4.6)', () => {
    let name: string;
    const sent: string[] = [];

    beforeAll(async () => {
      name = await created();
      for (let i = 0; i < 5; i++) {
        const answer = await send({ campaign: name, ...here }, await picture(i + 1), i % 2 ? alice : bob);
        expect(answer).toMatchObject({ status: 200, body: { result: { success: true, state: 'ready' } } });
        sent.unshift(answer.body.result.photo_id);
      }
    });

    test('rule 1: newest first, with everything a photo carries, at both paths', async () => {
      for (const path of ['/photo-feed-from-campaign', '/proof/v1/pob/photo-feed-from-campaign']) {
        const { status, body } = await post(service, path, { campaign: name }, { cookie: bob });
        expect(status).toBe(200);
        expect(body.photos.map((it: { photo_id: string }) => it.photo_id)).toEqual(sent);
        expect(body.next_cursor).toBeNull();
        expect(body.photos[0]).toMatchObject({
          url: expect.stringMatching(/^http:\/\/.*\/photos\/[0-9a-f]{64}\.jpg$/),
          thumbnail_url: expect.stringMatching(/\.webp$/),
          created_at: expect.stringMatching(/^\d{4}-.*Z$/),
          width: 120,
          height: 90,
          format: 'jpeg',
          thumbhash: expect.any(String),
        });
      }
    });

    test('pages by cursor and by skip meet every photo once', async () => {
      const byCursor: string[] = [];
      let cursor: string | null = null;
      do {
        const { body }: Answer = await feed({ campaign: name, limit: 2, cursor });
        byCursor.push(...body.photos.map((it: { photo_id: string }) => it.photo_id));
        cursor = body.next_cursor;
      } while (cursor);
      expect(byCursor).toEqual(sent);
      const { body } = await feed({ campaign: name, skip: 3, limit: 10 });
      expect(body.photos.map((it: { photo_id: string }) => it.photo_id)).toEqual(sent.slice(3));
    });

    test('since is strictly after; rule 2: nothing matches, an empty array', async () => {
      const { body } = await feed({ campaign: name });
      const third = body.photos[2].created_at;
      const after = await feed({ campaign: name, since: third });
      const newer = body.photos.filter((it: { created_at: string }) => it.created_at > third);
      expect(after.body.photos).toEqual(newer);
      expect((await feed({ campaign: name, since: iso(Date.now() + hour) })).body).toEqual({
        photos: [],
        next_cursor: null,
      });
      expect((await feed({ campaign: name, since: null })).body.photos.length).toBe(5);
    });

    test.each([
      ['campaign', {}],
      ['campaign', { campaign: 7 }],
      ['since', { since: 'yesterday' }],
      ['since', { since: 5 }],
      ['limit', { limit: 0 }],
      ['limit', { limit: 1001 }],
      ['limit', { limit: '20' }],
      ['skip', { skip: -1 }],
      ['cursor', { cursor: 'rubbish' }],
    ])('400 that names %s (%#)', async (field, body) => {
      const answer = await feed({ ...(field === 'campaign' ? {} : { campaign: name }), ...body });
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).toContain(field);
    });

    test('401, 403 and 404 as §7 has them', async () => {
      expect((await post(service, '/photo-feed-from-campaign', { campaign: name })).status).toBe(401);
      expect(await feed({ campaign: 'no such' })).toMatchObject({
        status: 404,
        body: { error: { code: 'campaign_not_found' } },
      });
      const hidden = await created({ is_active: false });
      expect((await feed({ campaign: hidden }, bob)).status).toBe(403);
      expect((await feed({ campaign: hidden }, alice)).body).toEqual({ photos: [], next_cursor: null });
    });

    test('photos are served with their own type, sandboxed, for ever, and without what the camera wrote', async () => {
      const { body } = await feed({ campaign: name, limit: 1 });
      for (const [url, type] of [
        [body.photos[0].url, 'image/jpeg'],
        [body.photos[0].thumbnail_url, 'image/webp'],
      ]) {
        const reply = await fetch(url);
        expect(reply.status).toBe(200);
        expect(reply.headers.get('content-type')).toBe(type);
        expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
        expect(reply.headers.get('content-security-policy')).toContain('sandbox');
        expect(reply.headers.get('cache-control')).toContain('immutable');
        expect((await sharp(await reply.arrayBuffer()).metadata()).width).toBe(120);
        const again = await fetch(url, { headers: { 'if-none-match': reply.headers.get('etag') ?? '' } });
        expect(again.status).toBe(304);
      }
      expect((await fetch(`${service.url}/photos/${'0'.repeat(64)}.jpg`)).status).toBe(404);
      expect((await fetch(`${service.url}/photos/..%2f..%2ftrigpoint.db`)).status).toBe(404);
    });
  });

  describe('submit-photo', () => {
    test.each([
      ['photo', here, undefined],
      ['latitude', { longitude: '1' }, 1],
      ['latitude', { latitude: 'north', longitude: '1' }, 1],
      ['latitude', { latitude: '91', longitude: '1' }, 1],
      ['accuracy_m', { ...here, accuracy_m: '-1' }, 1],
      ['captured_at', { ...here, captured_at: 'noon' }, 1],
    ])('400 that names %s (%#)', async (field, fields, seed) => {
      const campaign = await created();
      const answer = await send({ campaign, ...fields }, seed === undefined ? undefined : await picture(seed));
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).toContain(field);
      expect(await onDisk()).toEqual([]);
    });

    test('what is no image is 400, too large 413, not a form 415, and nothing is left behind', async () => {
      const campaign = await created();
      const fields = { campaign, ...here };
      expect(await send(fields, Buffer.from('just words'))).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_photo' } },
      });
      const half = (await picture(3, 600, 600)).subarray(0, 3000);
      expect(await send(fields, half)).toMatchObject({ status: 400, body: { error: { code: 'invalid_photo' } } });
      expect(await send(fields, Buffer.alloc(300_000))).toMatchObject({ status: 413 });
      expect((await ask('submit-photo', fields)).status).toBe(415);
      expect(await onDisk()).toEqual([]);
      const { body } = await ask('campaigns', { campaign });
      expect(body.result.campaigns[0]).toMatchObject({ submissions: 0, paid: 0 });
    });

    test('a refused upload leaves its connection usable, however it was cut short', async () => {
      const campaign = await created();
      const form = (photo: Buffer, extra = '') =>
        Buffer.concat([
          Buffer.from(`--b\r\ncontent-disposition: form-data; name="campaign"\r\n\r\n${campaign}\r\n${extra}--b\r\n`),
          Buffer.from('content-disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'),
          photo,
          Buffer.from('\r\n--b--\r\n'),
        ]);
      const second = `--b\r\ncontent-disposition: form-data; name="other"; filename="b"\r\n\r\n${'x'.repeat(250_000)}\r\n`;
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const ports = new Set<number | undefined>();
      const statuses: (number | undefined)[] = [];
      for (const body of [
        form(Buffer.alloc(200_001)),
        form(Buffer.alloc(1e6)),
        form(Buffer.alloc(190_000), second),
        form(Buffer.alloc(9)),
      ])
        await new Promise<void>((resolve, reject) => {
          const headers = {
            cookie: alice,
            'content-type': 'multipart/form-data; boundary=b',
            'content-length': body.length,
          };
          const sent = request(
            `${service.url}/proof/v1/pol/submit-photo`,
            { method: 'POST', agent, headers },
            (reply) => {
              statuses.push(reply.statusCode);
              ports.add(reply.socket.localPort);
              reply.resume().once('end', resolve);
            },
          );
          sent.once('error', reject);
          sent.end(body);
        });
      expect(statuses).toEqual([413, 413, 400, 400]);
      expect(ports.size).toBe(1);
      expect(await onDisk()).toEqual([]);
      agent.destroy();
    });

    test('a damaged photo gives the fuel back and is told to its submitter with the reason', async () => {
      const campaign = await created({ fuel_required: 15 });
      const carol = await logIn(service, ethereumKey());
      const half = (await picture(3, 600, 600)).subarray(0, 3000);
      expect((await send({ campaign, ...here }, half, carol)).status).toBe(400);
      const { body } = await ask('submissions', { campaign }, carol);
      expect(body.result.submissions).toMatchObject([
        { state: 'rejected', reason: expect.stringContaining('jpeg'), url: null },
      ]);
      expect((await send({ campaign, ...here }, await picture(4), carol)).status).toBe(200);
      expect(await send({ campaign, ...here }, await picture(5), carol)).toMatchObject({
        status: 402,
        body: { error: { code: 'fuel_short', message: expect.stringContaining('you have 5') } },
      });
    });

    test.each([
      ['campaign_not_open', { is_active: false }],
      ['campaign_not_open', { starts_at: iso(Date.now() + hour / 2) }],
      ['campaign_not_open', { starts_at: iso(Date.now() - 2 * hour), ends_at: iso(Date.now() - hour) }],
      ['outside_area', { latitude: 48.1, longitude: 11.5 }],
      ['proof_required', { require_proof: { max_age_minutes: 10 } }],
    ])('%s for %j', async (code, changes) => {
      const campaign = await created(changes);
      expect((await send({ campaign, ...here }, await picture(6), bob)).body.error.code).toBe(code);
    });

    test('require_proof: a verified pol inside the circle opens the campaign; an old one or one elsewhere does not', async () => {
      const key = ethereumKey();
      const cookie = await logIn(service, key);
      const campaign = await created({ require_proof: { max_age_minutes: 30 } });
      const proved = async (latitude: string, at: number) => {
        const agent = {
          proof_type: 'pol',
          role: 'prover',
          id: `IPv4/${key.publicKey.toLowerCase()}`,
          key_type: key.keyType,
          public_key: key.publicKey.toLowerCase(),
          verified_result: JSON.stringify({ latitude, longitude: '13.4', at: iso(at) }),
        };
        const blank = [
          'chain_address',
          'owner',
          'project_name',
          'project_public_key',
          'claims',
          'version',
          'subnet',
          'udp_address',
          'node_id',
          'connection_id',
        ];
        const zero = ['udp_port', 'capacity', 'first_seen', 'last_alive', 'challenges', 'successes'];
        const row = {
          ...agent,
          ...Object.fromEntries(blank.map((it) => [it, it === 'claims' ? '{}' : ''])),
          ...Object.fromEntries(zero.map((it) => [it, 0])),
        };
        const names = Object.keys(row);
        await service.context.db.write((tx) =>
          tx.run(
            `INSERT INTO agent (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})
             ON CONFLICT (proof_type, role, id) DO UPDATE SET verified_result = excluded.verified_result`,
            Object.values(row) as (string | number)[],
          ),
        );
        return (await send({ campaign, ...here }, await picture(71), cookie)).status;
      };
      expect(await proved('52.5', Date.now() - hour)).toBe(403);
      expect(await proved('52.7', Date.now())).toBe(403);
      expect(await proved('52.5', Date.now() - hour / 3)).toBe(200);
    });

    test('the place counts with its accuracy, but vagueness buys no distance', async () => {
      const campaign = await created();
      const at = async (northKm: number, accuracyM: number, seed: number) =>
        (
          await send(
            {
              campaign,
              latitude: String(52.52 + northKm / 111.195),
              longitude: '13.405',
              accuracy_m: String(accuracyM),
            },
            await picture(seed),
          )
        ).status;
      expect(await at(9.9, 5, 21)).toBe(200);
      expect(await at(10.3, 5, 22)).toBe(409);
      expect(await at(10.3, 500, 23)).toBe(200);
      expect(await at(11.5, 5000, 24)).toBe(409);
      expect(await at(1, 10_001, 25)).toBe(409);
    });

    test('captured_at lies within the campaign', async () => {
      const campaign = await created();
      for (const at of [Date.now() - 2 * hour, Date.now() + hour / 2])
        expect((await send({ campaign, ...here, captured_at: iso(at) }, await picture(7))).body.error.code).toBe(
          'outside_window',
        );
      expect((await send({ campaign, ...here, captured_at: iso(Date.now()) }, await picture(7))).status).toBe(200);
    });

    test('the same photo again is refused, also at the same moment; a copy of it is flagged', async () => {
      const campaign = await created();
      const dave = await logIn(service, ethereumKey());
      const photo = await picture(8, 400, 300);
      const answers = await Promise.all([1, 2, 3].map(() => send({ campaign, ...here }, photo, dave)));
      expect(answers.map((it) => it.status).sort()).toEqual([200, 409, 409]);
      const first = answers.find((it) => it.status === 200)?.body.result.photo_id;
      const copy = await sharp(photo).resize(300).webp({ quality: 60 }).toBuffer();
      const second = (await send({ campaign, ...here }, copy, dave)).body.result.photo_id;
      const { body } = await ask('submissions', { campaign, photo_id: second }, dave);
      expect(body.result.submissions).toMatchObject([{ near_duplicate_of: first, format: 'webp' }]);
      expect((await send({ campaign, ...here }, photo, bob)).status).toBe(200);
    });

    test('an Idempotency-Key makes a repeated upload the same photo', async () => {
      const campaign = await created();
      const key = { 'idempotency-key': `photo-${Math.random()}` };
      const photo = await picture(9);
      const answers = await Promise.all([1, 2, 3].map(() => send({ campaign, ...here }, photo, alice, key)));
      expect(answers.map((it) => it.status)).toEqual([200, 200, 200]);
      expect(new Set(answers.map((it) => it.body.result.photo_id)).size).toBe(1);
    });
  });

  describe('review', () => {
    test('photos wait, unseen and unpaid, until the creator decides; the decision is final and paid once', async () => {
      const campaign = await created({ review: true, max_submissions: 2, total_rewards: 3 });
      const [one, two] = [
        await send({ campaign, ...here }, await picture(31), bob),
        await send({ campaign, ...here }, await picture(32), bob),
      ];
      expect((await send({ campaign, ...here }, await picture(33), bob)).body.error.code).toBe('campaign_full');
      expect((await feed({ campaign })).body.photos).toEqual([]);
      const [first, second] = [one.body.result.photo_id, two.body.result.photo_id];
      expect((await ask('review-photo', { photo_id: first, accept: true }, bob)).status).toBe(403);
      expect((await ask('review-photo', { photo_id: second, accept: false })).body.error.message).toContain('reason');
      const decided = await Promise.all([1, 2, 3].map(() => ask('review-photo', { photo_id: first, accept: true })));
      expect(decided.map((it) => it.status)).toEqual([200, 200, 200]);
      expect(
        (await ask('review-photo', { photo_id: second, accept: false, reason: 'Blurred.' })).body.result.state,
      ).toBe('rejected');
      expect((await ask('review-photo', { photo_id: second, accept: true })).body.error.code).toBe('photo_decided');
      expect((await feed({ campaign })).body.photos.map((it: { photo_id: string }) => it.photo_id)).toEqual([first]);
      const { body } = await ask('submissions', { campaign }, bob);
      expect(body.result.submissions).toMatchObject([
        { photo_id: second, state: 'rejected', reason: 'Blurred.', paid: false, url: null },
        { photo_id: first, state: 'ready', review: 'accepted', paid: true, reward: 1.5 },
      ]);
      expect((await ask('campaigns', { campaign })).body.result.campaigns[0]).toMatchObject({
        paid: 1.5,
        submissions: 1,
      });
      expect((await send({ campaign, ...here }, await picture(34), bob)).status).toBe(200);
    });

    test('taking down a paid photo removes its bytes at once and leaves the payment', async () => {
      const campaign = await created();
      const id = (await send({ campaign, ...here }, await picture(41), bob)).body.result.photo_id;
      const { url } = (await feed({ campaign })).body.photos[0];
      expect(
        (await ask('review-photo', { photo_id: id, accept: false, reason: 'Not a photo of this place.' })).status,
      ).toBe(200);
      expect((await fetch(url)).status).toBe(404);
      expect((await feed({ campaign })).body.photos).toEqual([]);
      expect((await ask('campaigns', { campaign })).body.result.campaigns[0]).toMatchObject({ paid: 1.5 });
    });

    test('bytes that two photos share stay until the last of them goes', async () => {
      const campaign = await created();
      const photo = await picture(42);
      const ids = [];
      for (const who of [alice, bob]) ids.push((await send({ campaign, ...here }, photo, who)).body.result.photo_id);
      const { url } = (await feed({ campaign })).body.photos[0];
      await ask('review-photo', { photo_id: ids[0], accept: false, reason: 'Twice.' });
      expect((await fetch(url)).status).toBe(200);
      await ask('review-photo', { photo_id: ids[1], accept: false, reason: 'Twice.' });
      expect((await fetch(url)).status).toBe(404);
    });

    test('strangers see only their own submissions', async () => {
      const campaign = await created();
      await send({ campaign, ...here }, await picture(43), bob);
      expect((await ask('submissions', { campaign }, bob)).body.result.submissions.length).toBe(1);
      expect((await ask('submissions', { campaign }, alice)).body.result.submissions.length).toBe(1);
      const stranger = await logIn(service, ethereumKey());
      expect((await ask('submissions', { campaign }, stranger)).body.result.submissions).toEqual([]);
    });
  });

  describe('campaigns and edit-campaign', () => {
    const names = (answer: Answer) => answer.body.result.campaigns.map((it: { campaign: string }) => it.campaign);

    test('search by tag, text and place, with the status worked out', async () => {
      const tag = `tag${Math.random()}`;
      const live = await created({ tags: [tag, 'b'], description: 'Fifty 50%_off bridges' });
      const later = await created({ tags: [tag], starts_at: iso(Date.now() + hour / 2) });
      const over = await created({
        tags: [tag],
        starts_at: iso(Date.now() - 2 * hour),
        ends_at: iso(Date.now() - hour),
      });
      const full = await created({ tags: [tag], max_submissions: 1 });
      await send({ campaign: full, ...here }, await picture(51));
      expect(names(await ask('campaigns', { tag }))).toEqual([full, over, later, live]);
      for (const [status, name] of [
        ['live', live],
        ['scheduled', later],
        ['ended', over],
        ['full', full],
      ])
        expect(names(await ask('campaigns', { tag, status }))).toEqual([name]);
      expect(names(await ask('campaigns', { tag, text: '50%_OFF' }))).toEqual([live]);
      expect(names(await ask('campaigns', { tag, text: '50x_off' }))).toEqual([]);
      const pages = await ask('campaigns', { tag, limit: 3 });
      expect(names(await ask('campaigns', { tag, limit: 3, cursor: pages.body.result.next_cursor }))).toEqual([live]);
    });

    test('near a place: those whose circle holds it, also across the date line and at the poles', async () => {
      const tag = `near${Math.random()}`;
      const fiji = await created({ tags: [tag], latitude: -17, longitude: 179.9, radius: 100 });
      const pole = await created({ tags: [tag], latitude: 89.5, longitude: 0, radius: 200 });
      const near = async (latitude: number, longitude: number) =>
        names(await ask('campaigns', { tag, latitude, longitude }));
      expect(await near(-17, -179.8)).toEqual([fiji]);
      expect(await near(-17, 178)).toEqual([]);
      expect(await near(89.5, 180)).toEqual([pole]);
      expect(await near(-16.2, 179.1)).toEqual([]);
    });

    test('an inactive campaign is listed to its creator alone', async () => {
      const campaign = await created({ is_active: false });
      expect(names(await ask('campaigns', { campaign }, bob))).toEqual([]);
      expect(names(await ask('campaigns', { campaign, mine: true }))).toEqual([campaign]);
    });

    test('only the creator edits, never below what is given away, and the budget follows', async () => {
      const campaign = await created({ total_rewards: 6 });
      for (const seed of [61, 62]) await send({ campaign, ...here }, await picture(seed), bob);
      expect((await ask('edit-campaign', { campaign, description: 'x' }, bob)).status).toBe(403);
      expect((await ask('edit-campaign', { campaign })).status).toBe(400);
      expect((await ask('edit-campaign', { campaign: 'no such', description: 'x' })).status).toBe(404);
      for (const [field, value] of [
        ['total_rewards', 2.9],
        ['max_submissions', 1],
        ['reward_per_task', 7],
        ['ends_at', '2001-01-01T00:00:00Z'],
      ] as const) {
        const answer = await ask('edit-campaign', { campaign, [field]: value });
        expect(answer.status).toBe(400);
        expect(answer.body.error.message).toContain(field);
      }
      const edited = await ask('edit-campaign', {
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
      expect((await send({ campaign, ...here }, await picture(63), bob)).body.error.code).toBe('campaign_spent');
      await ask('edit-campaign', { campaign, total_rewards: 4.5 });
      expect((await send({ campaign, ...here }, await picture(63), bob)).status).toBe(200);
    });
  });
});

describe('what an operator may set', () => {
  eachDriver('operator', (place) => {
    test('CAMPAIGN_CREATORS: others get 403; CAMPAIGN_FUNDING=creator: too little is 400', async () => {
      const key = ethereumKey();
      const service = await startTestService(await place.empty(), {
        CAMPAIGN_CREATORS: key.publicKey,
        CAMPAIGN_FUNDING: 'creator',
      });
      const owner = await logIn(service, key);
      const other = await logIn(service, ethereumKey());
      expect((await post(service, '/create-campaign', terms(), { cookie: other })).status).toBe(403);
      expect((await post(service, '/create-campaign', terms(), { cookie: owner })).body.error.code).toBe(
        'budget_short',
      );
      await service.close();
    });

    test('rate limits: 429 with Retry-After', async () => {
      const service = await startTestService(await place.empty(), { RATE_LIMITS: 'create-campaign=2,feed=3' });
      const cookie = await logIn(service, ethereumKey());
      const statuses = [];
      for (let i = 0; i < 3; i++) statuses.push((await post(service, '/create-campaign', {}, { cookie })).status);
      for (let i = 0; i < 4; i++)
        statuses.push((await post(service, '/photo-feed-from-campaign', {}, { cookie })).status);
      expect(statuses).toEqual([400, 400, 429, 400, 400, 400, 429]);
      const last = await post(service, '/create-campaign', {}, { cookie });
      expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
      await service.close();
    });
  });
});
