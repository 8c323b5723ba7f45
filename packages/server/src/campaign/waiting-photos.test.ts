import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import { fuelRules } from '../ledger/fuel.ts';
import type { ReadImage } from './images.ts';
import { Photos, type PhotosOptions } from './photos.ts';
import { campaignStage, hour } from './testing-campaigns.ts';

eachDriver('photos that wait for a worker', (place) => {
  const stage = campaignStage(place);

  test('are not interrupted while the process that took them is there, however long others take', async () => {
    const campaign = await stage.created({ ends_at: new Date(Date.now() + 9 * hour).toISOString() });
    const { db, campaigns } = stage.service.context;
    let at = Date.now();
    const rendition = { path: '', bytes: 1, format: 'webp' as const, width: 1, height: 1 };
    const image: ReadImage = {
      original: { ...rendition, sha256: 'ab'.repeat(32) },
      thumbnail: { ...rendition, sha256: 'cd'.repeat(32) },
      ...{ thumbhash: '', dhash: '00' },
    };
    let begin = () => {};
    const turn = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const images: Pick<PhotosOptions['images'], 'identify' | 'read'> = {
      identify: async () => 'jpeg',
      read: async (_path, _format, _whose, onStart) => {
        await turn;
        await onStart?.();
        return image;
      },
    };
    const photos = new Photos({
      ...{ db, campaigns, now: () => at, random: randomBytes, fuel: fuelRules(20) },
      ...{ images: images as PhotosOptions['images'], provenPlaces: async () => [] },
      blobs: { keep: async () => {}, remove: async () => {} } as object as PhotosOptions['blobs'],
      budget: { total: 1e9, campaigns: 1e9, each: 1e9 },
      onFault: (error) => expect.fail(String(error)),
    });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const sent = photos.submit(
      { keyType: 'ethereum', publicKey: `0x${'12'.repeat(20)}` },
      {
        ...{ campaign, place: { latitude: 52.52, longitude: 13.405 }, accuracyM: undefined, capturedAt: undefined },
        ...{ file: { path: '', sha256: 'ef'.repeat(32), bytes: 1 }, idempotencyKey: undefined },
      },
    );
    sent.catch(() => {});
    const dueAt = async () =>
      Number((await db.get('SELECT due_at FROM photo WHERE sha256 = ?', ['ef'.repeat(32)]))?.due_at ?? 0);
    // From now on the upload is renewed.
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), { timeout: 30_000 });
    // 256 photos of 20 s each take two workers 43 minutes.
    for (let minutes = 0; minutes < 43; minutes += 5) {
      at += 5 * 60_000;
      vi.advanceTimersByTime(5 * 60_000);
      await vi.waitFor(async () => expect(await dueAt()).toBeGreaterThan(at + 9 * 60_000), { timeout: 30_000 });
      expect(await photos.recover(false)).toBe(0);
    }
    begin();
    expect(await sent).toMatchObject({ state: 'ready' });
    // Nobody renews what has ended.
    expect(vi.getTimerCount()).toBe(0);
  });
});
