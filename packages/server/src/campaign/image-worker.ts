import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { setPriority } from 'node:os';
import sharp, { type Metadata, type OutputInfo, type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import type { ImageAnswer, ImageJob, PhotoFormat, ReadImage, Rendition, ServedFormat } from './images.ts';

/**
 * Decodes photos in a process of its own. If a decoder crashes, hangs or takes too much memory, only the photo it reads is lost.
 * The process has no configuration of the service. For each job it reads one file and writes two.
 */
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadHeifFile',
  ],
});
// A lower priority than the service itself, so that decoding does not slow down other requests on a machine with two cores.
setPriority(10);

const served: Record<PhotoFormat, ServedFormat> = {
  jpeg: 'jpeg',
  png: 'png',
  webp: 'webp',
  avif: 'jpeg',
  heic: 'jpeg',
};
/** The names that libvips has for the formats. */
const loaderOf: Record<PhotoFormat, string> = { jpeg: 'jpeg', png: 'png', webp: 'webp', avif: 'heif', heic: 'heif' };

const maxFrames = 100;
/** How much of the worker's 512 MiB one image's pixels may take. The rest is for Node and libvips (95 MiB measured). */
const pixelMemory = 400 * 1024 * 1024;
const thumbnailPx = 512;

/** How many bytes of memory a pixel takes to decode and, if needed, to rotate. Measured at 50 megapixels with each loader. */
const bytesPerPixel = (format: PhotoFormat, meta: Metadata): number => {
  const sample = (meta.channels ?? 4) * (meta.depth === 'ushort' ? 2 : 1);
  const decode = {
    jpeg: meta.isProgressive ? 6 : 0.5,
    png: meta.isProgressive ? sample : 0.5,
    webp: 8,
    avif: 19,
    heic: 19,
  }[format];
  return decode + ((meta.orientation ?? 1) > 1 ? sample : 0);
};

const check = (job: ImageJob, meta: Metadata): string | undefined => {
  if (meta.format !== loaderOf[job.format]) return `says it is ${job.format} but holds ${meta.format}`;
  if ((meta.pages ?? 1) > maxFrames) return `has ${meta.pages} frames; at most ${maxFrames} are read`;
  const pixels = meta.width * (meta.pageHeight ?? meta.height);
  const cap = Math.min(job.maxPixels, Math.floor(pixelMemory / bytesPerPixel(job.format, meta)));
  if (pixels > cap)
    return `has ${(pixels / 1e6).toFixed(1)} megapixels; at most ${(cap / 1e6).toFixed(0)} are read of this kind of ${job.format}`;
  return undefined;
};

const encode = (image: Sharp, format: ServedFormat) => {
  // Optimised coding would hold all coefficients in memory: 381 MiB against 95 at 50 megapixels.
  if (format === 'jpeg') return image.flatten({ background: '#fff' }).jpeg({ quality: 88, optimiseCoding: false });
  if (format === 'png') return image.png({ compressionLevel: 6 });
  return image.webp({ quality: 85, effort: 0 });
};

const describe = async (path: string, format: ServedFormat, info: OutputInfo): Promise<Rendition> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return {
    path,
    sha256: hash.digest('hex'),
    bytes: (await stat(path)).size,
    format,
    width: info.width,
    height: info.height,
  };
};

const readImage = async (job: ImageJob): Promise<ReadImage | string> => {
  const options = { limitInputPixels: job.maxPixels, failOn: 'error', sequentialRead: true, pages: 1 } as const;
  const meta = await sharp(job.input, { ...options, limitInputPixels: false }).metadata();
  const problem = check(job, meta);
  if (problem) return problem;

  const format = served[job.format];
  // autoOrient applies the rotation, toColourspace the colour profile. Without keepMetadata nothing else is kept.
  const upright = sharp(job.input, options).autoOrient().toColourspace('srgb');
  const partial = `${job.originalPath}.part`;
  const info = await encode(upright, format).toFile(partial);
  await rename(partial, job.originalPath);
  if ((await stat(job.originalPath)).size > job.maxBytes * 2) return 'grows too large when re-encoded';

  const small = await sharp(job.originalPath, options)
    .resize(thumbnailPx, thumbnailPx, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 75, effort: 2 })
    .toFile(job.thumbnailPath);
  const tiny = await sharp(job.thumbnailPath)
    .resize(100, 100, { fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const grey = await sharp(job.thumbnailPath).flatten().resize(9, 8, { fit: 'fill' }).greyscale().raw().toBuffer();
  let dhash = 0n;
  for (let y = 0; y < 8; y++)
    for (let x = 0; x < 8; x++) dhash = (dhash << 1n) | ((grey[y * 9 + x] ?? 0) < (grey[y * 9 + x + 1] ?? 0) ? 1n : 0n);

  return {
    original: await describe(job.originalPath, format, info),
    thumbnail: await describe(job.thumbnailPath, 'webp', small),
    thumbhash: Buffer.from(rgbaToThumbHash(tiny.info.width, tiny.info.height, tiny.data)).toString('base64'),
    dhash: dhash.toString(16).padStart(16, '0'),
  };
};

/** Messages for people. Those of the library are for programmers. */
const explain = (job: ImageJob, error: unknown): string => {
  const text = error instanceof Error ? error.message : String(error);
  if (/pixel limit|exceeds/i.test(text)) return 'has too many pixels';
  if (job.format === 'heic')
    return 'is HEIC, and the image library here has no HEVC to read it with; send it as JPEG (an iPhone takes JPEG under Settings, Camera, Formats, Most Compatible)';
  if (/premature|truncat|unexpected end|end of (file|stream|image)|not enough/i.test(text))
    return `is a ${job.format} that breaks off before its end`;
  return `is a damaged ${job.format}`;
};

process.on('message', async (job: ImageJob) => {
  const answer = await readImage(job).catch((error: unknown) => explain(job, error));
  const peakBytes = process.resourceUsage().maxRSS * 1024;
  const message: ImageAnswer =
    typeof answer === 'string' ? { problem: answer, peakBytes } : { image: answer, peakBytes };
  process.send?.(message);
});
// The service has ended, so this process ends too.
process.on('disconnect', () => process.exit());
