import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client, readEvidence, readServiceInfo } from '@trigpoint/client';
import type { DbOptions } from '@trigpoint/server';
import { openChallengeNetwork } from '../challenges/network.ts';
import { figure } from '../process/figures.ts';
import { percentile } from '../process/percentiles.ts';
import { isSmall } from '../process/size.ts';
import { print } from './opened.ts';

const challengers = isSmall ? 5 : 20;
const runs = isSmall ? 1 : 11;
const run = promisify(execFile);
const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** How long `verify` takes for a file with twenty challengers, each time in a process of its own. */
export const printVerifying = async (place: DbOptions, folder: string): Promise<void> => {
  const { file, bytes, vkey } = await makeEvidence(place, folder);
  const inside: number[] = [];
  const cpu: number[] = [];
  const whole: number[] = [];
  const bare: number[] = [];
  const command = path('../../../packages/cli/bin/trigpoint.js');
  for (let i = 0; i < runs; i++) {
    const once = JSON.parse((await run(process.execPath, [path('verify-once.js'), file, vkey])).stdout);
    if (once.reached !== 'signed' || once.problems.length > 0) throw new Error(JSON.stringify(once));
    inside.push(once.ms);
    cpu.push(once.cpuMs);
    whole.push(await timed(command, 'verify', file, '--log-vkey', vkey, '--json'));
    bare.push(await timed(command, '--version'));
  }
  const ms = (values: readonly number[]) => `${percentile(values, 0.5).toFixed(0)} ms`;
  print(`verify of evidence with ${challengers} challengers (${(bytes / 1000).toFixed(0)} kB), median of ${runs}\n`);
  print('| after start, rules not loaded yet | CPU of it | the whole command | --version alone |\n|---|---|---|---|');
  figure({
    subject: 'log and evidence',
    name: 'verify of evidence',
    unit: 'ms',
    ours: percentile(inside, 0.5),
    aim: 300,
  });
  print(`| ${ms(inside)} | ${ms(cpu)} | ${ms(whole)} | ${ms(bare)} |\n`);
};

const timed = async (...args: string[]): Promise<number> => {
  const startedAt = performance.now();
  // Without a chain the command ends with code 7. That does not matter here.
  await run(process.execPath, args).catch((error: { code?: unknown }) => {
    if (error.code !== 7) throw error;
  });
  return performance.now() - startedAt;
};

const makeEvidence = async (place: DbOptions, folder: string) => {
  const { ask, load, untilEnded, url, close } = await openChallengeNetwork(place, 'ethereum', 200);
  try {
    const { provers } = load.hello;
    const { first } = await ask<{ first: number }>({ ask: 'mine', provers, count: 1, challengers });
    await load.ask({ first, count: 1, perSecond: 1 });
    await untilEnded();
    const client = new Client({ url, proofType: 'pol' });
    const evidence = await readEvidence(client, String(first));
    const { vkey } = (await readServiceInfo(client)).log;
    const file = join(folder, 'evidence.json');
    const text = JSON.stringify(evidence);
    await writeFile(file, text);
    return { file, bytes: text.length, vkey };
  } finally {
    await close();
  }
};
