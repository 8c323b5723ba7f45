import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CrowdProver } from '@trigpoint/dev/crowd';
import { startChild } from '@trigpoint/dev/processes';
import { temporarySchema } from '@trigpoint/server';
import type { CrowdSize } from './crowd-process.ts';
import { Nodes } from './nodes.ts';
import { Visitors } from './visitors.ts';

export interface Setting {
  readonly name: string;
  readonly nodes: number;
  /** The address of a PostgreSQL. Without it the node has its own embedded database. */
  readonly databaseUrl?: string;
}

export interface StageSize {
  readonly agents: CrowdSize;
  readonly people: number;
  /** How many requests the chain in memory holds from the beginning. They are more than are ever asked for. */
  readonly requests: number;
}

export interface Stage {
  readonly nodes: Nodes;
  readonly visitors: Visitors;
}

/** Runs something with nodes, agents and payers that are started for it alone. */
export const onStage = async <T>(
  { nodes: count, databaseUrl }: Setting,
  { agents, people, requests }: StageSize,
  play: (stage: Stage) => Promise<T>,
): Promise<T> => {
  const closers: (() => unknown)[] = [];
  try {
    const dataDir = await mkdtemp(join(tmpdir(), 'prove-load-'));
    closers.push(() => rm(dataDir, { recursive: true, force: true }));
    const schema = databaseUrl === undefined ? undefined : await temporarySchema(databaseUrl);
    closers.push(() => schema?.drop());
    const file = new URL('./crowd-process.js', import.meta.url);
    const crowd = await startChild<{ provers: CrowdProver[] }>(file, agents);
    const place = { dataDir, ...(schema ? { databaseUrl: schema.url } : {}) };
    closers.push(() => crowd.end('SIGKILL'));
    const nodes = await Nodes.start(count, place, crowd.hello.provers, requests);
    closers.push(() => nodes.end('SIGKILL'));
    await crowd.ask(nodes.urls);
    const visitors = await Visitors.enter(nodes.urls, people);
    closers.push(() => visitors.leave());
    return await play({ nodes, visitors });
  } finally {
    for (const close of closers.reverse()) await close();
  }
};
