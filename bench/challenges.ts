import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { calibrate } from '@trigpoint/dev/processes';
import { temporarySchema } from '@trigpoint/server';
import { openChallengeNetwork } from './challenges/network.ts';
import type { Cost } from './challenges/questions.ts';
import type { Stock } from './challenges/stock.ts';
import { figure } from './process/figures.ts';
import { percentile } from './process/percentiles.ts';
import { atMost, isSmall } from './process/size.ts';

// npm run bench -- challenges [--rates 50,100,200,300] [--seconds 10] [--measure-ms 1000] [--key-type solana]
//   Finished location challenges per second of one service process with 5 challengers each, at one offered rate after the
//   other. DATABASE_URL: on PostgreSQL instead of the embedded database.

const { values: options } = parseArgs({
  options: {
    rates: { type: 'string', default: '50,100,150,200,250,300,400' },
    seconds: { type: 'string', default: '10' },
    'measure-ms': { type: 'string', default: '1000' },
    'key-type': { type: 'string', default: 'solana' },
  },
});
const challengersEach = 5;
const seconds = atMost(1, Number(options.seconds));
const calibrationSeconds = atMost(0.05, 4);
const measureMs = Number(options['measure-ms']);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const dataDir = await mkdtemp(join(tmpdir(), 'bench-challenges-'));
const schema = process.env.DATABASE_URL ? await temporarySchema(process.env.DATABASE_URL) : undefined;
const keyType = options['key-type'];
const place = { dataDir, ...(schema ? { databaseUrl: schema.url } : {}) };
const { ask, load, untilEnded, close } = await openChallengeNetwork(place, keyType, measureMs);
const { provers } = load.hello;

/** One rate, offered for a while; then everything that was accepted must have ended. */
const runStage = async (perSecond: number, forSeconds = seconds) => {
  const count = Math.round(perSecond * forSeconds);
  const { first } = await ask<{ first: number }>({ ask: 'mine', provers, count, challengers: challengersEach });
  const before = await ask<Cost>({ ask: 'cost' });
  const offered = await load.ask<{ latenciesMs: number[]; refused: string[] }>({ first, count, perSecond });
  await untilEnded();
  const after = await ask<Cost>({ ask: 'cost' });
  const stock = await ask<Stock>({ ask: 'stock', first, count });
  const done = stock.ended['ENDED_SUCCESSFULLY true'] ?? 0;
  const whole = challengersEach * count;
  const isWhole = done === count && stock.readings === whole && stock.payments === whole;
  return {
    offered: perSecond,
    // However fast the service is, the last challenge ends a measurement after it was accepted. So one measurement is taken
    // off.
    finished: Object.values(stock.ended).reduce((sum, n) => sum + n, 0) / ((stock.spanMs - measureMs) / 1000),
    p50: percentile(offered.latenciesMs, 0.5),
    p99: percentile(offered.latenciesMs, 0.99),
    added: percentile(stock.wholeMs, 0.5) - measureMs,
    added99: percentile(stock.wholeMs, 0.99) - measureMs,
    cpuMs: (after.cpuUs - before.cpuUs) / 1000 / count,
    rssMib: after.rssBytes / 2 ** 20,
    lost: isWhole
      ? '0'
      : `${JSON.stringify(stock.ended)}, ${stock.open} open, ${stock.readings} readings and ${stock.payments} payments of ${whole}`,
    problems: [...offered.refused.slice(0, 3), ...stock.problems],
  };
};

try {
  // The figure that counts is the sustained one. After this stage the code that runs for every challenge has been compiled.
  await runStage(atMost(4, 80), atMost(1, 25));
  print(`${schema ? 'PostgreSQL' : 'SQLite'}, ${keyType} keys, ${seconds} s each, measurements of ${measureMs} ms`);
  print('| offered/s | finished/s | request p50 | p99 | added to a challenge p50 | p99 | CPU each | memory | lost |');
  print('|---|---|---|---|---|---|---|---|---|');
  let [knee, most] = [0, 0];
  let cheapestMs: number | undefined;
  const before = await calibrate(calibrationSeconds);
  const rates = options.rates.split(',').map(Number);
  for (const rate of isSmall ? [4] : rates) {
    const it = await runStage(rate);
    print(
      `| ${it.offered} | ${it.finished.toFixed(0)} | ${it.p50.toFixed(1)} ms | ${it.p99.toFixed(0)} ms | ${it.added.toFixed(0)} ms | ${it.added99.toFixed(0)} ms | ${it.cpuMs.toFixed(1)} ms | ${it.rssMib.toFixed(0)} MiB | ${it.lost} |`,
    );
    for (const problem of it.problems) print(`problem: ${problem}`);
    if (it.lost !== '0' || it.problems.length > 0) process.exitCode = 1;
    most = Math.max(most, Math.min(rate, it.finished));
    if (it.finished < 0.95 * rate || it.p50 > 100) break;
    knee = rate;
    cheapestMs = it.cpuMs;
  }
  const subject = 'challenges';
  figure({ subject, name: 'finished in a second', unit: '/s', isMoreBetter: true, ours: most, aim: 200 });
  const units = (before + (await calibrate(calibrationSeconds))) / 2;
  if (cheapestMs) figure({ subject, name: 'CPU of a challenge', unit: 'ms', ours: cheapestMs, aim: 3.5 });
  print(`\nThe knee is at ${knee > 0 ? `${knee} challenges a second` : 'less than the lowest rate'}.`);
  print(
    `${most.toFixed(0)} finished in a second, where a process of this machine does ${units.toFixed(0)} units of plain work: ${((1000 * most) / units).toFixed(1)} for each thousand.`,
  );
} finally {
  await close();
  await schema?.drop();
  await rm(dataDir, { recursive: true, force: true });
}
