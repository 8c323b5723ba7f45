import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findSubmission, submitPhoto } from '@trigpoint/client';
import { startChild, startServiceProcess } from '@trigpoint/dev/processes';
import { ServiceError } from '@trigpoint/protocol';
import { openDb } from '@trigpoint/server';
import { corpus, type Hostile } from './hostile/corpus.ts';
import { checkBooks, checkCleared } from './photos/books.ts';
import { floodUploads } from './photos/floods.ts';
import { here, logIn, openCampaign, type Person } from './photos/people.ts';
import { addUp, type Proof, seeded } from './proof.ts';

const run = promisify(execFile);
const senders = 8;
const maxMemory = 512 * 2 ** 20;
const maxMs = 5_000;
/** Killing a decoder takes a moment too. */
const killMs = 500;
/** How late the event loop may be. On a busy machine it may be three times as late as the loop of a process without work. */
const maxLoopMs = 100;

/** Metadata that a picture cannot be without: its own structure. */
const harmless =
  /^(SourceFile|ExifTool:|System:|File:(?!Comment)|Composite:(ImageSize|Megapixels)|JFIF:|PNG:(ImageWidth|ImageHeight|BitDepth|ColorType|Compression|Filter|Interlace|Palette|Transparency|BackgroundColor|PixelsPerUnit\w|PixelUnits)|PNG-pHYs:|RIFF:(VP8Version|HorizontalScale|VerticalScale|ImageWidth|ImageHeight|WebP_Flags|AlphaIsUsed|Alpha\w+))/;

const metadataIn = async (dir: string): Promise<string[]> => {
  const { stdout } = await run('exiftool', ['-G1', '-json', '-a', '-u', '-r', dir], { maxBuffer: 1e9 });
  return (JSON.parse(stdout || '[]') as Record<string, unknown>[]).flatMap((file) =>
    Object.keys(file)
      .filter((tag) => !harmless.test(tag))
      .map((tag) => `${tag} = ${String(file[tag]).slice(0, 80)}`),
  );
};

/** Loads what is shown of a photo as a browser would, and looks at every byte. */
const checkServed = async (person: Person, id: string, file: Hostile, dir: string): Promise<string[]> => {
  const submission = await findSubmission(person.client, id);
  const problems: string[] = [];
  for (const url of [submission?.url, submission?.thumbnail_url]) {
    if (!url) return [`${file.name} is ready and has no address`];
    const reply = await fetch(url);
    const bytes = Buffer.from(await reply.arrayBuffer());
    const { headers } = reply;
    if (reply.status !== 200) problems.push(`${file.name}: ${url} answers ${reply.status}`);
    if (bytes.includes('TRIG-PLANT')) problems.push(`${file.name}: its marker is served`);
    if (!/^image\/(jpeg|png|webp)$/.test(headers.get('content-type') ?? '')) problems.push(`${file.name}: its type`);
    if (headers.get('x-content-type-options') !== 'nosniff') problems.push(`${file.name}: served without nosniff`);
    if (!headers.get('content-security-policy')?.includes('sandbox')) problems.push(`${file.name}: not sandboxed`);
    await writeFile(join(dir, url.split('/').at(-1) as string), bytes);
  }
  return problems;
};

/**
 * Hostile files end in a clean photo or in a refusal. Nothing crashes, swells or stalls, and nobody's whereabouts are served.
 * Floods of uploads fill no disk and delay nobody else.
 */
export const prove: Proof = async ({ seed, small, log }) => {
  const root = await mkdtemp(join(tmpdir(), 'prove-uploads-'));
  const place = { dataDir: join(root, 'data') };
  const loaded = join(root, 'loaded');
  await mkdir(loaded);
  const violations: string[] = [];
  const hasExiftool = await run('exiftool', ['-ver']).then(
    () => true,
    () => false,
  );
  const files: Hostile[] = [];
  for await (const file of corpus(seeded(seed), small)) {
    if (file.marker && !file.bytes.includes(file.marker)) violations.push(`${file.name}: nothing was planted`);
    files.push(file);
  }
  log(`${files.length} files, ${hasExiftool ? 'with' : 'without'} exiftool`);

  const service = await startServiceProcess({ place });
  const people = await Promise.all(Array.from({ length: senders }, () => logIn(service.url)));
  const terms = { max_submissions: 1_000_000, total_rewards: 1_000_000, fuel_required: 0 };
  const campaign = await openCampaign(people[0] as Person, terms);
  const outcomes = { served: 0, refused: 0 };
  const control = await startChild(new URL('./photos/control-process.js', import.meta.url), {
    file: join(root, 'control'),
  });
  const queue = files.values();
  await Promise.all(
    people.map(async (person) => {
      for (const file of queue) {
        const photo = new Uint8Array(file.bytes);
        try {
          const { photo_id } = await submitPhoto(person.client, { campaign, photo, ...here });
          outcomes.served++;
          if (file.expect === 'refused') violations.push(`${file.name} was served`);
          violations.push(...(await checkServed(person, photo_id, file, loaded)));
        } catch (error) {
          outcomes.refused++;
          const refusal = error instanceof ServiceError ? error.code : String(error);
          if (refusal !== 'invalid_photo') violations.push(`${file.name} was not refused but failed: ${refusal}`);
          if (file.expect === 'served') violations.push(`${file.name} was refused: ${(error as Error).message}`);
        }
      }
    }),
  );

  const { loopP99Ms, images } = await service.figures();
  const { loopP99Ms: controlMs } = await control.ask<{ loopP99Ms: number }>({});
  await control.end();
  log(
    `served ${outcomes.served}, refused ${outcomes.refused}; worker peak ${(images.peakBytes / 2 ** 20).toFixed(0)} MiB, longest ${images.longestCpuMs.toFixed(0)} ms of CPU (${images.longestMs.toFixed(0)} by the clock), crashed ${images.crashed}, timed out ${images.timedOut}, swollen ${images.swollen}; the service's loop p99 ${loopP99Ms.toFixed(1)} ms, an idle one's ${controlMs.toFixed(1)} ms`,
  );
  if (images.crashed > 0) violations.push(`${images.crashed} workers crashed`);
  if (images.peakBytes >= maxMemory) violations.push(`a worker held ${images.peakBytes} bytes`);
  if (images.longestCpuMs >= maxMs + killMs) violations.push(`one file took ${images.longestCpuMs} ms of CPU`);
  if (loopP99Ms >= Math.max(maxLoopMs, 3 * controlMs))
    violations.push(`the service's loop was late by ${loopP99Ms} ms (p99)`);
  await service.end('SIGTERM');

  if (hasExiftool && outcomes.served > 0)
    for (const found of await metadataIn(loaded)) violations.push(`served metadata: ${found}`);
  const db = await openDb(place);
  violations.push(...(await checkBooks(db, place.dataDir)), ...(await checkCleared(db, place.dataDir)));
  await db.close();
  const floods = await floodUploads(root, { small, log });
  await rm(root, { recursive: true });
  return addUp({ name: 'hostile files', tried: files.length, violations }, { name: 'floods', ...floods });
};
