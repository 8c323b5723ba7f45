import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const command = fileURLToPath(new URL('../../../packages/cli/bin/trigpoint.js', import.meta.url));

export interface NodeProcess {
  readonly url: string;
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

/** A node as an operator starts it. */
export const startNode = async (env: Readonly<Record<string, string>>): Promise<NodeProcess> => {
  const child = spawn(process.execPath, [command, 'serve'], {
    env: { PATH: process.env.PATH ?? '', PORT: '0', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /Service +(\S+)/.exec(line)?.[1];
    if (url === undefined) continue;
    child.stdout.resume();
    return {
      url,
      async end(signal) {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const ended = once(child, 'exit');
        child.kill(signal);
        await ended;
      },
    };
  }
  throw new Error('a node ended before it was ready');
};
