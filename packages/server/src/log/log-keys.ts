import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A log key cannot be used. The message says what to do. */
export class LogKeyError extends Error {
  override readonly name = 'LogKeyError';
}

/** The file of the log key. It lies in the folder of the agents' keys, so that backups include it. */
export const keyFileIn = (dataDir: string): string => join(dataDir, 'keys', 'transparency-log.json');

/** The private key in a file; undefined if there is no file. */
export async function readLogKey(path: string): Promise<Uint8Array | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (!found) return undefined;
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
    throw new LogKeyError(`The log key ${path} can be read by others. Run: chmod 600 ${path}`);
  const { private_key: hex } = await readFile(path, 'utf8')
    .then((text) => JSON.parse(text) as { private_key?: unknown })
    .catch(() => ({ private_key: undefined }));
  if (typeof hex !== 'string' || !/^[0-9a-f]{64}$/.test(hex))
    throw new LogKeyError(`The log key ${path} needs private_key: 32 bytes in hexadecimal.`);
  return Buffer.from(hex, 'hex');
}

/** Makes the file and returns its key. If another node made the file first, that is the other node's key. */
export async function makeLogKey(path: string): Promise<Uint8Array> {
  // The file is written under another name and then linked, so that nobody reads half a key.
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const content = { key_type: 'log', private_key: randomBytes(32).toString('hex') };
    await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true });
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new LogKeyError(`The log key ${path} cannot be written: ${(error as Error).message}.`);
  } finally {
    await rm(draft, { force: true });
  }
  return (await readLogKey(path)) as Uint8Array;
}
