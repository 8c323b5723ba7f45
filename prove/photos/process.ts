import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { DbOptions } from '@trigpoint/server';
import type { Report } from './service-process.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`./${name}.js`, import.meta.url));

/** How late the loop of a process that does nearly nothing is, from now until it is asked. */
export const startControl = (file: string) => {
  const child = spawn(process.execPath, [fileOf('control-process'), file], { stdio: ['pipe', 'pipe', 'inherit'] });
  return async (): Promise<number> => {
    child.stdin.write('report\n');
    const [line] = await once(createInterface({ input: child.stdout }), 'line');
    return Number(line);
  };
};

/** A whole service as a process that can be killed. `ahead`: its clock, so that leases of the dead have run out. */
export const startProcess = async (place: DbOptions, ahead = 0) => {
  const child = spawn(process.execPath, [fileOf('service-process'), JSON.stringify({ place, ahead })], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error('the service ended');
    return value as string;
  };
  const url = await next();
  return {
    url,
    /** How it has fared since it started. */
    async report(): Promise<Report> {
      child.stdin.write('report\n');
      return JSON.parse(await next());
    },
    async end(signal: 'SIGKILL' | 'SIGTERM') {
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
};
