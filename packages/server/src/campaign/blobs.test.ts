import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { testFolder } from '@trigpoint/proofs/testing';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Blobs, blobKey, openFileBlobs } from './blobs.ts';
import { openS3Blobs, signRequest } from './s3-blobs.ts';
import { openSpool, type Spool } from './spool.ts';

const root = testFolder(afterAll);
let spool: Spool;
let s3: S3rver;
const stores: Record<string, Blobs> = {};

beforeAll(async () => {
  spool = await openSpool(join(root, 'spool'));
  stores.files = await openFileBlobs(join(root, 'blobs'));
  // A real S3-compatible server, from npm. By hand: npx s3rver -d /tmp/s3 -p 9000 --configure-bucket photos
  s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(root, 's3'),
    configureBuckets: [{ name: 'photos', configs: [] }],
  });
  const { port } = await s3.run();
  const account = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  const place = { endpoint: `http://127.0.0.1:${port}`, bucket: 'photos', region: 'us-east-1' };
  stores.s3 = openS3Blobs({ ...place, ...account });
  stores.refusing = openS3Blobs({ ...place, ...account, accessKeyId: 'unknown' });
});

afterAll(async () => {
  await s3.close();
  await spool.close();
});

const spooled = (bytes: Uint8Array) => spool.receive(Readable.from([bytes]), 1e9);
const read = async (blobs: Blobs, key: string) => {
  const blob = await blobs.open(key);
  if (!blob) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of blob.stream) chunks.push(chunk as Buffer);
  expect(blob.bytes).toBe(Buffer.concat(chunks).length);
  return Buffer.concat(chunks);
};

describe.each(['files', 's3'])('blobs in %s', (name) => {
  const store = () => stores[name] as Blobs;

  test('what was kept is read back byte for byte, and the temporary file is gone', async () => {
    const bytes = randomBytes(300_000);
    const received = await spooled(bytes);
    const key = blobKey(received.sha256, 'jpeg');
    await store().keep(key, received.path);
    expect(await read(store(), key)).toEqual(bytes);
    expect(existsSync(received.path)).toBe(false);
  });

  test('keeping the same bytes again is harmless, also at the same moment', async () => {
    const bytes = randomBytes(50_000);
    const copies = await Promise.all([spooled(bytes), spooled(bytes), spooled(bytes)]);
    const key = blobKey(copies[0].sha256, 'png');
    await Promise.all(copies.map((copy) => store().keep(key, copy.path)));
    expect(await read(store(), key)).toEqual(bytes);
  });

  test('a removed or never kept blob is not there, and removing twice is harmless', async () => {
    const received = await spooled(randomBytes(10));
    const key = blobKey(received.sha256, 'webp');
    expect(await store().open(key)).toBeUndefined();
    await store().keep(key, received.path);
    await store().remove(key);
    await store().remove(key);
    expect(await store().open(key)).toBeUndefined();
  });

  test('only content names are keys: no path can be smuggled in', async () => {
    for (const key of ['../../etc/passwd', 'a.jpg', `${'0'.repeat(64)}.svg`, `${'0'.repeat(64)}.jpg/..`])
      await expect(store().open(key)).rejects.toThrow('not a blob key');
  });
});

test('an S3 store that refuses us is an error, never a missing photo', async () => {
  await expect(stores.refusing?.open(blobKey('0'.repeat(64), 'jpeg'))).rejects.toThrow('403');
});

test.each([
  ['?lifecycle', 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
  ['?max-keys=2&prefix=J', '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
])('requests are signed as in Amazon’s published example %s', (query, signature) => {
  // s3rver does not check signatures of version 4; these two do ("Examples: Signature Calculations").
  const config = {
    endpoint: 'https://examplebucket.s3.amazonaws.com',
    bucket: '',
    region: 'us-east-1',
    accessKeyId: ['AKIA', 'IOSFODNN7EXAMPLE'].join(''),
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  };
  const empty = createHash('sha256').update('').digest('hex');
  const url = new URL(`https://examplebucket.s3.amazonaws.com/${query}`);
  const headers = signRequest(config, 'GET', url, empty, new Date('2013-05-24T00:00:00Z'));
  expect(headers.authorization).toBe(
    `AWS4-HMAC-SHA256 Credential=${config.accessKeyId}/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=${signature}`,
  );
});

describe('the spool', () => {
  test('hashes while it writes', async () => {
    const received = await spooled(Buffer.from('abc'));
    expect(received).toMatchObject({
      bytes: 3,
      sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    });
    await spool.drop(received.path);
  });

  test('stops at the byte cap with 413, reads no further, leaves nothing', async () => {
    let sent = 0;
    async function* endless() {
      for (; sent < 1e8; sent += 1000) yield Buffer.alloc(1000);
    }
    const before = (await readdir(spool.dir)).length;
    await expect(spool.receive(endless(), 10_000)).rejects.toMatchObject({ code: 'body_too_large', status: 413 });
    expect(sent).toBeLessThan(1e6);
    expect((await readdir(spool.dir)).length).toBe(before);
  });

  test('leaves room for another creator and for another network', async () => {
    const small = await openSpool(join(root, 'small-spool'), 1000);
    const send = (creator: string, network: string, bytes: number) =>
      small.receive(Readable.from([Buffer.alloc(bytes)]), 1e9, { creator, network });
    const taken = [await send('a', 'here', 500), await send('b', 'here', 250)];
    for (const [creator, network] of [
      ['a', 'there'],
      ['c', 'here'],
    ] as const)
      await expect(send(creator, network, 1)).rejects.toMatchObject({ status: 503 });
    taken.push(await send('c', 'there', 250));
    await expect(send('d', 'elsewhere', 1)).rejects.toMatchObject({ status: 503 });
    await small.drop(...taken.map((it) => it.path));
    expect((await send('a', 'here', 500)).bytes).toBe(500);
    await small.close();
  });

  test('an upload that breaks off leaves nothing', async () => {
    async function* broken() {
      yield Buffer.alloc(1000);
      throw new Error('connection lost');
    }
    const before = (await readdir(spool.dir)).length;
    const all = await Promise.allSettled(Array.from({ length: 64 }, () => spool.receive(broken(), 10_000)));
    for (const one of all) expect(String((one as PromiseRejectedResult).reason)).toBe('Error: connection lost');
    expect((await readdir(spool.dir)).length).toBe(before);
  });

  test('what a dead process left is swept at the next start; a living one’s is not', async () => {
    const place = join(root, 'old-spool');
    for (const name of ['999999999-dead', `${process.pid}-former-life`, `${process.ppid}-alive`]) {
      await mkdir(join(place, name), { recursive: true });
      await writeFile(join(place, name, 'half'), 'half a photo');
    }
    const opened = await openSpool(place);
    expect((await readdir(place)).sort()).toEqual([`${process.ppid}-alive`, opened.dir.split('/').pop()].sort());
  });
});
