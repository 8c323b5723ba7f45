import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CrowdProver } from '@trigpoint/dev/crowd';
import {
  holdToCores,
  type ServiceFigures,
  type ServiceProcess,
  type ServiceSettings,
  startServiceProcess,
} from '@trigpoint/dev/processes';
import type { DbOptions } from '@trigpoint/server';

const challengersEach = 5;
/** The limits as they ship, except for logins, because everybody here has the same address. */
const limits = { RATE_LIMITS: 'login=1000000,create-campaign=120,feed=600,default=1200' };

/** Nodes as processes of their own: one on its embedded database, or several on one PostgreSQL. */
export class Nodes {
  #processes: readonly ServiceProcess[];
  #lives: readonly ServiceSettings[];
  #bounds: ((() => Promise<void>) | undefined)[] = [];

  private constructor(lives: readonly ServiceSettings[], processes: readonly ServiceProcess[]) {
    this.#processes = processes;
    // From now on the nodes are always started at these addresses.
    this.#lives = lives.map((life, i) => ({
      ...life,
      env: { ...life.env, PORT: new URL(this.urls[i] as string).port },
    }));
  }

  static async start(
    count: number,
    place: DbOptions,
    provers: readonly CrowdProver[],
    requests: number,
  ): Promise<Nodes> {
    const chain = { start: Math.floor(Date.now() / 1000) - 600, provers, requests, challengersEach };
    const lives: ServiceSettings[] = [];
    for (let i = 0; i < count; i++) {
      const dataDir = join(place.dataDir, `node-${i}`);
      await mkdir(dataDir, { recursive: true });
      lives.push({ place: { ...place, dataDir }, chain, env: limits });
    }
    return new Nodes(lives, await Promise.all(lives.map((it) => startServiceProcess(it))));
  }

  /** Holds each node to a part of a core. False where the system does not let us. */
  async holdTo(coresEach: number): Promise<boolean> {
    this.#bounds = await Promise.all(this.#processes.map((it) => holdToCores(it.pid, coresEach)));
    return this.#bounds.every((it) => it !== undefined);
  }

  get urls(): string[] {
    return this.#processes.map((it) => it.url);
  }

  figures(collections = 0): Promise<ServiceFigures[]> {
    return Promise.all(this.#processes.map((it) => it.figures(collections)));
  }

  async agents(): Promise<number> {
    return (await this.figures()).reduce((sum, it) => sum + it.agents, 0);
  }

  /** Kills all nodes with -9 at once, and starts them again, as whoever runs them would do. */
  async crash(): Promise<void> {
    await this.end('SIGKILL');
    this.#processes = await Promise.all(this.#lives.map((it) => startServiceProcess(it)));
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    await Promise.all(this.#processes.map((it) => it.end(signal)));
    await Promise.all(this.#bounds.splice(0).map((remove) => remove?.()));
  }
}
