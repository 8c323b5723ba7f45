import { afterEach, expect, test } from 'vitest';
import { dayOf, endOfDay, lastDayBefore } from './days.ts';

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test('a day ends in the zone in which it was entered, and is shown as it was entered', () => {
  for (const [name, end] of [
    ['UTC', '2026-02-17T00:00:00.000Z'],
    ['Europe/Berlin', '2026-02-16T23:00:00.000Z'],
    ['America/New_York', '2026-02-17T05:00:00.000Z'],
  ] as const) {
    process.env.TZ = name;
    expect(new Date(endOfDay('2026-02-16')).toISOString()).toBe(end);
    // The second of these has 23 hours in Berlin, the third 25.
    for (const day of ['2026-02-16', '2026-03-29', '2026-10-25', '2026-12-31', '2028-02-29']) {
      expect([name, lastDayBefore(endOfDay(day))]).toEqual([name, day]);
      expect(dayOf(endOfDay(day) - 1)).toBe(day);
    }
  }
});

test('of a watch that ends within a day, the day before is the last whole one; what is no day is not a number', () => {
  process.env.TZ = 'Europe/Berlin';
  expect(lastDayBefore(Date.parse('2026-05-01T11:22:33Z'))).toBe('2026-04-30');
  for (const it of ['', 'tomorrow', '2026-2-1']) expect(endOfDay(it)).toBeNaN();
});
