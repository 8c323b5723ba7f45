import { plural } from '../figures.ts';
import type { Moment } from '../parts/timeline.tsx';
import type { Heard } from './live.ts';
import type { HistoryRow } from './outcomes.ts';

/** All that is public of a challenge before it ends. */
export interface RunningView {
  /** 0 until challengers were chosen. */
  readonly asked: number;
  readonly answered: number;
  /** Where challengers measure one after another: the round that runs, from 1. */
  readonly round: number | undefined;
  readonly dueAt: number;
  readonly moments: readonly Moment[];
}

const whole = (value: unknown): number => (Number.isSafeInteger(value) ? Number(value) : 0);

export const fromLive = (row: HistoryRow, heard: Heard): RunningView => {
  const newest = heard.events.findLastIndex((it) => it.kind === 'accepted');
  // Earlier events belong to an attempt that was given up.
  const events = heard.events.slice(Math.max(0, newest));
  const last = (kind: string) => events.findLast((it) => it.kind === kind)?.data;
  const asked = whole(last('accepted')?.asked);
  const answered = Math.min(asked, whole(last('reading')?.answered));
  const round = whole(last('round')?.number);
  return {
    asked,
    answered,
    round: round > 0 && answered < asked ? round : undefined,
    dueAt: Date.parse(row.challenge_end_time),
    moments: momentsOf(row, heard),
  };
};

const shownMoments = 9;

const momentsOf = (row: HistoryRow, heard: Heard): Moment[] => {
  const told = heard.events.flatMap(({ at, kind, data }): Moment[] => {
    if (kind === 'accepted') return [{ at, text: `${plural(whole(data.asked), 'challenger')} chosen` }];
    if (kind === 'round') return [{ at, text: `Round ${whole(data.number)} began` }];
    if (kind === 'reading') return [{ at, text: `Answer ${whole(data.answered)} came in` }];
    return [];
  });
  return [
    { at: Date.parse(row.challenge_start_time), text: 'Request read from the chain' },
    ...told.slice(-shownMoments),
  ];
};
