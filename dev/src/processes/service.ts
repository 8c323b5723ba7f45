import type { DbOptions, ImageStats } from '@trigpoint/server';
import type { CrowdProver } from '../crowd/crowd.ts';
import { type StartOptions, startChild } from './child.ts';

export interface ServiceSettings {
  readonly place: DbOptions;
  readonly env?: Readonly<Record<string, string>>;
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
  /** The memory that is in use, on V8's heap and outside of it. */
  readonly heapBytes: number;
  readonly externalBytes: number;
  readonly cpuUs: number;
  /** How late the event loop was (99th percentile), since the start or since figures were last asked for with `isFresh`. */
  readonly loopP99Ms: number;
  readonly images: ImageStats;
}

/** The question for figures: how many garbage collections come first, and whether the figures of the loop begin anew afterwards. */
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
    /** Garbage collections free memory that is no longer in use. Without them V8 keeps hundreds of MiB of it. */
    figures: (collections = 0, isFresh = false) =>
      ask<ServiceFigures>({ collections, isFresh } satisfies ServiceQuestion),
  };
};

export type ServiceProcess = Awaited<ReturnType<typeof startServiceProcess>>;
