import { kmPerMs, reachKm as reachOf } from '@trigpoint/proofs';
import { antipodeKm, distanceKm, type Place } from '../map/earth.ts';
import type { Moment } from '../parts/timeline.tsx';
import type { Outcome } from '../parts/verdict-glyph.tsx';

/** What one challenger said, and what follows from it for the claim. */
export interface Witness {
  readonly id: string;
  /** The challenger's name. Without one, the place that it states; without that, its short key. */
  readonly name: string;
  /** Its country and its short key, in small print. */
  readonly where: string;
  readonly place: Place;
  readonly state: 'answered' | 'failed';
  /** Drawn from all over the world: it can refute a claim, never verify one. */
  readonly isLookout: boolean;
  /** Why it failed, in words. */
  readonly remark?: string;
  readonly rttsMs: readonly number[];
  readonly fastestMs?: number;
  /** The prover is at most this far from the challenger; absent before an answer. */
  readonly reachKm?: number;
  readonly toClaimKm: number;
  /** Faster than this is impossible if the claim is true. */
  readonly floorMs: number;
  /** How far the disc ends before the claim; 0 when the claim is inside. */
  readonly shortKm: number;
  /** Its disc leaves the claim outside even if the answer travelled at the speed of light in vacuum. */
  readonly excludesInAnyMedium: boolean;
  readonly near: boolean;
}

export interface Estimate {
  readonly place: Place;
  readonly radiusKm: number;
  /** City or country, where known. */
  readonly name?: string;
}

/** Everything the page of a location challenge shows. */
export interface PolView {
  readonly id: string;
  readonly outcome: Outcome;
  readonly reason: string;
  readonly claim: { readonly place: Place; readonly name: string };
  /** The prover's name, which is never the place that it claims; '' where it is not known. */
  readonly prover: string;
  readonly witnesses: readonly Witness[];
  readonly asked: number;
  /** R*: the furthest that the prover can be from its claim, for 0, 1, 2 … liars around the claim. Empty before a verdict. */
  readonly boundsKm: readonly number[];
  /** How many of the challengers around the claim may lie: R*[liars] is the distance that the verdict states. */
  readonly liars: number;
  /** More than this many of all challengers must rule a claim out before it counts as refuted. */
  readonly liarsOfAll: number;
  /** For a refutation: whether it holds whatever the answers travelled through, or for fibre alone. */
  readonly holdsIn?: 'any_medium' | 'fibre';
  readonly estimate?: Estimate;
  /** Why there is no estimate: it lies outside a disc, or no place lies in every disc. */
  readonly noEstimate?: 'outside' | 'apart';
  /** Whether the payer said how exactly the place must be known. */
  readonly isRadiusAsked?: boolean;
  /** The zone that was asked for, and what the answers say about it: inside, outside, undecided or contradiction. */
  readonly zone?: {
    readonly text: string;
    readonly words: string;
    readonly finding: string;
    /** Whether the finding holds whatever the answers travelled through, or for fibre alone. */
    readonly holdsIn?: 'any_medium' | 'fibre';
    /** If the zone stays open: how many countries outside it are possible too. */
    readonly reached?: number;
  };
  readonly startedAt: number;
  readonly endedAt?: number;
  readonly dueAt?: number;
  readonly paidPoints?: number;
  readonly moments: readonly Moment[];
}

/** Within this of the claim a challenger counts as near it. */
const nearKm = 2000;
/** How far from the claimed point an honest prover may stand, unless the verdict says otherwise. */
export const slackKm = 25;

export interface Answer {
  readonly id: string;
  readonly name: string;
  readonly where: string;
  readonly place: Place;
  readonly state: Witness['state'];
  readonly remark?: string;
  readonly rttsMs?: readonly number[];
  /** The round trip that the verdict counts, if it names one. Otherwise the smallest is taken. */
  readonly fastestMs?: number;
  /** How precisely the challenger states its own place. */
  readonly ownRadiusKm?: number;
  readonly isLookout?: boolean;
  /** Whether the verdict itself counts the answer against the claim. It knows the operator's settings. */
  readonly excludes?: boolean;
  readonly excludesInAnyMedium?: boolean;
}

