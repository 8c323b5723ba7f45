import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { absolute, ago, atMinute, atSecond, onDay, seconds, timesEvery, toLocalInput } from './times.ts';

const { TZ } = process.env;
afterEach(() => {
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});

const now = Date.parse('2026-11-15T12:00:00Z');
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

test('how long ago something was, in the largest unit that it fills', () => {
  const told: [ms: number, words: string][] = [
    [-5000, 'now'],
    [1400, 'now'],
    [1500, '2 s ago'],
    [59_000, '59 s ago'],
    [minute, '1 min ago'],
    [90_000, '2 min ago'],
    [59 * minute, '59 min ago'],
    [hour - 1000, '1 h ago'],
    [hour, '1 h ago'],
    [23 * hour, '23 h ago'],
    [day - 1000, '1 d ago'],
    [day, '1 d ago'],
    [40 * day, '40 d ago'],
  ];
  for (const [ms, words] of told) expect([ms, ago(now - ms, now)]).toEqual([ms, words]);
});

test('what is older never reads as newer', () => {
  const unit = { s: 1, min: 60, h: 3600, d: 86_400 };
  const secondsIn = (words: string): number => {
    const [, n, of] = /^(\d+) (s|min|h|d) ago$/.exec(words) ?? [];
    return n === undefined ? 0 : Number(n) * unit[of as keyof typeof unit];
  };
  const age = fc.oneof(fc.nat(2 * minute), fc.nat(2 * hour), fc.nat(40 * day));
  fc.assert(
    fc.property(age, age, (a, b) => {
      const [newer, older] = a < b ? [a, b] : [b, a];
      expect(secondsIn(ago(now - newer, now))).toBeLessThanOrEqual(secondsIn(ago(now - older, now)));
    }),
  );
});

test('seconds have tenths up to 100', () => {
  expect([0, 840, 8400, 99_940, 99_960, 100_000, 123_456].map(seconds)).toEqual([
    ...['0.0', '0.8', '8.4', '99.9'],
    ...['100', '100', '123'],
  ]);
});

test('a field for a moment holds local time, wherever the browser stands and whatever its clocks did', () => {
  const moment = fc.integer({ min: Date.parse('1990-01-01'), max: Date.parse('2090-01-01') });
  for (const zone of ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Apia']) {
    process.env.TZ = zone;
    fc.assert(
      fc.property(moment, (at) => {
        const text = toLocalInput(at);
        expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
        const read = new Date(text);
        expect([read.getHours(), read.getMinutes()]).toEqual([new Date(at).getHours(), new Date(at).getMinutes()]);
        // The hour that a clock lives through twice has one name only.
        expect([0, hour]).toContain(Math.floor(at / minute) * minute - read.getTime());
      }),
      { numRuns: 50 },
    );
  }
});

test('a moment is written shorter where there is less room', () => {
  const at = new Date(2026, 10, 5, 9, 7, 3).getTime();
  expect([atMinute(at), atSecond(at), onDay(at)]).toEqual(['09:07', '09:07:03', '5 Nov, 09:07']);
  expect(absolute(at)).toBe('5 Nov 2026, 09:07:03');
});

test('what happens more than once a minute is told with seconds', () => {
  const at = new Date(2026, 10, 17, 2, 36, 9).getTime();
  expect([timesEvery(30).at(at), timesEvery(59).onDay(at)]).toEqual(['02:36:09', '17 Nov, 02:36:09']);
  expect([timesEvery(60).at(at), timesEvery(60).onDay(at)]).toEqual([atMinute(at), onDay(at)]);
});
