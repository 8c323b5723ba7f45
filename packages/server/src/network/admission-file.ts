import { readFile } from 'node:fs/promises';
import { plainKey } from '@trigpoint/protocol';
import type { Logger } from 'pino';
import type { Admissions } from './admissions.ts';
import { followFile } from './follow-file.ts';

/** How often the file is checked for changes. */
const lookEveryMs = 2_000;
const longestReason = 512;

/** Each line has a key and, if there is one, a reason behind it. Lines that begin with # are comments. */
const parseAdmissionFile = (text: string): Map<string, string> =>
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

/** Reads the file now, and again whenever it has changed. Returns a function that ends that. */
export const followAdmissionFile = (path: string, admissions: Pick<Admissions, 'list'>, log: Logger) =>
  followFile({ setting: 'ADMISSION_FILE', path, lookEveryMs, log }, async () =>
    admissions.list(parseAdmissionFile(await readFile(path, 'utf8'))),
  );
