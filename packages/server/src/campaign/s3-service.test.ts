import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { ethereumKey, logIn, post, startTestService } from '../testing.ts';

test('with S3_ENDPOINT set, photos are kept in and served from that store, and removed from it', async () => {
  const dir = await mkdtemp(join(tmpdir(), 's3-service-'));
  const s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(dir, 's3'),
    configureBuckets: [{ name: 'photos', configs: [] }],
  });
  const { port } = await s3.run();
  const service = await startTestService(
    { dataDir: join(dir, 'data') },
    {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'photos',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
  );
  const stored = async () =>
    (await readdir(join(dir, 's3', 'photos'))).filter((name) => name.endsWith('_object')).length;
  const cookie = await logIn(service, ethereumKey());
  const terms = {
    campaign: 'far away',
    description: '',
    type: 'individual',
    currency: 'POINTS',
    total_rewards: 1,
    reward_per_task: 1,
    fuel_required: 1,
    starts_at: new Date(Date.now() - 1000).toISOString(),
    ends_at: new Date(Date.now() + 1e6).toISOString(),
    max_submissions: 1,
    is_active: true,
  };
  expect((await post(service, '/create-campaign', terms, { cookie })).status).toBe(200);
  const form = new FormData();
  const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  for (const [name, value] of Object.entries({ campaign: terms.campaign, latitude: '1', longitude: '2' }))
    form.append(name, value);
  form.append('photo', new Blob([new Uint8Array(bytes)]), 'a.jpg');
  const sent = await fetch(`${service.url}/proof/v1/pol/submit-photo`, {
    method: 'POST',
    headers: { cookie },
    body: form,
  });
  expect(sent.status).toBe(200);
  expect(await stored()).toBe(2);

  const { body } = await post(service, '/photo-feed-from-campaign', { campaign: terms.campaign }, { cookie });
  const reply = await fetch(body.photos[0].url);
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect((await sharp(await reply.arrayBuffer()).metadata()).width).toBe(30);

  const review = { photo_id: body.photos[0].photo_id, accept: false, reason: 'Enough.' };
  expect((await post(service, '/proof/v1/pol/review-photo', review, { cookie })).status).toBe(200);
  expect(await stored()).toBe(0);
  await service.close();
  await s3.close();
  await rm(dir, { recursive: true });
});

test('half a configuration of the store is refused by name', async () => {
  const start = async () => startTestService({ dataDir: '/nowhere' }, { S3_BUCKET: 'photos' });
  await expect(start()).rejects.toThrow('S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY');
});
