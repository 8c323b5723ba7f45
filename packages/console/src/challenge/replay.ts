import type { Evidence } from '@trigpoint/proofs';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { partsOf } from './from-evidence.ts';
import { type Heard, lastAttempt } from './live.ts';

interface Arrival {
  /** The challenger. */
  readonly id: string;
  readonly at: number;
}

/**
 * The readings in the order in which they came. The evidence does not say when each one came, so the order is that of the times
 * that challengers signed. The pace is that of the counts that the service told meanwhile. Without those counts the pace
 * follows the signed times too.
 */
export const arrivalsOf = (evidence: Pick<Evidence, 'transcript'>, heard: Heard): Arrival[] => {
  const { submitted_at, ended_at } = evidence.transcript;
  const [from, until] = [Date.parse(submitted_at), Date.parse(ended_at)];
  const signed = partsOf(evidence).flatMap(({ id, reading }): Arrival[] =>
    // A challenger whose clock is wrong must not stretch the replay.
    reading ? [{ id, at: Math.min(until, Math.max(from, reading.endedAt || until)) }] : [],
  );
  signed.sort((a, b) => a.at - b.at);
  const told = lastAttempt(heard).filter((it) => it.kind === 'reading');
  return told.length === signed.length ? signed.map(({ id }, i) => ({ id, at: told[i]?.at ?? 0 })) : signed;
};

/** The whole replay takes no longer than this. */
export const longestMs = 6000;
const leadMs = 500;
/** After the last answer, before the verdict. */
const restMs = 700;
/** Answers that came at once are still shown one after the other. */
const leastGapMs = 90;

/**
 * When each answer is shown, in ms after the replay began. The pace is that of the answers, and faster only where that would
 * take too long.
 */
export const replayTimes = (
  arrivals: readonly number[],
): { readonly shown: readonly number[]; readonly end: number } => {
  let last = 0;
  const offsets = arrivals.map((at, i) => {
    last = i === 0 ? 0 : Math.max(last + leastGapMs, at - (arrivals[0] ?? at));
    return last;
  });
  const faster = Math.min(1, (longestMs - leadMs - restMs) / Math.max(1, last));
  return { shown: offsets.map((it) => leadMs + it * faster), end: leadMs + last * faster + restMs };
};

/** From the request to the first answer. */
export const firstAnswerMs = (evidence: Pick<Evidence, 'transcript'>, arrivals: readonly Arrival[]): number => {
  const { submitted_at, ended_at } = evidence.transcript;
  return Math.min(Date.parse(ended_at), arrivals[0]?.at ?? Number.POSITIVE_INFINITY) - Date.parse(submitted_at);
};

export interface Replay {
  /** Challengers whose reading has been shown again. */
  readonly shown: ReadonlySet<string>;
  readonly of: number;
  /** From the request to the first answer. */
  readonly firstMs: number;
  skip(): void;
}

const isWanted = (): boolean => !document.hidden && !matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Replays how the answers came in, for somebody who followed the challenge while it ran. Undefined for everybody else, and when
 * the replay is over.
 */
export const useReplay = (evidence: Evidence, heard: Heard, watched: boolean): Replay | undefined => {
  const arrivals = useMemo(() => arrivalsOf(evidence, heard), [evidence]);
  const [count, setCount] = useState(() => (watched && arrivals.length > 1 && isWanted() ? 0 : undefined));
  const isOver = count === undefined;
  useEffect(() => {
    if (isOver) return;
    const { shown, end } = replayTimes(arrivals.map((it) => it.at));
    const timers = shown.map((ms, i) => setTimeout(() => setCount(i + 1), ms));
    timers.push(setTimeout(() => setCount(undefined), end));
    return () => timers.forEach(clearTimeout);
  }, [arrivals, isOver]);
  return useMemo(
    () =>
      count === undefined
        ? undefined
        : {
            shown: new Set(arrivals.slice(0, count).map((it) => it.id)),
            of: arrivals.length,
            firstMs: firstAnswerMs(evidence, arrivals),
            skip: () => setCount(undefined),
          },
    [arrivals, count],
  );
};
