import type { Evidence } from '@trigpoint/proofs';
import { expect, test } from 'vitest';
import { add, nothing } from './live.ts';
import { arrivalsOf, firstAnswerMs, longestMs, replayTimes } from './replay.ts';

const start = Date.parse('2026-01-02T03:04:05Z');
const iso = (ms: number) => new Date(start + ms).toISOString();
const seat = (id: string, endedMs: number | undefined) => ({
  challenger: { id, claims: {} },
  state: endedMs === undefined ? 'expired' : 'read',
  message: endedMs === undefined ? null : JSON.stringify({ started_at: iso(0), ended_at: iso(endedMs), series: {} }),
});
const evidenceOf = (...seats: ReturnType<typeof seat>[]) =>
  ({ transcript: { submitted_at: iso(0), ended_at: iso(9000), draw: { seats } } }) as unknown as Evidence;

test('readings come again in the order they were signed, at the pace the service counted them', () => {
  const evidence = evidenceOf(seat('b', 4000), seat('silent', undefined), seat('a', 1000));
  const heard = [5000, 7000].reduce(
    (before, ms, i) => add(before, { at: start + ms, kind: 'reading', data: { answered: i + 1 } }),
    add(nothing, { at: start, kind: 'accepted', data: { asked: 3 } }),
  );
  expect(arrivalsOf(evidence, heard)).toEqual([
    { id: 'a', at: start + 5000 },
    { id: 'b', at: start + 7000 },
  ]);
  // Where a proxy swallowed the counts, what was signed has to do.
  expect(arrivalsOf(evidence, nothing).map((it) => it.at - start)).toEqual([1000, 4000]);
});

test('the first answer is told by how long after the request it came', () => {
  const evidence = evidenceOf(seat('b', 4000), seat('a', 1200));
  expect(firstAnswerMs(evidence, arrivalsOf(evidence, nothing))).toBe(1200);
  // By another clock it may seem to come after the end.
  expect(firstAnswerMs(evidence, [{ id: 'a', at: start + 60_000 }])).toBe(9000);
});

test('a challenger whose clock is years off does not stretch the replay', () => {
  const evidence = evidenceOf(seat('late', 1e12), seat('early', -1e12), seat('fair', 2000));
  expect(arrivalsOf(evidence, nothing).map((it) => [it.id, it.at - start])).toEqual([
    ['early', 0],
    ['fair', 2000],
    ['late', 9000],
  ]);
});

test('the pace is kept, and squeezed only where it would take longer than six seconds', () => {
  const short = replayTimes([0, 1000, 1500]);
  expect(short.shown.map((it) => it - (short.shown[0] ?? 0))).toEqual([0, 1000, 1500]);
  const long = replayTimes([0, 30_000, 60_000]);
  expect(long.end).toBeLessThanOrEqual(longestMs);
  const [a = 0, b = 0, c = 0] = long.shown;
  expect(b - a).toBeCloseTo(c - b);
  // All at once: still one after the other.
  const burst = replayTimes([5, 5, 5]).shown;
  expect(new Set(burst).size).toBe(3);
  expect(replayTimes(Array.from({ length: 400 }, () => 0)).end).toBeLessThanOrEqual(longestMs);
});
