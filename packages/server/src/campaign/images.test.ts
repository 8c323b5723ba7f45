import { readdir, readFile, writeFile } from 'node:fs/promises';
import { testFolder } from '@trigpoint/proofs/testing';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Images, openImages } from './image-pool.ts';
import { hashDistance } from './images.ts';
import { openSpool, type Spool } from './spool.ts';

const root = testFolder(afterAll);
let spool: Spool;
let images: Images;

beforeAll(async () => {
  spool = await openSpool(root);
  images = openImages(spool);
});
afterAll(() => images.close());

/** 300 × 200, dark on the left, light on the right, with a bright corner at the top left. */
const scene = (width = 300, height = 200): Sharp => {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      pixels.fill(
        x < width / 8 && y < height / 8 ? 255 : Math.round((x / width) * 200),
        (y * width + x) * 3,
        (y * width + x) * 3 + 3,
      );
  return sharp(pixels, { raw: { width, height, channels: 3 } });
};

const read = async (bytes: Uint8Array) => {
  const path = spool.path();
  await writeFile(path, bytes);
  try {
    return await images.read(path, await images.identify(path));
  } finally {
    await spool.drop(path);
  }
};

describe('photos that are taken', () => {
  test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    '%s: upright, without metadata, with a thumbnail',
    async (format) => {
      const exif = { IFD0: { Copyright: 'PLANTED' }, IFD3: { GPSLatitude: '52/1 0/1 0/1', GPSLatitudeRef: 'N' } };
      const bytes = await scene()
        .withExif(exif)
        .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">PLANTED</x:xmpmeta>')
        [format]()
        .toBuffer();
      expect(bytes.includes('PLANTED')).toBe(true);
      const image = await read(bytes);
      expect(image.original).toMatchObject({ width: 300, height: 200, format: format === 'avif' ? 'jpeg' : format });
      expect(image.thumbnail).toMatchObject({ width: 300, height: 200, format: 'webp' });
      expect(Buffer.from(image.thumbhash, 'base64').length).toBeGreaterThan(4);
      for (const { path, bytes: length } of [image.original, image.thumbnail]) {
        const file = await readFile(path);
        expect(file.length).toBe(length);
        expect(file.includes('PLANTED')).toBe(false);
        expect(await sharp(file).metadata()).not.toHaveProperty('exif');
      }
    },
  );

  test('the camera’s orientation is applied to the pixels', async () => {
    const { original } = await read(await scene().withMetadata({ orientation: 6 }).jpeg().toBuffer());
    expect(original).toMatchObject({ width: 200, height: 300 });
    const { data, info } = await sharp(original.path).greyscale().raw().toBuffer({ resolveWithObject: true });
    expect(data[info.width - 3 + 3 * info.width]).toBeGreaterThan(240);
    expect(data[3 + 3 * info.width]).toBeLessThan(60);
  });

  test('large ones get a thumbnail of at most 512 pixels a side', async () => {
    const { thumbnail } = await read(await scene(2000, 1000).jpeg().toBuffer());
    expect(thumbnail).toMatchObject({ width: 512, height: 256 });
  });

  test('the perceptual hash survives re-compression and scaling, and tells other pictures apart', async () => {
    const one = await read(await scene().jpeg({ quality: 95 }).toBuffer());
    const same = await read(await scene(600, 400).webp({ quality: 40 }).toBuffer());
    const other = await read(await scene().flop().flip().jpeg().toBuffer());
    expect(hashDistance(one.dhash, same.dhash)).toBeLessThanOrEqual(6);
    expect(hashDistance(one.dhash, other.dhash)).toBeGreaterThan(20);
  });
});

describe('files that are refused, each with its reason', () => {
  const svg =
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>';
  test.each([
    ['nothing', async () => Buffer.alloc(0), 'photo is empty'],
    ['text', async () => Buffer.from('just words, no image'), 'photo is not an image'],
    ['SVG', async () => Buffer.from(svg), 'photo is SVG'],
    ['a web page', async () => Buffer.from('<html><script>alert(1)</script>'), 'photo is a web page'],
    ['GIF', async () => scene().gif().toBuffer(), 'photo is GIF'],
    ['TIFF', async () => scene().tiff().toBuffer(), 'of a kind we do not take'],
    [
      'half a JPEG',
      async () => (await scene(900, 600).jpeg().toBuffer()).subarray(0, 4000),
      'photo is a jpeg that breaks off',
    ],
    ['half a PNG', async () => (await scene().png().toBuffer()).subarray(0, 500), 'photo is a '],
    ['a JPEG’s first bytes and rubbish', async () => Buffer.from('\xff\xd8\xff\xe0rubbish', 'latin1'), 'photo is a '],
    [
      'a decompression bomb',
      async () => scene(10, 10).resize(9000, 9000).png().toBuffer(),
      'photo has 81.0 megapixels',
    ],
  ])('%s', async (_, bytes, reason) => {
    const before = await readdir(spool.dir);
    await expect(read(await bytes())).rejects.toMatchObject({
      code: 'invalid_photo',
      status: 400,
      message: expect.stringContaining(reason),
    });
    expect(await readdir(spool.dir)).toEqual(before);
  });
});

describe('a worker that misbehaves takes only its own file with it', () => {
  test('out of time: killed, refused, and the next photo is read', async () => {
    const hasty = openImages(spool, { workers: 1, timeoutMs: 1 });
    const path = spool.path();
    await scene(2000, 2000).png().toFile(path);
    await expect(hasty.read(path, 'png')).rejects.toMatchObject({ message: expect.stringContaining('takes longer') });
    expect(hasty.stats).toMatchObject({ timedOut: 1, crashed: 0 });
    await hasty.close();
  });

  test('no time of a busy machine: try again, and the photo is not blamed', async () => {
    const starved = openImages(spool, { workers: 1, patienceMs: 1 });
    const path = spool.path();
    await scene(2000, 2000).png().toFile(path);
    const before = await readdir(spool.dir);
    await expect(starved.read(path, 'png')).rejects.toMatchObject({ code: 'unavailable', status: 503, retryAfter: 20 });
    expect(starved.stats).toMatchObject({ starved: 1, timedOut: 0, crashed: 0, refused: 0 });
    expect(await readdir(spool.dir)).toEqual(before);
    await starved.close();
  });

  test('too much memory: killed and refused', async () => {
    const frugal = openImages(spool, { workers: 1, maxMemoryBytes: 1024 });
    const path = spool.path();
    await scene(4000, 4000).png().toFile(path);
    await expect(frugal.read(path, 'png')).rejects.toMatchObject({
      message: expect.stringContaining('too much memory'),
    });
    await frugal.close();
  });

  test('more uploads than may wait: 503 with Retry-After, the others are read', async () => {
    const small = openImages(spool, { workers: 1, maxWaiting: 2 });
    const path = spool.path();
    await scene().png().toFile(path);
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => small.read(path, 'png')));
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled').length).toBe(3);
    expect(outcomes.find((outcome) => outcome.status === 'rejected')?.reason).toMatchObject({
      status: 503,
      retryAfter: 10,
    });
    await small.close();
  });
});
