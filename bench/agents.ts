import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type ServiceFigures, startChild, startServiceProcess } from '@trigpoint/dev/processes';
import { figure } from './process/figures.ts';
import { atMost } from './process/size.ts';

// npm run bench -- agents [--agents 10000] [--watch-seconds 60]
//   Resident memory of one service process for each idle agent: real logins, real WebSockets over loopback, clients in
//   other processes. Two measurements, with a tenth of the agents and with all of them, so that what the service needs anyway
//   is not counted. Every agent takes one file descriptor here and one there: `ulimit -n` must allow a few more than that.

const { values: options } = parseArgs({
  options: { agents: { type: 'string', default: '10000' }, 'watch-seconds': { type: 'string', default: '60' } },
});
const all = atMost(20, Number(options.agents));
const few = Math.round(all / 10);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const dataDir = await mkdtemp(join(tmpdir(), 'bench-agents-'));
const env = { DEVELOPMENT: 'on', ADMISSION: 'open', MESH_HOURS: '0', LOG_LEVEL: 'warn' };
const service = await startServiceProcess({ place: { dataDir }, env });
const open = [service.end];
/** Garbage is collected this often before memory is read, so that only what is held counts. */
const collections = 3;
try {
  const { url } = service;
  const file = new URL('./agents/crowd.js', import.meta.url);
  const crowds = await Promise.all([0, 1].slice(0, atMost(1, 2)).map((index) => startChild(file, { url, index })));
  open.push(...crowds.map((it) => it.end));
  const join = async (count: number): Promise<number> => {
    const startedAt = performance.now();
    await Promise.all(crowds.map((it, i) => it.ask({ count: Math.floor((count + i) / crowds.length) })));
    return (performance.now() - startedAt) / 1000;
  };

  await join(few);
  const before = await service.figures(collections);
  const seconds = await join(all - few);
  const after = await service.figures(collections);
  const added = after.agents - before.agents;
  const perAgent = (pick: (it: ServiceFigures) => number): string =>
    ((pick(after) - pick(before)) / added / 1024).toFixed(1);
  print(`${after.agents} of ${all} agents connected, ${(added / seconds).toFixed(0)} logins and connections a second`);
  const ours = Number(perAgent((it) => it.rssBytes));
  figure({ subject: 'idle agents', name: 'memory of an agent', unit: 'KiB', ours, aim: 16 });
  print(`${perAgent((it) => it.rssBytes)} KiB resident memory per idle agent`);
  print(
    `  of which ${perAgent((it) => it.heapBytes)} KiB on the heap, ${perAgent((it) => it.externalBytes)} KiB in buffers`,
  );
  print(`${(after.rssBytes / 2 ** 20).toFixed(0)} MiB resident in all`);

  const watchSeconds = atMost(1, Number(options['watch-seconds']));
  const watchMs = watchSeconds * 1000;
  await pause(watchMs);
  const later = await service.figures(collections);
  print(
    `after ${watchSeconds} s of nothing but pings: ${later.agents} connected, ${(later.rssBytes / 2 ** 20).toFixed(0)} MiB, ${(((later.cpuUs - after.cpuUs) / 1000 / watchMs) * 100).toFixed(0)} % of a core`,
  );
  if (after.agents !== all || later.agents !== all) process.exitCode = 1;
} finally {
  for (const end of open.reverse()) await end();
  await rm(dataDir, { recursive: true, force: true });
}
