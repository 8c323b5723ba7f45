import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import { type Answer, ethereumKey, logIn, post } from '../testing.ts';
import { campaignStage, here, hour, iso, picture } from './testing-campaigns.ts';

eachDriver('photo-feed-from-campaign', (place) => {
  const stage = campaignStage(place);

  let name: string;
  const sent: string[] = [];

  beforeAll(async () => {
    name = await stage.created();
    for (let i = 0; i < 5; i++) {
      const answer = await stage.send(
        { campaign: name, ...here },
        await picture(i + 1),
        i % 2 ? stage.alice : stage.bob,
      );
      expect(answer).toMatchObject({ status: 200, body: { result: { success: true, state: 'ready' } } });
      sent.unshift(answer.body.result.photo_id);
    }
  });

  test('rule 1: newest first, with everything a photo carries, at both paths', async () => {
    for (const path of ['/photo-feed-from-campaign', '/proof/v1/pob/photo-feed-from-campaign']) {
      const { status, body } = await post(stage.service, path, { campaign: name }, { cookie: stage.bob });
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
        distance_km: 0,
      });
    }
  });

  test('a photo tells how far from the centre of the circle it was taken, and never where', async () => {
    const [round, anywhere] = [
      await stage.created(),
      await stage.created({ latitude: undefined, longitude: undefined }),
    ];
    for (const campaign of [round, anywhere])
      await stage.send({ campaign, latitude: '52.57', longitude: '13.405' }, await picture(6));
    const distances = [];
    for (const campaign of [round, anywhere]) {
      const [photo] = (await stage.feed({ campaign })).body.photos;
      expect(Object.keys(photo).filter((it) => /latitude|longitude/i.test(it))).toEqual([]);
      distances.push(photo.distance_km);
    }
    expect(distances).toEqual([5.6, null]);
  });

  test('pages by cursor and by skip meet every photo once', async () => {
    const byCursor: string[] = [];
    let cursor: string | null = null;
    do {
      const { body }: Answer = await stage.feed({ campaign: name, limit: 2, cursor });
      byCursor.push(...body.photos.map((it: { photo_id: string }) => it.photo_id));
      cursor = body.next_cursor;
    } while (cursor);
    expect(byCursor).toEqual(sent);
    const { body } = await stage.feed({ campaign: name, skip: 3, limit: 10 });
    expect(body.photos.map((it: { photo_id: string }) => it.photo_id)).toEqual(sent.slice(3));
  });

  test('since is strictly after; rule 2: nothing matches, an empty array', async () => {
    const { body } = await stage.feed({ campaign: name });
    const third = body.photos[2].created_at;
    const after = await stage.feed({ campaign: name, since: third });
    const newer = body.photos.filter((it: { created_at: string }) => it.created_at > third);
    expect(after.body.photos).toEqual(newer);
    expect((await stage.feed({ campaign: name, since: iso(Date.now() + hour) })).body).toEqual({
      photos: [],
      next_cursor: null,
    });
    expect((await stage.feed({ campaign: name, since: null })).body.photos.length).toBe(5);
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
    const answer = await stage.feed({ ...(field === 'campaign' ? {} : { campaign: name }), ...body });
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(field);
  });

  test('401, 403 and 404 where the interface has them', async () => {
    expect((await post(stage.service, '/photo-feed-from-campaign', { campaign: name })).status).toBe(401);
    expect(await stage.feed({ campaign: 'no such' })).toMatchObject({
      status: 404,
      body: { error: { code: 'campaign_not_found' } },
    });
    const hidden = await stage.created({ is_active: false });
    expect((await stage.feed({ campaign: hidden }, stage.bob)).status).toBe(403);
    expect((await stage.feed({ campaign: hidden }, stage.alice)).body).toEqual({ photos: [], next_cursor: null });
  });

  const ended = {
    'by logging out': async (cookie: string) => void (await stage.ask('logout', {}, cookie)),
    'on another node': async (cookie: string) => {
      const tokenHash = createHash('sha256').update(String(cookie.split('=')[1]));
      await stage.service.context.db.write((tx) =>
        tx.run('DELETE FROM session WHERE token_hash = ?', [tokenHash.digest('hex')]),
      );
    },
  };
  test.each(Object.entries(ended))('a session ended %s gets 401 at once, whatever it asks for', async (_, end) => {
    const cookie = await logIn(stage.service, ethereumKey());
    const [empty, hidden] = [await stage.created(), await stage.created({ is_active: false })];
    const questions = [
      ...[{ campaign: name }, { campaign: empty }, { campaign: hidden }, { campaign: 'no such' }],
      ...[{}, '{', '[]', { campaign: name, cursor: 'rubbish' }, { campaign: 'x'.repeat(70_000) }],
    ];
    const statuses = async () => {
      const answers = [];
      for (const question of questions) answers.push((await stage.feed(question, cookie)).status);
      return answers;
    };
    expect(await statuses()).toEqual([200, 200, 403, 404, 400, 400, 400, 400, 413]);
    await end(cookie);
    expect(await statuses()).toEqual(questions.map(() => 401));
  });

  test('photos are served with their own type, sandboxed, for ever, and without what the camera wrote', async () => {
    const { body } = await stage.feed({ campaign: name, limit: 1 });
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
    expect((await fetch(`${stage.service.url}/photos/${'0'.repeat(64)}.jpg`)).status).toBe(404);
    expect((await fetch(`${stage.service.url}/photos/..%2f..%2ftrigpoint.db`)).status).toBe(404);
  });
});
