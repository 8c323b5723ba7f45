import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { openImages, openSpool } from '@trigpoint/server';
import { corpus, type Hostile } from './hostile/corpus.ts';
import { type Proof, seeded } from './proof.ts';

const run = promisify(execFile);

/** Only what a picture cannot be without: its own structure. */
const harmless =
  /^(SourceFile|ExifTool:|System:|File:(?!Comment)|Composite:(ImageSize|Megapixels)|JFIF:|PNG:(ImageWidth|ImageHeight|BitDepth|ColorType|Compression|Filter|Interlace|Palette|Transparency|BackgroundColor|PixelsPerUnit\w|PixelUnits)|PNG-pHYs:|RIFF:(VP8Version|HorizontalScale|VerticalScale|ImageWidth|ImageHeight|WebP_Flags|AlphaIsUsed|Alpha\w+))/;

const exiftool = async (paths: string[]): Promise<string[]> => {
  const { stdout } = await run('exiftool', ['-G1', '-json', '-a', '-u', ...paths], { maxBuffer: 1e8 });
  return (JSON.parse(stdout) as Record<string, unknown>[]).flatMap((file) =>
    Object.keys(file)
      .filter((tag) => !harmless.test(tag))
      .map((tag) => `${tag} = ${String(file[tag]).slice(0, 80)}`),
  );
};

/** Hostile files end in a clean photo or a refusal: no crash, no swelling, no stall, nobody's whereabouts served. */
export const prove: Proof = async ({ seed, small, log }) => {
  const root = await mkdtemp(join(tmpdir(), 'prove-uploads-'));
  const spool = await openSpool(root);
  const images = openImages(spool);
  const violations: string[] = [];
  const { status: hasExiftool } = await run('exiftool', ['-ver']).then(
    () => ({ status: true }),
    () => ({ status: false }),
  );
  const files: (Hostile & { path: string })[] = [];
  for await (const file of corpus(seeded(seed), small)) {
    const path = spool.path();
    await writeFile(path, file.bytes);
    if (file.marker && !file.bytes.includes(file.marker)) violations.push(`${file.name}: nothing was planted`);
    files.push({ ...file, path });
  }
  log(`${files.length} files, ${hasExiftool ? 'with' : 'without'} exiftool`);

  const loop = monitorEventLoopDelay({ resolution: 5 });
  loop.enable();
  const served: { name: string; paths: string[] }[] = [];
  const outcomes = { served: 0, refused: 0 };
  const queue = files.values();
  const sender = async () => {
    for (const file of queue) {
      try {
        const image = await images.read(file.path, await images.identify(file.path));
        const paths = [image.original.path, image.thumbnail.path];
        outcomes.served++;
        served.push({ name: file.name, paths });
        if (file.expect === 'refused') violations.push(`${file.name} was served`);
        for (const path of paths)
          if ((await readFile(path)).includes('TRIG-PLANT')) violations.push(`${file.name}: its marker is served`);
      } catch (error) {
        outcomes.refused++;
        const { code, message } = error as { code?: string; message: string };
        if (code !== 'invalid_photo') violations.push(`${file.name} was not refused but failed: ${message}`);
        if (file.expect === 'served') violations.push(`${file.name} was refused: ${message}`);
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, sender));
  loop.disable();

  const p99Ms = loop.percentile(99) / 1e6;
  const { stats } = images;
  log(
    `served ${outcomes.served}, refused ${outcomes.refused}; worker peak ${(stats.peakBytes / 2 ** 20).toFixed(0)} MiB, longest ${stats.longestMs.toFixed(0)} ms, crashed ${stats.crashed}, timed out ${stats.timedOut}, swollen ${stats.swollen}; loop p99 ${p99Ms.toFixed(1)} ms`,
  );
  if (stats.crashed > 0) violations.push(`${stats.crashed} workers crashed`);
  if (stats.peakBytes >= 512 * 2 ** 20) violations.push(`a worker held ${stats.peakBytes} bytes`);
  if (stats.longestMs >= 5_500) violations.push(`one file took ${stats.longestMs} ms`);
  if (p99Ms >= 100) violations.push(`the loop's p99 was ${p99Ms} ms`);
  if (hasExiftool)
    for (let at = 0; at < served.length; at += 100) {
      const batch = served.slice(at, at + 100);
      for (const found of await exiftool(batch.flatMap(({ paths }) => paths)))
        violations.push(`served metadata: ${found}`);
    }
  await images.close();
  await rm(root, { recursive: true });
  return { tried: files.length, violations };
};
