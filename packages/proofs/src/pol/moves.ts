import type { Finding } from '@trigpoint/log';
import { exp, log, square } from '../fixed-math.ts';
import { distanceKm, type Place } from '../geo.ts';
import type { Sighting } from './counting.ts';
import type { DelayMap } from './delay-map.ts';
import { logDelay } from './delay-model.ts';
import { reachKm, shortKm } from './discs.ts';
import { probabilityNear, type Report, reachableKm, softSettings, supportAt, supportOver } from './posterior.ts';

/** The fastest round trips of one challenger to a prover, before and now. */
export interface Compared {
  readonly id: string;
  readonly place: Place;
  readonly beforeMs: number;
  readonly nowMs: number;
}

/** Figures that tell a move from other changes. Each is an average over the challengers, so that their number matters little. */
export interface MoveFigures {
  /** How well the delays are explained by "a few paths have changed" or "the same delay was added to all or to some", in nats. */
  readonly explained: number;
  /** How much better the old place explains the delays now than it explained those before. It is negative after most changes. */
  readonly here: number;
  /** How much better the best other place explains the delays now than the old place does. */
  readonly elsewhere: number;
  /**
   * The share of paths that have changed, and the share that have become faster. A prover can add delay to all of them, never take
   * it away.
   */
  readonly changed: number;
  readonly faster: number;
  /** How well the delays are explained by "all paths are new, to the same place". That is what a change of provider does. */
  readonly others: number;
  /** How much slower the fastest answer has become, and how much slower the answers of the nearest challengers. */
  readonly fastest: number;
  readonly nearest: number;
  /** ln of the probability that the prover is still within 200 km. */
  readonly still: number;
  /**
   * How much better a place elsewhere explains the delays than a place nearby does (`carried`), and than a change of provider does
   * (`carriedOrOther`). Here each path keeps a part of how it deviated at the old place, because deviations of neighbouring places are
   * alike.
   */
  readonly carried: number;
  readonly carriedOrOther: number;
}

export const figureNames = [
  'explained',
  'others',
  'here',
  'elsewhere',
  'changed',
  'faster',
  'fastest',
  'nearest',
  'still',
  'carried',
  'carriedOrOther',
] as const;

/** Student's t with three degrees of freedom. */
const density = (off: number, scale: number): number => 0.36755 / (scale * square(1 + square(off / scale) / 3));

/** How much the fastest probe differs from one time to the next: a part of the round trip, and a part of a millisecond. */
const scaleOf = (rttMs: number): number => 0.02 + 0.4 / (rttMs + 2);
/** How much two paths between the same two places differ. */
const otherScaleOf = (rttMs: number): number => 0.06 + 1 / (rttMs + 2);
/** `still` is not lower than this. A smaller probability would say no more. */
const leastStill = -10;
/** `here` and `elsewhere` are cut at this. A delay that is added to all paths makes the old place as unlikely as a move does. */
const mostNats = 1;
/** A path that has changed may have any delay. This is the scale of its distribution, and the share of such paths. */
const anyScale = 0.4;
const shareOfAny = 0.1;
/** A path whose delay differs by more scales than this has changed. */
const changedScales = 4;
/** A place nearer to the old one than this does not count as elsewhere. */
const elsewhereKm = 100;
/** At a place this far away a path keeps a third of its deviation. */
const carriedKm = 1_000;
/** The density for a path that says nothing. */
const anything = 0.3;
/** `carried` and `carriedOrOther` are cut at these. Beyond them it is clear which explanation is better. */
const mostCarried = 1;
const mostOther = 1.5;
/** Delays in ms that a change of provider may add to all paths, or take away. */
const providerMs = [-10, -6, -4, -2.5, -1.5, -0.7, 0, 0.7, 1.5, 2.5, 4, 6, 10, 16, 25, 40];

