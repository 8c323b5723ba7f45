import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { testFolder } from '@trigpoint/proofs/testing';
import S3rver from 's3rver';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { ethereumKey, logIn, openTestService, post, startTestService } from '../testing.ts';
import { here, picture, sendPhoto, terms } from './testing-campaigns.ts';

test('with S3_ENDPOINT set, photos are kept in and served from that store, and removed from it', async () => {
  const dir = testFolder();
  const s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(dir, 's3'),
    configureBuckets: [{ name: 'photos', configs: [] }],
  });
  const { port } = await s3.run();
  onTestFinished(() => s3.close());
  const service = await openTestService(
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
  const offered = terms();
  const { campaign } = offered;
  expect((await post(service, '/create-campaign', offered, { cookie })).status).toBe(200);
  expect((await sendPhoto(service, { campaign, ...here }, await picture(1), { cookie })).status).toBe(200);
  expect(await stored()).toBe(2);

  const { body } = await post(service, '/photo-feed-from-campaign', { campaign }, { cookie });
  const reply = await fetch(body.photos[0].url);
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect((await sharp(await reply.arrayBuffer()).metadata()).width).toBe(120);

  const review = { photo_id: body.photos[0].photo_id, accept: false, reason: 'Enough.' };
  expect((await post(service, '/proof/v1/pol/review-photo', review, { cookie })).status).toBe(200);
  expect(await stored()).toBe(0);
});

test('half a configuration of the store is refused by name', async () => {
  const start = async () => startTestService({ dataDir: '/nowhere' }, { S3_BUCKET: 'photos' });
  await expect(start()).rejects.toThrow('S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY');
});
