import { quantile, requests, type Sample, seconds, sum } from './metrics.ts';

/** What was seen of a node at one moment. */
export interface Moment {
  readonly at: number;
  /** All requests that it answered so far. */
  readonly answered: number | undefined;
  readonly medianMs: number | undefined;
  readonly waiting: number | undefined;
  readonly loopMs: number | undefined;
}

/** An hour of looks every five seconds. */
const mostMoments = 720;

const inMs = (value: number | undefined) => (value === undefined ? undefined : value * 1000);

export const momentOf = (at: number, samples: readonly Sample[]): Moment => ({
  at,
  answered: sum(samples, requests),
  medianMs: inMs(quantile(samples, seconds, 0.5)),
  waiting: sum(samples, 'trigpoint_challenges_open'),
  loopMs: inMs(sum(samples, 'trigpoint_nodejs_eventloop_lag_p99_seconds')),
});

export const withMoment = (all: readonly Moment[], next: Moment): readonly Moment[] =>
  [...all.filter((it) => it.at !== next.at), next].slice(-mostMoments);

/** Requests per second between each two looks. A node that started again counts from nothing. */
export const ratesOf = (all: readonly Moment[]): readonly number[] =>
  all.slice(1).flatMap((it, i) => {
    const before = all[i] as Moment;
    if (it.answered === undefined || before.answered === undefined || it.at <= before.at) return [];
    const more = it.answered < before.answered ? it.answered : it.answered - before.answered;
    return [(more * 1000) / (it.at - before.at)];
  });
