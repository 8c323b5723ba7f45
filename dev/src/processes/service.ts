import type { DbOptions, ImageStats } from '@trigpoint/server';
import type { CrowdProver } from '../crowd/crowd.ts';
import { type StartOptions, startChild } from './child.ts';

export interface ServiceSettings {
  readonly place: DbOptions;
  readonly env?: Readonly<Record<string, string>>;
  /** How far its clock is ahead: leases of processes that were killed have then run out. */
  readonly aheadMs?: number;
  /** A chain in memory, with requests for these provers in turn. A service that is started again finds the same chain. */
  readonly chain?: {
    readonly start: number;
    readonly provers: readonly CrowdProver[];
    readonly requests: number;
    readonly challengersEach: number;
  };
}

export interface ServiceFigures {
  readonly openChallenges: number;
  /** Agents that are connected to this node. */
  readonly agents: number;
  readonly rssBytes: number;
  /** What the process refers to, on V8's heap and outside of it. */
  readonly heapBytes: number;
  readonly externalBytes: number;
  readonly cpuUs: number;
  /** How late the event loop was since the start, or since figures were last asked for afresh. */
  readonly loopP99Ms: number;
  readonly images: ImageStats;
}

/** The question for figures: after how many garbage collections, and whether those of the loop begin anew. */
export interface ServiceQuestion {
  readonly collections: number;
  readonly isFresh?: boolean;
}

/** A whole service as a process, which can be killed. */
export const startServiceProcess = async (settings: ServiceSettings, options: StartOptions = {}) => {
  const file = new URL('./service-process.js', import.meta.url);
  const { hello, ask, end, process } = await startChild<{ url: string }>(file, settings, options);
  return {
    url: hello.url,
    pid: process.pid as number,
    end,
    /** Collections take away memory that nobody refers to any more: V8 lets that come and go by the hundred MiB. */
    figures: (collections = 0, isFresh = false) =>
      ask<ServiceFigures>({ collections, isFresh } satisfies ServiceQuestion),
  };
};

export type ServiceProcess = Awaited<ReturnType<typeof startServiceProcess>>;
