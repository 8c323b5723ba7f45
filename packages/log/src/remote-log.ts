import { concat } from './bytes.ts';
import { type TileName, tilePath, tileWidth } from './tile-paths.ts';
import type { FetchTile } from './tile-reader.ts';

/** A log as its readers see it: files by name. Readers check what the files hold before they believe it. */
export interface LogFiles {
  checkpoint(): Promise<string>;
  readonly tile: FetchTile;
}

/** The log does not answer, or does not have what was asked for. */
export class LogUnreachable extends Error {
  override readonly name = 'LogUnreachable';
}

/** The longest answer that is read. A full tile has 8 kB, a bundle of entries at most 17 MB, and a checkpoint less than 1 MB. */
const maxBytes = 17_000_000;
const timeoutMs = 20_000;

/** The bytes of an answer. Undefined as soon as there are too many: a few compressed bytes can stand for any number. */
const readAtMost = async ({ body }: Response, most: number): Promise<Uint8Array | undefined> => {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = body?.getReader();
  for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
    length += next.value.length;
    if (length > most) {
      await reader?.cancel();
      return undefined;
    }
    parts.push(next.value);
  }
  return concat(...parts);
};

/** Reads a log over HTTP. `url` is where its `checkpoint` is, without that name: `https://proofs.example.com/log`. */
export const openRemoteLog = (url: string, fetcher: typeof fetch = fetch): LogFiles => {
  const base = url.replace(/\/+$/, '');
  const read = async (path: string): Promise<Uint8Array | undefined> => {
    const unreachable = (cause: unknown) => {
      throw new LogUnreachable(`${base} cannot be reached.`, { cause });
    };
    const signal = AbortSignal.timeout(timeoutMs);
    const reply = await fetcher(`${base}/${path}`, { signal }).catch(unreachable);
    if (reply.status === 404) return undefined;
    if (!reply.ok) throw new LogUnreachable(`${base}/${path} answers with ${reply.status}.`);
    const bytes = await readAtMost(reply, maxBytes).catch(unreachable);
    if (!bytes) throw new LogUnreachable(`${base}/${path} is too long.`);
    return bytes;
  };
  const missing = (path: string) => new LogUnreachable(`${base} has no ${path}.`);
  return {
    async checkpoint() {
      const bytes = await read('checkpoint');
      if (!bytes) throw missing('checkpoint');
      return new TextDecoder().decode(bytes);
    },
    async tile(name: TileName) {
      // A partial tile may be gone once the tile is full.
      const path = tilePath(name);
      const bytes = (await read(path)) ?? (await read(tilePath({ ...name, width: tileWidth })));
      if (!bytes) throw missing(path);
      return bytes;
    },
  };
};
