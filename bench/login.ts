import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Child, startChild, startServiceProcess } from '@trigpoint/dev/processes';
import { figure } from './process/figures.ts';
import { median } from './process/percentiles.ts';
import { canPin, onCore } from './process/pinned.ts';
import { atMost } from './process/size.ts';

/**
 * Full logins (pre-login, sign, login) per second, with one core for the server. They are compared with the stack that people
 * would otherwise assemble, and with the recovery of one signature, which every login needs, alone and behind bare HTTP. Rounds
 * alternate, so that other work on the machine falls on all of them.
 */
const rounds = atMost(1, Number(process.env.BENCH_ROUNDS ?? 5));
const forMs = atMost(50, Number(process.env.BENCH_MS ?? 3_000));
const warmUpMs = atMost(50, Number(process.env.BENCH_WARM_UP_MS ?? 6_000));
/** Enough that a slow disk, which every login waits for twice, does not leave the core idle. */
const connections = atMost(8, 128);
const [serverCore, clientCore] = [0, 1];

interface Sample {
  readonly perSecond: number;
  readonly cpuUs: number;
}

const open: (() => Promise<void>)[] = [];
const start = async <Hello>(name: string, core: number): Promise<Child<Hello>> => {
  const child = await startChild<Hello>(new URL(`./login/${name}.js`, import.meta.url), {}, onCore(core));
  open.push(child.end);
  return child;
};
const load = await start('load', clientCore);

const runOn = (url: string, figures: () => Promise<{ cpuUs: number }>) => {
  return async (ms: number): Promise<Sample> => {
    const before = await figures();
    const { pairs, wallMs } = await load.ask<{ pairs: number; wallMs: number }>({ url, connections, forMs: ms });
    const after = await figures();
    return { perSecond: (pairs / wallMs) * 1000, cpuUs: (after.cpuUs - before.cpuUs) / pairs };
  };
};

const openServer = async (name: string) => {
  const { hello, ask } = await start<{ url: string }>(name, serverCore);
  return runOn(hello.url, () => ask<{ cpuUs: number }>({}));
};

/** The service as it ships, on its embedded database; only the rate limits are off, since all logins come from here. */
const openService = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-login-'));
  open.push(() => rm(dataDir, { recursive: true, force: true }));
  const { url, figures, end } = await startServiceProcess({ place: { dataDir } }, onCore(serverCore));
  open.push(end);
  return runOn(url, figures);
};

const openCeiling = async () => {
  const process = await start('ceiling', serverCore);
  return async (ms: number): Promise<Sample> => {
    const { count, wallMs, cpuUs } = await process.ask<{ count: number; wallMs: number; cpuUs: number }>({ forMs: ms });
    return { perSecond: (count / wallMs) * 1000, cpuUs: cpuUs / count };
  };
};

const print = (line: string): void => void process.stdout.write(`${line}\n`);

try {
  const runners = {
    'signature recovery alone': await openCeiling(),
    'bare fastify, nothing stored': await openServer('bare'),
    trigpoint: await openService(),
    'express + express-session + siwe + ethers': await openServer('peer'),
  };
  const samples = Object.fromEntries(Object.keys(runners).map((name) => [name, [] as Sample[]]));
  for (const run of Object.values(runners)) await run(warmUpMs);
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of Object.entries(runners)) samples[name]?.push(await run(forMs));
  }
  const middle = (name: string, pick: (it: Sample) => number): number => median((samples[name] ?? []).map(pick));
  const names = Object.keys(runners);
  const [ceiling = '', , ours = '', peer = ''] = names;
  if (!canPin) print('taskset is missing or there is one core: nothing is pinned.\n');
  print('| | logins/s | CPU per login | of the ceiling |');
  print('|---|---|---|---|');
  for (const name of names) {
    const perSecond = middle(name, (it) => it.perSecond);
    const share = middle(ceiling, (it) => it.cpuUs) / middle(name, (it) => it.cpuUs);
    print(
      `| ${name} | ${perSecond.toFixed(0)} | ${middle(name, (it) => it.cpuUs).toFixed(0)} µs | ${share.toFixed(2)} |`,
    );
  }
  const times = (pick: (it: Sample) => number) => (middle(ours, pick) / middle(peer, pick)).toFixed(1);
  const cpu = (middle(peer, (it) => it.cpuUs) / middle(ours, (it) => it.cpuUs)).toFixed(1);
  const cpuOf = (name: string) => middle(name, (it) => it.cpuUs);
  figure({
    ...{ subject: 'logins', name: 'CPU of a login', unit: 'µs', ours: cpuOf(ours), aim: cpuOf(ceiling) / 0.6 },
    peer: { name: 'express, express-session, siwe, ethers', value: cpuOf(peer) },
  });
  print(`\ntrigpoint is ${times((it) => it.perSecond)} times the other stack by the clock and ${cpu} times by CPU.`);
} finally {
  for (const end of open.reverse()) await end();
}
