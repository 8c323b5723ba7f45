import { stat } from 'node:fs/promises';
import type { Logger } from 'pino';

/**
 * Reads a file that an operator names in a setting, now and again whenever it has changed; gives what ends that. A file that
 * is gone or cannot be read for a while changes nothing, but the service does not start without it.
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
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    // A large file may take longer to read than the pause between two looks.
    running ??= look()
      .catch((error: unknown) => log.warn({ err: error }, `reading ${setting} failed`))
      .finally(() => {
        running = undefined;
      });
  }, lookEveryMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
};
