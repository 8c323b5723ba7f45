import { setTimeout as pause } from 'node:timers/promises';
import type { ProofOptions } from '../proof.ts';
import { percentile } from './figures.ts';
import type { Nodes } from './nodes.ts';
import type { Stage } from './stage.ts';
import { wrongOf } from './visitors.ts';

export interface SearchSize {
  readonly firstPerSecond: number;
  /** How long each rate is tried while looking for the highest; 0: the first one is held. */
  readonly stepSeconds: number;
  /** Each rate is this many times the rate before. */
  readonly step: number;
  /** This share of the operations is answered in this time; by default the p99 is below half a second. */
  readonly answers?: { readonly share: number; readonly ms: number };
}

export interface SteadySize extends SearchSize {
  readonly holdSeconds: number;
  /** The time at the beginning of the hold in which heaps and pools still fill. */
  readonly warmUpSeconds: number;
}

export interface Steady {
  /** The rate that was held. */
  readonly perSecond: number;
  readonly violations: readonly string[];
}

const p99Ms = 500;
const mostMib = 1;
/** The share of the highest rate that is held for minutes. Minutes show what a few seconds do not. */
const heldShare = 0.8;
const mostHolds = 3;
/** More than twice what a challenge may last. */
const endMs = 120_000;
/** By then the challenges that were asked for last must have ended. Otherwise they pile up, and the rate is not carried. */
const keepUpMs = 3_000;

/** The highest rate that seconds carry: with answers in time, no error, and challenges that end as they come. */
export const findHighestRate = async (
  { nodes, visitors }: Stage,
  { firstPerSecond, stepSeconds, step, answers = { share: 0.99, ms: p99Ms } }: SearchSize,
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
    if (failures.length > 0 || percentile(latenciesMs, answers.share) >= answers.ms || behindMs > keepUpMs) {
      missed++;
      continue;
    }
    missed = 0;
    highest = next;
    next = Math.round(next * step);
  }
  return highest;
};

/** Holds a rate for minutes and checks memory meanwhile. A rate that is too high is lowered. */
export const holdRate = async (
  { nodes, visitors }: Stage,
  highest: number,
  size: SteadySize,
  { small, log }: ProofOptions,
): Promise<Steady> => {
  const looks = small ? 1 : 5;
  let perSecond = Math.max(size.firstPerSecond, Math.round(highest * heldShare));
  for (let tries = 1; ; tries++) {
    const warmUp = await visitors.offer(perSecond, size.warmUpSeconds);
    await allEnded(nodes);
    const warm = await memoryOf(nodes, looks);
    const before = await nodes.figures();
    const held = await visitors.offer(perSecond, size.holdSeconds - size.warmUpSeconds);
    const { open, behindMs } = await allEnded(nodes);
    const cpuMs = (await nodes.figures()).reduce((sum, it, i) => sum + it.cpuUs - (before[i]?.cpuUs ?? 0), 0) / 1000;
    const minutes = (size.holdSeconds - size.warmUpSeconds) / 60;
    const growth = (await memoryOf(nodes, looks)).map((mib, i) => (mib - (warm[i] as number)) / minutes);
    const latenciesMs = [...warmUp.latenciesMs, ...held.latenciesMs];
    const failures = [...warmUp.failures, ...held.failures];
    log(
      `held for ${size.holdSeconds} s: ${perSecond}/s, p50 ${ms(latenciesMs, 0.5)}, p99 ${ms(latenciesMs, 0.99)}, ` +
        `${failures.length} errors, ${(cpuMs / held.latenciesMs.length).toFixed(1)} ms of CPU each, ` +
        `memory ${growth.map((it) => it.toFixed(2)).join(' and ')} MiB a minute, ` +
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
    for (const mib of growth)
      if (!(mib < mostMib)) violations.push(`a node's memory grew by ${mib.toFixed(2)} MiB a minute`);
    return { perSecond, violations };
  }
};

const ms = (latenciesMs: readonly number[], share: number) => `${percentile(latenciesMs, share).toFixed(0)} ms`;

/** Waits for the challenges that were accepted. Tells how long that took, and how many are open even then. */
const allEnded = async (nodes: Nodes): Promise<{ open: number; behindMs: number }> => {
  for (const from = performance.now(); ; await pause(200)) {
    const open = (await nodes.figures())[0]?.openChallenges ?? 0;
    const behindMs = performance.now() - from;
    if (open === 0 || behindMs > endMs) return { open, behindMs };
  }
};

/**
 * MiB that each node refers to while no challenge runs, because work in hand comes and goes by tens of MiB. The least of
 * several looks counts, because a moment may hold something more, but never less.
 */
const memoryOf = async (nodes: Nodes, looks: number): Promise<number[]> => {
  let least: number[] = [];
  for (let look = 0; look < looks; look++) {
    if (look > 0) await pause(1_000);
    const seen = (await nodes.figures(3)).map((it) => (it.heapBytes + it.externalBytes) / 2 ** 20);
    least = seen.map((mib, i) => Math.min(mib, least[i] ?? mib));
  }
  return least;
};
