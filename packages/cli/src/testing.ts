import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type StartedCommand, startCommand } from '@trigpoint/dev/processes';

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

/** Starts the command as `trigpoint` does it, with no other settings than these. */
export const start = (args: readonly string[], env: Readonly<Record<string, string>> = {}): StartedCommand => {
  const { PATH = '' } = process.env;
  return startCommand([process.execPath, command, ...args], { env: { PATH, ...env } });
};

/** Runs an agent beside a network for as long as `use` takes. `use` is given its id once it is connected. */
export const besides = async (
  env: Record<string, string>,
  args: readonly string[],
  use: (id: string) => Promise<unknown>,
): Promise<void> => {
  const agent = start([...args, '--json'], env);
  try {
    const [, id = ''] = await agent.says(/"id":"([^"]+)"[^\n]*"state":"connected"/);
    await use(id);
  } finally {
    agent.child.kill('SIGTERM');
    await agent.exit;
  }
};

/** Runs `trigpoint serve` for as long as `use` takes, and ends it as a service manager does. */
export const serving = async (env: Record<string, string>, use: (url: string) => Promise<unknown>): Promise<void> => {
  const { child, exit, says, said } = start(['serve'], { PORT: '0', LOG_LEVEL: 'silent', ...env });
  const [, url = ''] = await says(/Service +(\S+)/);
  try {
    await use(url);
  } finally {
    child.kill('SIGTERM');
  }
  const code = await exit;
  if (code !== 0) throw new Error(`trigpoint serve ended with ${code}: ${said.out}${said.err}`);
};
