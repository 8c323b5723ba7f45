import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The command itself. */
export const command = fileURLToPath(new URL('../bin/trigpoint.js', import.meta.url));

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

/** Runs an agent beside a network for as long as `use` takes. `use` is given its id once it is connected. */
export const besides = async (
  env: Record<string, string>,
  args: readonly string[],
  use: (id: string) => Promise<unknown>,
): Promise<void> => {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [command, ...args, '--json'], { env: { PATH, ...env } });
  const exit = once(child, 'exit');
  let said = '';
  try {
    const id = await new Promise<string>((resolve, reject) => {
      child.stderr.on('data', (data) => {
        said += data;
      });
      child.stdout.on('data', (data) => {
        said += data;
        const [, found] = /"id":"([^"]+)"[^\n]*"state":"connected"/.exec(said) ?? [];
        if (found !== undefined) resolve(found);
      });
      child.on('exit', () => reject(new Error(said)));
    });
    await use(id);
  } finally {
    child.kill('SIGTERM');
    await exit;
  }
};

/** Runs `trigpoint serve` for as long as `use` takes, and ends it as a service manager does. */
export const serving = async (env: Record<string, string>, use: (url: string) => Promise<unknown>): Promise<void> => {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [command, 'serve'], { env: { PATH, PORT: '0', LOG_LEVEL: 'silent', ...env } });
  const exit = once(child, 'exit');
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data) => {
        said += data;
        const [, found] = /Service +(\S+)/.exec(said) ?? [];
        if (found !== undefined) resolve(found);
      });
    child.on('exit', () => reject(new Error(said)));
  });
  try {
    await use(url);
  } finally {
    child.kill('SIGTERM');
  }
  const [code] = await exit;
  if (code !== 0) throw new Error(`trigpoint serve ended with ${code}: ${said}`);
};
