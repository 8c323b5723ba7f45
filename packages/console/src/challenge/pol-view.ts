import { kmPerMs, reachKm as reachOf } from '@trigpoint/proofs';
import { antipodeKm, distanceKm, type Place } from '../map/earth.ts';
import type { Moment } from '../parts/timeline.tsx';
import type { Outcome } from '../parts/verdict-glyph.tsx';

/** What one challenger said, and what follows from it for the claim. */
export interface Witness {
  readonly id: string;
  /** City, or a short key where none is stated. */
  readonly name: string;
  /** Country and network, in small print. */
  readonly where: string;
  readonly place: Place;
  readonly state: 'assigned' | 'probing' | 'answered' | 'failed';
  /** What it is doing or why it failed, in words. */
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
  readonly near: boolean;
}

export interface Estimate {
  readonly place: Place;
  readonly radiusKm: number;
  /** City or country, where known. */
  readonly name?: string;
}

/** Everything the page of a location challenge shows, whoever supplied it: live events, status or evidence. */
export interface PolView {
  readonly id: string;
  readonly outcome: Outcome;
  readonly reason: string;
  readonly claim: { readonly place: Place; readonly name: string; readonly radiusKm: number };
  readonly witnesses: readonly Witness[];
  readonly asked: number;
  /** R* for 0, 1, 2 … possible liars; empty before a verdict. */
  readonly boundsKm: readonly number[];
  /** More than this many challengers must rule a claim out before it counts as refuted. */
  readonly liars: number;
  readonly estimate?: Estimate;
  readonly startedAt: number;
  readonly endedAt?: number;
  readonly dueAt?: number;
  readonly paidPoints?: number;
  readonly moments: readonly Moment[];
}

/** Within this of the claim a challenger counts as near it. */
const nearKm = 2000;

export interface Answer {
  readonly id: string;
  readonly name: string;
  readonly where: string;
  readonly place: Place;
  readonly state: Witness['state'];
  readonly remark?: string;
  readonly rttsMs?: readonly number[];
  /** The one that counts, when the service has said; otherwise the smallest. */
  readonly fastestMs?: number;
  /** How precisely the challenger states its own place. */
  readonly ownRadiusKm?: number;
}

export const toWitness = (answer: Answer, claim: Place, claimRadiusKm: number): Witness => {
  const { ownRadiusKm = 0, rttsMs = [], ...rest } = answer;
  const toClaimKm = distanceKm(answer.place, claim);
  const fastestMs = answer.fastestMs ?? (rttsMs.length > 0 ? Math.min(...rttsMs) : undefined);
  const reachKm = fastestMs === undefined ? undefined : reachOf(fastestMs, ownRadiusKm);
  return {
    ...rest,
    rttsMs,
    ...(fastestMs === undefined ? {} : { fastestMs }),
    ...(reachKm === undefined ? {} : { reachKm }),
    toClaimKm,
    floorMs: Math.max(0, toClaimKm - claimRadiusKm - reachOf(0, ownRadiusKm)) / kmPerMs,
    shortKm: reachKm === undefined ? 0 : Math.max(0, toClaimKm - claimRadiusKm - reachKm),
    near: toClaimKm <= nearKm,
  };
};

export const bounds = (it: Witness): boolean => it.reachKm !== undefined && it.reachKm < antipodeKm;
export const excludes = (it: Witness): boolean => it.shortKm > 0;
export const byReach = (a: Witness, b: Witness): number =>
  (a.reachKm ?? Number.POSITIVE_INFINITY) - (b.reachKm ?? Number.POSITIVE_INFINITY);
export const answered = (view: PolView): readonly Witness[] =>
  view.witnesses.filter((it) => it.state === 'answered').sort(byReach);
