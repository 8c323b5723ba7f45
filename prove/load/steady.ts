import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceFigures } from '@trigpoint/dev/processes';
import type { ProofOptions } from '../proof.ts';
import { percentile, slope } from './figures.ts';
import type { Nodes } from './nodes.ts';
import type { Stage } from './stage.ts';
import { wrongOf } from './visitors.ts';

export interface SearchSize {
  readonly firstPerSecond: number;
  /** How long each rate is tried while looking for the highest; 0: the first one is held. */
  readonly stepSeconds: number;
  /** Each rate in terms of the one before. */
  readonly step: number;
}

export interface SteadySize extends SearchSize {
  readonly holdSeconds: number;
  /** At the beginning of the hold, when heaps and pools still fill. */
  readonly warmUpSeconds: number;
}

export interface Steady {
  /** The rate that was held. */
  readonly perSecond: number;
  readonly violations: readonly string[];
}

const p99Ms = 500;
const mostMib = 1;
/** Of the highest rate that a few seconds carried: minutes see what seconds do not. */
const heldShare = 0.8;
const mostHolds = 3;
/** More than twice what a challenge may last. */
const endMs = 120_000;
const watchEveryMs = 15_000;
/** By then the challenges that were asked for last have ended, or they pile up: a rate like that is not carried. */
const keepUpMs = 3_000;

/** The highest rate that seconds carry: with a p99 below half a second, no error, and challenges that end as they come. */
export const findHighestRate = async (
  { nodes, visitors }: Stage,
  { firstPerSecond, stepSeconds, step }: SearchSize,
  { log }: Pick<ProofOptions, 'log'>,
): Promise<number> => {
  let highest = firstPerSecond;
  // Code that has never run is slow at first.
  await visitors.offer(firstPerSecond, 2 * stepSeconds);
  for (let next = firstPerSecond, missed = 0; stepSeconds > 0 && missed < 2; ) {
    const { latenciesMs, failures } = await visitors.offer(next, stepSeconds);
    const { behindMs } = await allEnded(nodes);
    log(
      `${next}/s: p50 ${ms(latenciesMs, 0.5)}, p99 ${ms(latenciesMs, 0.99)}, ${failures.length} errors, ` +
        `the last challenge ended ${behindMs.toFixed(0)} ms later`,
    );
    if (failures.length > 0 || percentile(latenciesMs, 0.99) >= p99Ms || behindMs > keepUpMs) {
      missed++;
      continue;
    }
    missed = 0;
    highest = next;
    next = Math.round(next * step);
  }
  return highest;
};

/** Holds a rate for minutes, and memory with it. A rate that is too high is lowered. */
export const holdRate = async (
  { nodes, visitors }: Stage,
  highest: number,
  size: SteadySize,
  { small, log }: ProofOptions,
): Promise<Steady> => {
  let perSecond = Math.max(size.firstPerSecond, Math.round(highest * heldShare));
  for (let tries = 1; ; tries++) {
    const before = await nodes.figures();
    const memory = new MemoryWatch(nodes, size.warmUpSeconds);
    const { latenciesMs, failures } = await visitors.offer(perSecond, size.holdSeconds);
    const growth = await memory.end();
    const { open, behindMs } = await allEnded(nodes);
    const cpuMs = (await nodes.figures()).reduce((sum, it, i) => sum + it.cpuUs - (before[i]?.cpuUs ?? 0), 0) / 1000;
    log(
      `held for ${size.holdSeconds} s: ${perSecond}/s, p50 ${ms(latenciesMs, 0.5)}, p99 ${ms(latenciesMs, 0.99)}, ` +
        `${failures.length} errors, ${(cpuMs / latenciesMs.length).toFixed(1)} ms of CPU each, ` +
        `memory ${each(growth, 'held')} MiB a minute (resident ${each(growth, 'resident')}), ` +
        `the last challenge ended ${behindMs.toFixed(0)} ms later`,
    );
    const violations = wrongOf(failures, small).map((it) => `at ${perSecond}/s: ${it}`);
    if (open > 0) violations.push(`${open} challenges have not ended two minutes later`);
    if (small) return { perSecond, violations };
    const isHeld = percentile(latenciesMs, 0.99) < p99Ms && behindMs <= keepUpMs;
    if (!isHeld && violations.length === 0 && tries < mostHolds) {
      perSecond = Math.round(perSecond * heldShare);
      continue;
    }
    if (!isHeld)
      violations.push(`${perSecond}/s: p99 ${ms(latenciesMs, 0.99)}, ${behindMs.toFixed(0)} ms behind with challenges`);
    for (const { held } of growth)
      if (!(held < mostMib)) violations.push(`a node's memory grew by ${held.toFixed(2)} MiB a minute`);
    return { perSecond, violations };
  }
};

const ms = (latenciesMs: readonly number[], share: number) => `${percentile(latenciesMs, share).toFixed(0)} ms`;

const each = (growth: readonly Growth[], of: keyof Growth) => growth.map((it) => it[of].toFixed(2)).join(' and ');

/** Waits for what was accepted; tells how long that took, and how many are open even then. */
const allEnded = async (nodes: Nodes): Promise<{ open: number; behindMs: number }> => {
  for (const from = performance.now(); ; await pause(200)) {
    const open = (await nodes.figures())[0]?.openChallenges ?? 0;
    const behindMs = performance.now() - from;
    if (open === 0 || behindMs > endMs) return { open, behindMs };
  }
};

/** MiB a minute. */
interface Growth {
  readonly held: number;
  readonly resident: number;
}

/**
 * Each node's memory, seldom enough that the collections do not show in the p99. What it refers to is judged: what is resident
 * also has the pages that V8 gives back and takes again, tens of MiB at a time.
 */
class MemoryWatch {
  readonly #seen: { readonly atMinute: number; readonly nodes: readonly ServiceFigures[] }[] = [];
  readonly #stop = new AbortController();
  readonly #watching: Promise<void>;
  readonly #fromMinute: number;

  constructor(nodes: Nodes, warmUpSeconds: number) {
    this.#fromMinute = performance.now() / 60_000 + warmUpSeconds / 60;
    this.#watching = this.#watch(nodes);
  }

  /** Of each node; NaN, which no bound allows, where none was seen after the warm-up. */
  async end(): Promise<Growth[]> {
    this.#stop.abort();
    await this.#watching;
    const warm = this.#seen.filter((it) => it.atMinute >= this.#fromMinute);
    const growth = (node: number, bytes: (it: ServiceFigures) => number) =>
      slope(warm.map(({ atMinute, nodes }) => ({ x: atMinute, y: bytes(nodes[node] as ServiceFigures) / 2 ** 20 })));
    const nodes = this.#seen[0]?.nodes ?? [];
    return nodes.map((_, i) => ({
      held: growth(i, (it) => it.heapBytes + it.externalBytes),
      resident: growth(i, (it) => it.rssBytes),
    }));
  }

  async #watch(nodes: Nodes): Promise<void> {
    while (!this.#stop.signal.aborted) {
      this.#seen.push({ atMinute: performance.now() / 60_000, nodes: await nodes.figures(1) });
      await pause(watchEveryMs, undefined, { signal: this.#stop.signal }).catch(() => {});
    }
  }
}
