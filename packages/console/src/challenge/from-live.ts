import type { Moment } from '../parts/timeline.tsx';
import { say, sayCount } from '../words/say.ts';
import { type Heard, lastAttempt } from './live.ts';
import type { HistoryRow } from './outcomes.ts';

/** All that is public of a challenge before it ends. */
export interface RunningView {
  /** 0 until challengers were drawn. */
  readonly asked: number;
  /** False where nobody with the address that was asked for has ever logged in. */
  readonly hasProver: boolean;
  readonly answered: number;
  /** The number of the round that runs, from 1, where challengers measure one after another. */
  readonly round: number | undefined;
  /** When the measurement is due to end, by the browser's clock; undefined before it began. */
  readonly endsAt: number | undefined;
  /** How long it was given, by the service's clock alone. */
  readonly givenMs: number;
  readonly moments: readonly Moment[];
}

const whole = (value: unknown): number => (Number.isSafeInteger(value) ? Number(value) : 0);

export const fromLive = (row: HistoryRow, heard: Heard): RunningView => {
  const events = lastAttempt(heard);
  const last = (kind: string) => events.findLast((it) => it.kind === kind)?.data;
  const begun = events.findLast((it) => it.kind === 'accepted')?.at ?? 0;
  const asked = whole(last('accepted')?.asked);
  const answered = Math.min(asked, whole(last('reading')?.answered));
  const round = whole(last('round')?.number);
  const until = Date.parse(String(last('accepted')?.until));
  return {
    asked,
    hasProver: row.prover !== '',
    answered,
    round: round > 0 && answered < asked ? round : undefined,
    endsAt: Number.isFinite(until) ? until + (heard.aheadMs ?? 0) : undefined,
    givenMs: until - begun,
    moments: momentsOf(row, heard),
  };
};

const shownMoments = 9;

/** The id of a direct request begins with `ask-`. On a chain the id is a number. */
const isDirect = ({ id }: HistoryRow): boolean => id.startsWith('ask-');

const momentsOf = (row: HistoryRow, heard: Heard): Moment[] => {
  const told = heard.events.flatMap(({ at, kind, data }): Moment[] => {
    if (kind === 'accepted')
      return [{ at, text: sayCount(whole(data.asked), '{n} challenger drawn', '{n} challengers drawn') }];
    if (kind === 'round') return [{ at, text: say('Round {number} began', { number: whole(data.number) }) }];
    if (kind === 'reading') return [{ at, text: say('Answer {n} came in', { n: whole(data.answered) }) }];
    return [];
  });
  return [
    {
      at: Date.parse(row.challenge_start_time),
      text: isDirect(row)
        ? say('Request made at the service, without a transaction')
        : say('Request read from the chain'),
    },
    ...told.slice(-shownMoments),
  ];
};
