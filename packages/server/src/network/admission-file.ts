import { readFile, stat } from 'node:fs/promises';
import type { Logger } from 'pino';
import { type Admissions, plainKey } from './admissions.ts';

/** How often the file is looked at. */
const lookEveryMs = 2_000;
const longestReason = 512;

/** One key a line, and behind it a reason if there is one. Lines that begin with # are notes. */
export const parseAdmissionFile = (text: string): Map<string, string> =>
  new Map(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const [, key = '', reason = ''] = /^(\S+)\s*(.*)$/.exec(line) ?? [];
        return [plainKey(key), (reason || 'The operator’s file lists its key.').slice(0, longestReason)];
      }),
  );

/** Reads the file now, and again whenever it has changed; gives what ends that. A file that is gone for a while changes nothing. */
export const followAdmissionFile = async (
  path: string,
  admissions: Pick<Admissions, 'list'>,
  log: Logger,
): Promise<() => Promise<void>> => {
  let seen = '';
  const look = async () => {
    const { mtimeMs, size } = await stat(path);
    const version = `${mtimeMs} ${size}`;
    if (version === seen) return;
    await admissions.list(parseAdmissionFile(await readFile(path, 'utf8')));
    seen = version;
  };
  await look().catch((error: Error) => {
    throw new Error(`ADMISSION_FILE ${path} cannot be read: ${error.message}`);
  });
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = look().catch((error: unknown) => log.warn({ err: error }, 'reading ADMISSION_FILE failed'));
  }, lookEveryMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
};
