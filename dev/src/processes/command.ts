import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

/** Starts a program as a person or a service manager does, in pipes, and reads what it prints. */
export const startCommand = (command: readonly string[], options: Pick<SpawnOptions, 'cwd' | 'env' | 'detached'>) => {
  const [file = '', ...args] = command;
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { out: '', err: '' };
  child.stdout.on('data', (data) => {
    said.out += data;
  });
  child.stderr.on('data', (data) => {
    said.err += data;
  });
  return {
    child,
    said,
    exit: once(child, 'close').then(([code]) => code as number | null),
    /** Waits until it has printed this. Throws what it printed if it ends before. */
    async says(pattern: RegExp): Promise<RegExpExecArray> {
      for (;;) {
        const isOver = child.exitCode !== null || child.signalCode !== null;
        const found = pattern.exec(`${said.out}${said.err}`);
        if (found) return found;
        if (isOver) throw new Error(`${command.join(' ')} ended with ${child.exitCode}: ${said.out}${said.err}`);
        await pause(20);
      }
    },
  };
};

export type StartedCommand = ReturnType<typeof startCommand>;
