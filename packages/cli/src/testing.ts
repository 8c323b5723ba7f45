import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const command = fileURLToPath(new URL('../bin/trigpoint.js', import.meta.url));

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the command as people do: a process of its own, in a pipe. */
export const trigpoint =
  (env: Record<string, string>) =>
  (...args: string[]): Promise<Ran> =>
    new Promise((resolve) => {
      const { PATH = '' } = process.env;
      const options = { env: { PATH, ...env }, timeout: 60_000, maxBuffer: 1 << 26 };
      execFile(process.execPath, [command, ...args], options, (error, out, err) =>
        resolve({ code: error ? Number(error.code ?? -1) : 0, out, err }),
      );
    });
