import { randomBytes } from 'node:crypto';
import { Client, ethereumSigner } from '@trigpoint/client';
import { startServiceProcess } from '@trigpoint/dev/processes';
import type { DbOptions } from '@trigpoint/server';
import { figure } from '../process/figures.ts';
import { percentile } from '../process/percentiles.ts';
import type { Scale } from './fill.ts';
import { questionsOf } from './questions.ts';

interface Options {
  readonly scale: Scale;
  readonly times: number;
  readonly print: (line: string) => void;
}

const cells = (all: readonly number[]): string =>
  `${percentile(all, 0.5).toFixed(1)} | ${percentile(all, 0.99).toFixed(1)}`;

/** What each list and search costs a node that runs on a filled database. */
export const measureLists = async (name: string, place: DbOptions, { scale, times, print }: Options): Promise<void> => {
  const env = { RATE_LIMITS: ['login', 'default'].map((it) => `${it}=1000000000`).join(), MESH_HOURS: '0' };
  const node = await startServiceProcess({ place, env });
  const client = new Client({ url: node.url, proofType: 'pol' });
  await client.login(ethereumSigner(randomBytes(32)), { role: 'payer' });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${client.token}` };
  const ask = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${node.url}/proof/v1/pol/${path}`, {
      ...{ method: 'POST', headers },
      body: JSON.stringify(body),
    });
    const found = (await answer.json()) as Record<string, unknown>;
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(found)}`);
    return (found.result ?? found) as Record<string, unknown>;
  };
  /** Asking for the figures takes CPU too. It is measured here, and taken off. */
  const cpuMs = async () => (await node.figures()).cpuUs / 1000;
  const idle: number[] = [];
  for (let i = 0; i < 20; i++) {
    const before = await cpuMs();
    idle.push((await cpuMs()) - before);
  }
  const own = percentile(idle, 0.5);
  print(`\n| ${name}: asked for | ms of CPU, median | p99 | ms by the clock, median | p99 |\n|---|---|---|---|---|`);
  for (const [title, path, body] of await questionsOf(scale, ask)) {
    const cpu: number[] = [];
    const clock: number[] = [];
    for (let i = -Math.min(20, times); i < times; i++) {
      const before = await cpuMs();
      const started = performance.now();
      await ask(path, body);
      const ms = performance.now() - started;
      const used = (await cpuMs()) - before - own;
      if (i >= 0) cpu.push(Math.max(0, used)) && clock.push(ms);
      // A question that takes seconds is asked less often.
      if (i >= 5 && ms * (times - i) > 60_000) break;
    }
    const of = { subject: 'lists and searches', name: `${title}, ${name}`, unit: 'ms of CPU' };
    figure({ ...of, ours: percentile(cpu, 0.5), aim: 20 });
    print(`| ${title} | ${cells(cpu)} | ${cells(clock)} |`);
  }
  const { rssBytes, heapBytes } = await node.figures(3);
  print(
    `\n${name}: the node holds ${(rssBytes / 2 ** 20).toFixed(0)} MiB of resident memory, ${(heapBytes / 2 ** 20).toFixed(0)} MiB of them on the heap`,
  );
  await node.end();
};