export function moveFigures(from: Place, compared: readonly Compared[], map: DelayMap): MoveFigures {
  const n = compared.length;
  const paths = compared.map(({ beforeMs, nowMs }) => {
    const scale = scaleOf(beforeMs);
    const now = logDelay(nowMs);
    return { beforeMs, now, scale, off: now - logDelay(beforeMs) };
  });
  const explain = (honest: (it: (typeof paths)[number]) => number): number => {
    let sum = 0;
    for (const it of paths) sum += log((1 - shareOfAny) * honest(it) + shareOfAny * density(it.off, anyScale));
    return sum / n;
  };
  let explained = explain((it) => density(it.off, it.scale));
  for (const ms of compared.map((it) => it.nowMs - it.beforeMs).filter((it) => it > 0)) {
    const later = (it: (typeof paths)[number]) => density(it.now - logDelay(it.beforeMs + ms), it.scale);
    explained = Math.max(
      explained,
      explain(later),
      explain((it) => 0.5 * later(it) + 0.5 * density(it.off, it.scale)),
    );
  }
  const reports = (rtt: (it: Compared) => number): Report[] =>
    compared.map((it) => ({ id: it.id, place: it.place, rttMs: rtt(it), reachKm: reachKm(rtt(it)) }));
  const [before, now] = [reports((it) => it.beforeMs), reports((it) => it.nowMs)];
  const settings = { ...softSettings(n), redundancy: 0 };
  let others = Number.NEGATIVE_INFINITY;
  for (const ms of [-10, -4, -1.5, 0, 1.5, 4, 10]) {
    const other = (it: (typeof paths)[number]) =>
      density(it.now - logDelay(Math.max(0.5 * it.beforeMs, it.beforeMs + ms)), otherScaleOf(it.beforeMs));
    others = Math.max(others, explain(other));
  }
  const fastestOf = (all: readonly Report[]) => logDelay(Math.min(...all.map((it) => it.rttMs)));
  const closest = paths.toSorted((a, b) => a.beforeMs - b.beforeMs).slice(0, Math.ceil(n / 5));
  const [was, is] = [supportAt(map, before, from, settings), supportAt(map, now, from, settings)];
  const support = supportOver(map, now, settings);
  return {
    explained,
    here: Math.max((is - was) / n, -mostNats),
    elsewhere: Math.min((bestElsewhere(map, support, from) - is) / n, mostNats),
    changed: paths.filter((it) => Math.abs(it.off) > changedScales * it.scale).length / n,
    faster: paths.filter((it) => it.off < -changedScales * it.scale).length / n,
    others,
    fastest: fastestOf(now) - fastestOf(before),
    nearest: closest.reduce((sum, it) => sum + it.off, 0) / closest.length,
    still: Math.max(log(1e-9 + probabilityNear(map, support, is, from, reachableKm)), leastStill),
    ...carriedFigures(from, compared, map),
  };
}

const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

function carriedFigures(
  from: Place,
  compared: readonly Compared[],
  map: DelayMap,
): Pick<MoveFigures, 'carried' | 'carriedOrOther'> {
  const { places, prior } = map.candidates;
  const likely = (density: number) => log((1 - shareOfAny) * density + shareOfAny * anything);
  const km = Float64Array.from(places, (it) => distanceKm(it, from));
  const kept = km.map((it) => exp(-it / carriedKm));
  const support = new Float64Array(places.length);
  const here = map.towards(compared, from);
  for (const [i, it] of compared.entries()) {
    const there = map.towardsCandidates(it);
    const odd = logDelay(it.beforeMs) - (here[i]?.mean[0] as number);
    const [now, reach, least] = [logDelay(it.nowMs), reachKm(it.nowMs), square(otherScaleOf(it.beforeMs))];
    for (let x = 0; x < support.length; x++) {
      const share = kept[x] as number;
      const off = now - (there.mean[x] as number) - share * odd;
      const width = 1 / ((off > 0 ? there.above[x] : there.below[x]) as number);
      const scale = Math.sqrt(square(width) * (1 - square(share)) + least);
      support[x] = (support[x] as number) + likely((there.km[x] as number) > reach ? 0 : density(off, scale));
    }
  }
  let [near, far] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let x = 0; x < support.length; x++) {
    if ((prior[x] as number) <= 0) continue;
    if ((km[x] as number) > elsewhereKm) far = Math.max(far, support[x] as number);
    else near = Math.max(near, support[x] as number);
  }
  let other = Number.NEGATIVE_INFINITY;
  for (const ms of providerMs) {
    const off = ({ beforeMs, nowMs }: Compared) => logDelay(nowMs) - logDelay(Math.max(0.5 * beforeMs, beforeMs + ms));
    other = Math.max(
      other,
      compared.reduce((sum, it) => sum + likely(density(off(it), otherScaleOf(it.beforeMs))), 0),
    );
  }
  const n = compared.length;
  return {
    carried: within((far - near) / n, -mostCarried, mostCarried),
    carriedOrOther: within((far - other) / n, -mostCarried, mostOther),
  };
}

