import type { Moment } from '../parts/timeline.tsx';
import type { Outcome } from '../parts/verdict-glyph.tsx';

/** One round: one challenger, one flow, one rate. */
export interface Round {
  readonly challenger: string;
  readonly name: string;
  readonly state: 'counted' | 'left-out' | 'voided' | 'not-needed';
  readonly mbps?: number;
  /** [ms since the start, Mbit/s since the previous point]. */
  readonly curve: readonly (readonly [number, number])[];
  /** Why it does not count, or what to know about it. */
  readonly remark?: string;
  readonly bytes: number;
  readonly loss?: number;
  readonly rttMs?: number;
  readonly transport?: string;
  readonly paidPoints?: number;
}

/** Everything the page of a bandwidth challenge shows. */
export interface PobView {
  readonly id: string;
  readonly outcome: Outcome;
  readonly reason: string;
  readonly direction: 'down' | 'up';
  /** What was asked for. */
  readonly claimMbps: number;
  /** What the prover claims in this direction, where it is known. */
  readonly claimsMbps?: number;
  readonly thresholdMbps: number;
  readonly medianMbps?: number;
  readonly rounds: readonly Round[];
  readonly asked: number;
  readonly startedAt: number;
  readonly endedAt?: number;
  readonly dueAt?: number;
  readonly paidPoints?: number;
  readonly moments: readonly Moment[];
}

export const counted = (view: PobView): readonly Round[] => view.rounds.filter((it) => it.state === 'counted');

/** The view as it was when only these rounds had come, without a verdict. */
export const withoutVerdict = (view: PobView, come: ReadonlySet<string>): PobView => {
  const { medianMbps: _medianMbps, endedAt: _endedAt, paidPoints: _paidPoints, ...rest } = view;
  return { ...rest, outcome: 'measuring', reason: '', rounds: view.rounds.filter((it) => come.has(it.challenger)) };
};
