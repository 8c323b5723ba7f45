import { canPin, Pinned } from './process/pinned.ts';
import { atMost } from './process/size.ts';

/**
 * Full logins (pre-login, sign, login) per second with one core for the server, beside the stack people would otherwise
 * assemble and beside the recovery of one signature, which no login can do without, alone and behind bare HTTP. Rounds
 * alternate, so that whatever else the machine does falls on all.
 */
const rounds = atMost(1, Number(process.env.BENCH_ROUNDS ?? 5));
const forMs = atMost(300, Number(process.env.BENCH_MS ?? 3_000));
const warmUpMs = atMost(300, Number(process.env.BENCH_WARM_UP_MS ?? 6_000));
/** Enough that a slow disk, which every login waits for twice, does not leave the core idle. */
const connections = 128;
const [serverCore, clientCore] = [0, 1];

interface Sample {
  readonly perSecond: number;
  readonly cpuUs: number;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

const load = new Pinned('login/load.js', clientCore);
await load.next();
const open: Pinned[] = [load];

const openServer = async (file: string) => {
  const server = new Pinned(file, serverCore);
  open.push(server);
  const { url } = await server.next<{ url: string }>();
  return async (ms: number): Promise<Sample> => {
    const before = await server.ask<{ cpuUs: number }>({});
    const { pairs, wallMs } = await load.ask<{ pairs: number; wallMs: number }>({ url, connections, forMs: ms });
    const after = await server.ask<{ cpuUs: number }>({});
    return { perSecond: (pairs / wallMs) * 1000, cpuUs: (after.cpuUs - before.cpuUs) / pairs };
  };
};

const openCeiling = async () => {
  const process = new Pinned('login/ceiling.js', serverCore);
  open.push(process);
  await process.next();
  return async (ms: number): Promise<Sample> => {
    const { count, wallMs, cpuUs } = await process.ask<{ count: number; wallMs: number; cpuUs: number }>({ forMs: ms });
    return { perSecond: (count / wallMs) * 1000, cpuUs: cpuUs / count };
  };
};

const print = (line: string): void => void process.stdout.write(`${line}\n`);

try {
  const runners = {
    'signature recovery alone': await openCeiling(),
    'bare fastify, nothing stored': await openServer('login/bare.js'),
    trigpoint: await openServer('login/ours.js'),
    'express + express-session + siwe + ethers': await openServer('login/peer.js'),
  };
  const samples = Object.fromEntries(Object.keys(runners).map((name) => [name, [] as Sample[]]));
  for (const run of Object.values(runners)) await run(warmUpMs);
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of Object.entries(runners)) samples[name]?.push(await run(forMs));
  }
  const figure = (name: string, pick: (it: Sample) => number): number => median((samples[name] ?? []).map(pick));
  const names = Object.keys(runners);
  const [ceiling = '', , ours = '', peer = ''] = names;
  if (!canPin) print('taskset is missing or there is one core: nothing is pinned.\n');
  print('| | logins/s | CPU per login | of the ceiling |');
  print('|---|---|---|---|');
  for (const name of names) {
    const perSecond = figure(name, (it) => it.perSecond);
    const share = figure(ceiling, (it) => it.cpuUs) / figure(name, (it) => it.cpuUs);
    print(
      `| ${name} | ${perSecond.toFixed(0)} | ${figure(name, (it) => it.cpuUs).toFixed(0)} µs | ${share.toFixed(2)} |`,
    );
  }
  const times = (pick: (it: Sample) => number) => (figure(ours, pick) / figure(peer, pick)).toFixed(1);
  const cpu = (figure(peer, (it) => it.cpuUs) / figure(ours, (it) => it.cpuUs)).toFixed(1);
  print(`\ntrigpoint is ${times((it) => it.perSecond)} times the other stack by the clock and ${cpu} times by CPU.`);
} finally {
  for (const it of open) await it.stop();
}
