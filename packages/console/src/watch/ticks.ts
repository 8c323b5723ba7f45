import type { WatchSlot } from '@trigpoint/client';
import { isUnasked, type SlotResult, type SlotShape, shapeOf } from '@trigpoint/client/certificate';

/** A slot as its page lists it. Those of a public watch have no reason. */
export type Slot = Omit<WatchSlot, 'reason' | 'extra_reason'> & Partial<Pick<WatchSlot, 'reason' | 'extra_reason'>>;

/** One slot that has its outcome. */
export interface Tick {
  readonly number: number;
  /** Its window. */
  readonly begins: number;
  readonly ends: number;
  /** When the prover was asked; the beginning of the window where it was not. */
  readonly at: number;
  readonly result: SlotResult;
  readonly shape: SlotShape;
  /** The result of its extra slot, where that put the prover elsewhere. */
  readonly again?: 'outside' | 'refuted';
}

const awayResults = ['outside', 'refuted'] as const;

/** Slots as the service lists them, newest first, to ticks in their order. A row for several windows gives as many ticks. */
export const ticksOf = (slots: readonly Slot[], everySeconds: number): Tick[] => {
  const rows = [...slots].sort((a, b) => a.number - b.number);
  return rows.flatMap((it, i) => {
    if (it.result === '') return [];
    const next = rows[i + 1];
    const result = it.result as SlotResult;
    const again = awayResults.find((away) => away === it.extra?.result);
    const begins = Date.parse(it.begins);
    // Windows may have had another length before the watch was edited. The slot that follows tells how long these were.
    const isNext = next !== undefined && next.number === it.number + it.count;
    const length = isNext ? (Date.parse(next.begins) - begins) / it.count : everySeconds * 1000;
    return Array.from({ length: it.count }, (_, n): Tick => {
      const from = begins + n * length;
      return {
        ...{ number: it.number + n, begins: from, ends: from + length, result },
        at: it.asked_at === null ? from : Date.parse(it.asked_at),
        shape: shapeOf(result),
        ...(again ? { again } : {}),
      };
    });
  });
};

/** The slots that were known with the newest ones put in. Undefined where slots between the two are not known. */
export const withNewest = (known: readonly Slot[], newest: readonly Slot[]): Slot[] | undefined => {
  const [first, last] = [newest[0], newest.at(-1)];
  if (!first || !last) return [...known];
  const before = known.filter((it) => it.number < last.number);
  const [reached] = known;
  const isWhole = last.number === 0 || (reached !== undefined && reached.number + reached.count >= last.number);
  // What was loaded later may have come first.
  return isWhole ? [...known.filter((it) => it.number > first.number), ...newest, ...before] : undefined;
};

/** All slots of a watch, as far as they are known, and the list that they began with. */
export interface KeptSlots {
  readonly from: readonly Slot[];
  readonly slots: readonly Slot[];
  /** Whether slots are missing, so that all have to be loaded again. */
  readonly isBehind: boolean;
}

/** Adds the newest slots to those that were kept. A new list of all slots begins anew. */
export const keepSlots = (kept: KeptSlots | undefined, all: readonly Slot[], newest: readonly Slot[]): KeptSlots => {
  const known = kept?.from === all ? kept.slots : all;
  const slots = withNewest(known, newest);
  return { from: all, slots: slots ?? known, isBehind: slots === undefined };
};

/** The finding of the slot or extra slot that asked for a challenge; undefined where none of these slots did. */
export const findingOf = (slots: readonly Slot[], challenge: string): string | undefined => {
  const slot = slots.find((it) => it.challenge_id === challenge);
  if (slot) return slot.finding;
  return slots.find((it) => it.extra?.challenge_id === challenge)?.extra?.finding;
};

export interface Counts {
  readonly due: number;
  readonly held: number;
  readonly inside: number;
  readonly undecided: number;
  readonly outside: number;
  /** Claims that were refuted without it being clear whether the prover is in the zone. They are not among `outside`. */
  readonly refuted: number;
  /** Extra slots that put the prover elsewhere. They are slots of no window, so no other figure has them. */
  readonly again: number;
  /** Asked, and without an answer. */
  readonly silent: number;
  /** Not asked at all, those that were paused included. */
  readonly unasked: number;
  readonly paused: number;
  /**
   * The longest time without an answer that decided, rounded up as in a certificate, and when it began. The ends of the period count
   * as answers.
   */
  readonly gapSeconds: number;
  readonly gapFrom: number;
}

const decides = ({ shape }: Tick): boolean => shape === 'inside' || shape === 'outside';

/** The figures of a certificate over the same slots. */
export const countsOf = (ticks: readonly Tick[]): Counts => {
  const of = (shape: SlotShape) => ticks.filter((it) => it.shape === shape).length;
  const paused = ticks.filter((it) => it.result === 'paused').length;
  const unasked = ticks.filter((it) => isUnasked(it.result)).length;
  const refuted = ticks.filter((it) => it.result === 'refuted').length;
  const [inside, undecided, outside] = [of('inside'), of('undecided'), of('outside') - refuted];
  const held = inside + undecided + outside + refuted;
  const points = [
    ...ticks.slice(0, 1).map((it) => it.begins),
    ...ticks.filter(decides).map((it) => it.at),
    ...ticks.slice(-1).map((it) => it.ends),
  ];
  let [gapMs, gapFrom] = [0, points[0] ?? 0];
  for (const [i, to] of points.entries()) {
    const from = points[i - 1] ?? to;
    if (to - from > gapMs) [gapMs, gapFrom] = [to - from, from];
  }
  const silent = of('missed') - unasked;
  return {
    due: ticks.length,
    held,
    inside,
    undecided,
    outside,
    refuted,
    again: ticks.filter((it) => it.again).length,
    silent,
    unasked,
    paused,
    gapFrom,
    gapSeconds: Math.ceil(gapMs / 1000),
  };
};

/** The newest slot of which an answer, or that of its extra slot, put the prover somewhere. */
export const lastDecided = (ticks: readonly Tick[]): Tick | undefined =>
  ticks.findLast((it) => decides(it) || it.again !== undefined);

/**
 * The first answer since which every answer that decides was like this. Undefined if no answer decides, or if the newest that does
 * was not.
 */
export const sinceOf = (ticks: readonly Tick[], isLikeThis: (it: Tick) => boolean): Tick | undefined => {
  const seen = ticks.filter((it) => decides(it) || it.again !== undefined);
  const other = seen.findLastIndex((it) => !isLikeThis(it));
  return seen[other + 1];
};
