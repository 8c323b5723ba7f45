import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { serviceError } from '@trigpoint/protocol';
import { unavailable } from '../unavailable.ts';

export interface Received {
  path: string;
  sha256: string;
  bytes: number;
}

/** Whom an upload is counted for. */
export interface Origin {
  /** The creator of the campaign. */
  readonly creator: string;
  /** Where it comes from. */
  readonly network: string;
}

/** The folder for uploads while they are checked. After a crash its files are worthless, and the next start deletes them. */
export interface Spool {
  readonly dir: string;
  /** A path nobody else uses. */
  path(): string;
  /**
   * Streams an upload to disk and hashes it. Throws and deletes the file if it has more than `maxBytes`, or if the folder has
   * no room (503). The uploads for campaigns of one creator take at most half of the room, those from one network three quarters.
   */
  receive(source: AsyncIterable<Uint8Array>, maxBytes: number, of?: Origin): Promise<Received>;
  drop(...paths: (string | undefined)[]): Promise<void>;
  close(): Promise<void>;
}

/** The shares of the room. Somebody else's upload has room beside that of one creator from one network. */
const shares = { creator: 1 / 2, network: 3 / 4 };

/** How many bytes the files in the folder have, and for whom. */
class Room {
  readonly #maxBytes: number;
  readonly #files = new Map<string, Origin & { bytes: number }>();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Returns false if there is no room for this many more bytes. */
  take(path: string, of: Origin, bytes: number): boolean {
    const file = this.#files.get(path) ?? { ...of, bytes: 0 };
    const sum = { all: bytes, creator: bytes, network: bytes };
    for (const it of this.#files.values()) {
      sum.all += it.bytes;
      if (it.creator === of.creator) sum.creator += it.bytes;
      if (it.network === of.network) sum.network += it.bytes;
    }
    const { creator, network } = shares;
    if (sum.all > this.#maxBytes || sum.creator > creator * this.#maxBytes || sum.network > network * this.#maxBytes)
      return false;
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

/** Deletes what dead processes left. A directory with our own pid is of an earlier process: in containers each one has pid 1. */
const sweep = async (root: string) => {
  for (const name of await readdir(root)) {
    const pid = Number(name.split('-')[0]);
    if (pid === process.pid || !Number.isSafeInteger(pid) || pid < 1 || !isAlive(pid))
      await rm(join(root, name), { recursive: true, force: true });
  }
};

const comeBackSeconds = 10;

/** Opens a spool with room for `maxBytes` of uploads. */
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
    async receive(source, maxBytes, of = { creator: '', network: '' }) {
      const target = path();
      const hash = createHash('sha256');
      let bytes = 0;
      const meter = new Transform({
        transform(chunk: Uint8Array, _encoding, done) {
          bytes += chunk.byteLength;
          if (bytes > maxBytes) return done(serviceError('body_too_large', { limit: maxBytes }));
          if (!room.take(target, of, chunk.byteLength))
            return done(unavailable('Too many uploads are on their way.', comeBackSeconds));
          hash.update(chunk);
          done(null, chunk);
        },
      });
      // The file is there before anything can fail. A stream that opens it could do so after it was dropped.
      const file = await open(target, 'wx', 0o600);
      try {
        await pipeline(source, meter, file.createWriteStream());
      } catch (error) {
        await drop(target);
        throw error;
      }
      return { path: target, sha256: hash.digest('hex'), bytes };
    },
    close: () => rm(dir, { recursive: true, force: true }),
  };
};
