import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { serviceError } from '@trigpoint/protocol';

export interface Received {
  path: string;
  sha256: string;
  bytes: number;
}

/** Where uploads wait while they are examined. Everything in it is worthless after a crash and is swept at the next start. */
export interface Spool {
  readonly dir: string;
  /** A path nobody else uses. */
  path(): string;
  /**
   * Streams to disk, hashing on the way; stops reading and leaves nothing behind once `maxBytes` is passed, or when the folder
   * has no room (503). `maker`: whose campaign it is for; the uploads for one maker take half of the room at most.
   */
  receive(source: AsyncIterable<Uint8Array>, maxBytes: number, maker?: string): Promise<Received>;
  drop(...paths: (string | undefined)[]): Promise<void>;
  close(): Promise<void>;
}

/** How many bytes the files in the folder have, and for whom. */
class Room {
  readonly #maxBytes: number;
  readonly #files = new Map<string, { readonly maker: string; bytes: number }>();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** False if there is no room for so many bytes more. */
  take(path: string, maker: string, bytes: number): boolean {
    const file = this.#files.get(path) ?? { maker, bytes: 0 };
    let [all, makers] = [0, 0];
    for (const it of this.#files.values()) {
      all += it.bytes;
      if (it.maker === maker) makers += it.bytes;
    }
    if (all + bytes > this.#maxBytes || makers + bytes > this.#maxBytes / 2) return false;
    file.bytes += bytes;
    this.#files.set(path, file);
    return true;
  }

  leave(path: string): void {
    this.#files.delete(path);
  }
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Removes what dead processes left. A directory with our own pid is a former life's: in containers every life is pid 1. */
const sweep = async (root: string) => {
  for (const name of await readdir(root)) {
    const pid = Number(name.split('-')[0]);
    if (pid === process.pid || !Number.isSafeInteger(pid) || pid < 1 || !isAlive(pid))
      await rm(join(root, name), { recursive: true, force: true });
  }
};

const comeBackSeconds = 10;

/** Room for `maxBytes` of uploads that are not yet stored. */
export const openSpool = async (root: string, maxBytes = Number.POSITIVE_INFINITY): Promise<Spool> => {
  await mkdir(root, { recursive: true });
  await sweep(root);
  const dir = join(root, `${process.pid}-${randomBytes(6).toString('hex')}`);
  await mkdir(dir, { mode: 0o700 });
  const path = () => join(dir, randomBytes(12).toString('hex'));
  const room = new Room(maxBytes);
  const drop = async (...paths: (string | undefined)[]) => {
    for (const p of paths)
      if (p !== undefined) {
        await rm(p, { force: true });
        room.leave(p);
      }
  };

  return {
    dir,
    path,
    drop,
    async receive(source, maxBytes, maker = '') {
      const target = path();
      const hash = createHash('sha256');
      let bytes = 0;
      const meter = new Transform({
        transform(chunk: Uint8Array, _encoding, done) {
          bytes += chunk.byteLength;
          if (bytes > maxBytes) return done(serviceError('body_too_large', { limit: maxBytes }));
          if (!room.take(target, maker, chunk.byteLength))
            return done(
              serviceError(
                'unavailable',
                { detail: 'Too many uploads are on their way.', seconds: comeBackSeconds },
                comeBackSeconds,
              ),
            );
          hash.update(chunk);
          done(null, chunk);
        },
      });
      try {
        await pipeline(source, meter, createWriteStream(target, { flags: 'wx', mode: 0o600 }));
      } catch (error) {
        await drop(target);
        throw error;
      }
      return { path: target, sha256: hash.digest('hex'), bytes };
    },
    close: () => rm(dir, { recursive: true, force: true }),
  };
};
