import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FatalError } from './link.ts';

/**
 * Remembers the log key with which a service first named itself. If another key is named at the same address, the agent signs nothing
 * for it. Without a file the key is remembered while the agent runs.
 */
export function openKnownServices(url: string, file: string | undefined) {
  let pinned: string | undefined;

  const read = async (): Promise<Record<string, string>> => {
    const text = file === undefined ? '{}' : await readFile(file, 'utf8').catch(orNothing);
    try {
      return JSON.parse(text);
    } catch {
      throw new FatalError(`The file of known services ${file} is not JSON.`);
    }
  };

  return {
    /** Throws `FatalError` if the service is not the one that was met here before. */
    async check(service: string): Promise<void> {
      const known = pinned === undefined ? await read() : {};
      pinned ??= known[url];
      if (pinned === undefined) {
        pinned = service;
        if (file !== undefined) await write(file, { ...known, [url]: service });
      }
      if (pinned !== service)
        throw new FatalError(
          `The service at ${url} has another log key than the one this agent met there first: ${service}, not ${pinned}.` +
            (file === undefined ? '' : ` If its operator says so too, remove ${file} and start again.`),
        );
    },
  };
}

/** Only a file that is not there has no keys. One that cannot be read may have another key, so nothing is remembered anew. */
function orNothing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '{}';
  throw new FatalError(`The file of known services cannot be read: ${error.message}`);
}

/** Writes the file whole under another name first, because two agents may share it. */
async function write(file: string, content: Readonly<Record<string, string>>): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(draft, file);
}