function bestElsewhere(map: DelayMap, support: Float64Array, from: Place): number {
  const { places, prior } = map.candidates;
  let best = Number.NEGATIVE_INFINITY;
  for (const [x, place] of places.entries())
    if ((support[x] as number) > best && (prior[x] as number) > 0 && distanceKm(place, from) > elsewhereKm)
      best = support[x] as number;
  return best;
}

/** A logistic rule over the figures: its weights, and the limit above which a change is called a move. */
export interface MoveRule {
  readonly weights: Readonly<Record<(typeof figureNames)[number] | 'one', number>>;
  readonly limit: number;
}

export const moveScore = (figures: MoveFigures, { weights }: Pick<MoveRule, 'weights'>): number =>
  1 / (1 + exp(-figureNames.reduce((sum, name) => sum + weights[name] * figures[name], weights.one)));

/** Where a prover was shown to be. */
export interface Shown {
  readonly place: Place;
  /** The prover was within this many km of the place, unless more challengers lied than the rule allows for. */
  readonly withinKm: number;
}

/**
 * Whether the answers prove a move: more answers than challengers may lie rule out every place where the prover can have been. Ruling
 * out the claimed point alone proves nothing, because the prover may have stood beside it all the time.
 */
export const isProvenMove = (from: Shown, now: readonly Sighting[], liars: number): boolean =>
  now.filter(
    (it) => shortKm({ centre: it.place, radiusKm: reachKm(it.rttMs, it.ownRadiusKm) }, from.place, from.withinKm) > 0,
  ).length > liars;

/**
 * Fitted by `npm run bench -- moves --repeats 1`. On the data of the fit it calls at most 1.5 % of reroutes and added delays, and 6 %
 * of changes of provider, a move.
 */
const moveRule: MoveRule = {
  weights: {
    ...{ one: -2.665, explained: -0.812, others: 0.368, here: -0.312, elsewhere: 3.774, changed: 0.774 },
    ...{ faster: -2.925, fastest: -0.083, nearest: 0.315, still: 0.067, carried: 0.784, carriedOrOther: 3.598 },
  },
  limit: 0.676,
};

/** If fewer challengers measured both times, nothing is concluded. */
const fewestCompared = 8;
/** The share of paths that changes without a reason. */
const usualShare = 0.2;

/** Whether more paths have changed than usually do, and more than challengers may lie. */
export const hasChanged = ({ changed }: Pick<MoveFigures, 'changed'>, compared: number, liars: number): boolean =>
  Math.round(changed * compared) > Math.max(liars, usualShare * compared);

const comparedOf = (before: readonly Sighting[], now: readonly Sighting[]): Compared[] => {
  const known = new Map(before.map((it) => [it.id, it.rttMs]));
  return now
    .flatMap(({ id, place, rttMs: nowMs }) => {
      const beforeMs = known.get(id);
      return beforeMs === undefined ? [] : [{ id, place, beforeMs, nowMs }];
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));
};

/**
 * The finding about a prover since its place was shown. Null if too few challengers measured both times. If no more paths changed
 * than challengers may lie, the finding is `same`, because liars alone could have made the change.
 */
export function findingOf(
  from: Shown,
  before: readonly Sighting[],
  now: readonly Sighting[],
  map: DelayMap,
  liars: number,
): Finding | null {
  if (isProvenMove(from, now, liars)) return 'moved';
  const compared = comparedOf(before, now);
  if (compared.length < fewestCompared) return null;
  const figures = moveFigures(from.place, compared, map);
  if (!hasChanged(figures, compared.length, liars)) return 'same';
  return moveScore(figures, moveRule) > moveRule.limit ? 'probably_moved' : 'changed';
}
