import type { Visit } from './visit-store.ts';

export interface Span {
  readonly from: number;
  readonly until: number;
}

/** Visits with a gap of at most this long count as one, because connecting again takes a moment. */
const overlookMs = 5_000;

/**
 * The times between `from` and `to` in which an agent was connected. A visit without an end ends when the agent was last
 * alive.
 */
export const spansOf = (visits: readonly Visit[], lastAlive: number, from: number, to: number): Span[] => {
  const spans: Span[] = [];
  for (const visit of visits) {
    const span = { from: Math.max(visit.since, from), until: Math.min(visit.until ?? lastAlive, to) };
    if (span.until < span.from) continue;
    const before = spans.at(-1);
    if (before && span.from - before.until <= overlookMs)
      spans[spans.length - 1] = { from: before.from, until: Math.max(before.until, span.until) };
    else spans.push(span);
  }
  return spans;
};

/** How much of the time between `from` and `to` the spans cover, 0 to 1. */
export const shareOf = (spans: readonly Span[], from: number, to: number): number => {
  const covered = spans.reduce((sum, it) => sum + it.until - it.from, 0);
  return to > from ? Math.min(1, covered / (to - from)) : 0;
};
