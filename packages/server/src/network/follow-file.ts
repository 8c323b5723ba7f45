import { stat } from 'node:fs/promises';
import type { Logger } from 'pino';
import { repeat } from '../repeat.ts';

/**
 * Reads a file that an operator names in a setting, now and whenever it has changed. Returns a function that ends that. The
 * service does not start without the file. Later, a file that is gone or cannot be read changes nothing.
 */
export const followFile = async (
  { setting, path, lookEveryMs, log }: { setting: string; path: string; lookEveryMs: number; log: Logger },
  read: (path: string) => Promise<void>,
): Promise<() => Promise<void>> => {
  let seen = '';
  const look = async () => {
    const { mtimeMs, size } = await stat(path);
    const version = `${mtimeMs} ${size}`;
    if (version === seen) return;
    await read(path);
    seen = version;
  };
  await look().catch((error: Error) => {
    throw new Error(`${setting} ${path} cannot be read: ${error.message}`);
  });
  return repeat(lookEveryMs, look, (error) => log.warn({ err: error }, `reading ${setting} failed`));
};
