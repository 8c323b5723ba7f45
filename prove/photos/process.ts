import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { DbOptions } from '@trigpoint/server';
import { startServiceProcess } from '../service/process.ts';
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
  const { url, ask, end } = await startServiceProcess(new URL('./service-process.js', import.meta.url), {
    place,
    ahead,
  });
  return {
    url,
    end,
    /** How it has fared since it started. */
    report: async (): Promise<Report> => JSON.parse(await ask('report')),
  };
};
