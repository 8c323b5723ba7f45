import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { flushToDisk } from '../flush-to-disk.ts';

/** A blob's name: the SHA-256 of its bytes, and their format. */
const keyPattern = /^([0-9a-f]{64})\.(jpg|png|webp)$/;

export const isBlobKey = (key: string) => keyPattern.test(key);

export const blobKey = (sha256: string, format: string) => `${sha256}.${format === 'jpeg' ? 'jpg' : format}`;

const contentTypes = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const;

export const contentTypeOf = (key: string) =>
  contentTypes[(keyPattern.exec(key)?.[2] ?? 'jpg') as keyof typeof contentTypes];

interface OpenBlob {
  bytes: number;
  stream: Readable;
}

/** Stores bytes under the hash of their content. There are two implementations (files and S3), which pass the same tests. */
export interface Blobs {
  /** Stores the file at `path` under `key`. When it resolves, the bytes survive kill -9. Storing them again changes nothing. */
  keep(key: string, path: string): Promise<void>;
  open(key: string): Promise<OpenBlob | undefined>;
  remove(key: string): Promise<void>;
}

const pathIn = (root: string, key: string) => {
  if (!isBlobKey(key)) throw new Error(`not a blob key: ${key}`);
  return join(root, key.slice(0, 2), key.slice(2, 4), key);
};

/** Reads blobs from a folder and writes nothing. */
export const blobReader = (root: string): Pick<Blobs, 'open'> => ({
  async open(key) {
    const path = pathIn(root, key);
    const found = await stat(path).catch(() => undefined);
    return found?.isFile() ? { bytes: found.size, stream: createReadStream(path) } : undefined;
  },
});

/** Blobs as files, in two levels of 256 directories each. With 10 million photos a directory has 300 entries. */
export const openFileBlobs = async (root: string): Promise<Blobs> => {
  const copying = join(root, '.copying');
  await rm(copying, { recursive: true, force: true });
  await mkdir(copying, { recursive: true });
  const pathOf = (key: string) => pathIn(root, key);

  return {
    async keep(key, path) {
      const target = pathOf(key);
      const dir = dirname(target);
      if (await mkdir(dir, { recursive: true })) {
        await flushToDisk(root, 'r');
        await flushToDisk(dirname(dir), 'r');
      }
      await flushToDisk(path);
      await rename(path, target).catch(async (error: NodeJS.ErrnoException) => {
        // If the spool lies on another file system, the file is copied. The copy still appears under its name as a whole.
        if (error.code !== 'EXDEV') throw error;
        const near = join(copying, randomUUID());
        await copyFile(path, near);
        await flushToDisk(near);
        await rename(near, target);
        await rm(path, { force: true });
      });
      await flushToDisk(dir, 'r');
    },
    open: blobReader(root).open,
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
  };
};
