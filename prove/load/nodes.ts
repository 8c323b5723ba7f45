import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CrowdProver } from '@trigpoint/dev/crowd';
import type { DbOptions } from '@trigpoint/server';
import type { Figures, Life } from '../service/crowd-service-process.ts';
import { type ServiceProcess, startServiceProcess } from '../service/process.ts';

const challengersEach = 5;
/** As they ship, but for logins: everybody here has the same address. */
const limits = { RATE_LIMITS: 'login=1000000,create-campaign=120,feed=600,default=1200' };

const start = (life: Life) =>
  startServiceProcess(new URL('../service/crowd-service-process.js', import.meta.url), life);

/** Nodes as processes of their own: one on its embedded database, or several on one PostgreSQL. */
export class Nodes {
  #processes: readonly ServiceProcess[];
  #lives: readonly Life[];

  private constructor(lives: readonly Life[], processes: readonly ServiceProcess[]) {
    this.#processes = processes;
    // From now on always at these addresses.
    this.#lives = lives.map((life, i) => ({ ...life, port: Number(new URL(this.urls[i] as string).port) }));
  }

  static async start(
    count: number,
    place: DbOptions,
    provers: readonly CrowdProver[],
    requests: number,
  ): Promise<Nodes> {
    const chainStart = Math.floor(Date.now() / 1000) - 600;
    const common = { port: 0, chainStart, provers, requests, challengersEach, env: limits };
    const lives: Life[] = [];
    for (let i = 0; i < count; i++) {
      const dataDir = join(place.dataDir, `node-${i}`);
      await mkdir(dataDir, { recursive: true });
      lives.push({ ...common, place: { ...place, dataDir } });
    }
    return new Nodes(lives, await Promise.all(lives.map(start)));
  }

  get urls(): string[] {
    return this.#processes.map((it) => it.url);
  }

  figures(): Promise<Figures[]> {
    return this.#ask('figures');
  }

  /** With what nobody needs any more thrown away before: V8 lets that come and go by the hundred MiB. */
  collected(): Promise<Figures[]> {
    return this.#ask('collect');
  }

  async agents(): Promise<number> {
    return (await this.figures()).reduce((sum, it) => sum + it.agents, 0);
  }

  #ask(line: 'figures' | 'collect'): Promise<Figures[]> {
    return Promise.all(this.#processes.map(async (it) => JSON.parse(await it.ask(line)) as Figures));
  }

  /** All of them killed with -9 at once, and started again as whoever runs them would. */
  async crash(): Promise<void> {
    await this.end('SIGKILL');
    this.#processes = await Promise.all(this.#lives.map(start));
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    await Promise.all(this.#processes.map((it) => it.end(signal)));
  }
}