/**
 * The fastest round trip of a reading. A verdict states it in whole microseconds. If both are the same, the reading's own value
 * is shown, so that no number is rounded twice. Otherwise 1.535 ms would be 1.53 ms here, and 1.54 ms on agents' pages and the
 * command line.
 */
const fastestOf = (rttsMs: readonly number[], judgedMs: number | undefined): number | undefined => {
  if (rttsMs.length === 0) return judgedMs;
  const read = Math.min(...rttsMs);
  return judgedMs === undefined || Math.abs(read - judgedMs) < 0.001 ? read : judgedMs;
};

export const toWitness = (answer: Answer, claim: Place): Witness => {
  const { ownRadiusKm = 0, rttsMs = [], isLookout = false, excludes, excludesInAnyMedium = false, ...rest } = answer;
  const toClaimKm = distanceKm(answer.place, claim);
  const fastestMs = fastestOf(rttsMs, answer.fastestMs);
  const reachKm = fastestMs === undefined ? undefined : reachOf(fastestMs, ownRadiusKm);
  const missesKm = reachKm === undefined ? 0 : toClaimKm - slackKm - reachKm;
  return {
    ...rest,
    rttsMs,
    ...(fastestMs === undefined ? {} : { fastestMs }),
    ...(reachKm === undefined ? {} : { reachKm }),
    toClaimKm,
    isLookout,
    floorMs: Math.max(0, toClaimKm - slackKm - reachOf(0, ownRadiusKm)) / kmPerMs,
    shortKm: excludes === false ? 0 : Math.max(excludes ? 0.1 : 0, missesKm),
    excludesInAnyMedium,
    near: toClaimKm <= nearKm,
  };
};

/** How many near seats there are. Lookouts come on top of them, and never verify a claim. */
export const drawnFor = ({ witnesses }: PolView): number => witnesses.filter((it) => !it.isLookout).length;

/** The distance that a verdict states. It holds even if as many challengers lied as the rule allows. */
export const statedKm = ({ boundsKm, liars }: Pick<PolView, 'boundsKm' | 'liars'>): number | undefined =>
  boundsKm[liars] ?? boundsKm.at(-1);
/** The smaller distance that holds if nobody lied; undefined where both are the same. */
export const ifNoneLiedKm = (view: Pick<PolView, 'boundsKm' | 'liars'>): number | undefined =>
  view.boundsKm.length > 1 && view.boundsKm[0] !== statedKm(view) ? view.boundsKm[0] : undefined;
export const bounds = (it: Witness): boolean => it.reachKm !== undefined && it.reachKm < antipodeKm;
export const excludes = (it: Witness): boolean => it.shortKm > 0;
export const byReach = (a: Witness, b: Witness): number =>
  (a.reachKm ?? Number.POSITIVE_INFINITY) - (b.reachKm ?? Number.POSITIVE_INFINITY);
export const answered = (view: PolView): readonly Witness[] =>
  view.witnesses.filter((it) => it.state === 'answered').sort(byReach);

/** Whether a zone was refuted and the claimed place was not: it lies outside the zone as well. */
export const isZoneAlone = (view: PolView): boolean =>
  view.outcome === 'refuted' &&
  view.zone?.finding === 'outside' &&
  view.noEstimate !== 'apart' &&
  !answered(view).some(excludes);

/** The view as it was when only these answers had come: without bound, estimate and verdict. */
export const withoutVerdict = (view: PolView, come: ReadonlySet<string>): PolView => {
  const { estimate: _estimate, noEstimate: _noEstimate, endedAt: _endedAt, ...others } = view;
  const { paidPoints: _paidPoints, holdsIn: _holdsIn, ...rest } = others;
  const witnesses = view.witnesses.filter((it) => come.has(it.id));
  return { ...rest, outcome: 'measuring', reason: '', boundsKm: [], witnesses };
};
