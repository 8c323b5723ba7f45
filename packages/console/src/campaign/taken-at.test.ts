import { expect, test } from 'vitest';
import { toLocalInput } from '../times.ts';
import { takenAt, whyNotThen } from './taken-at.ts';

const at = (hours: number, minutes: number, seconds = 0) => new Date(2026, 10, 19, hours, minutes, seconds).getTime();

test('the time of the file counts to the second until somebody types another one, and an empty field states none', () => {
  const fileAt = at(21, 10, 40);
  expect(takenAt(toLocalInput(fileAt), fileAt)).toBe(fileAt);
  expect(takenAt('2026-11-19T21:12', fileAt)).toBe(at(21, 12));
  expect(takenAt('', fileAt)).toBeUndefined();
});

test('a photo from before the campaign or from the future is told with both times', () => {
  const why = (taken: number | undefined) =>
    whyNotThen(taken, { starts_at: new Date(at(21, 10, 30)).toISOString() }, at(21, 20));
  expect(why(at(20, 59))).toBe('The photo is from 19 Nov, 20:59; the campaign opened 19 Nov, 21:10.');
  expect(why(at(21, 10, 5))).toBe(
    'The photo is from 19 Nov 2026, 21:10:05; the campaign opened 19 Nov 2026, 21:10:30.',
  );
  expect(why(new Date(2025, 10, 19, 21, 10, 30).getTime())).toBe(
    'The photo is from 19 Nov 2025, 21:10:30; the campaign opened 19 Nov 2026, 21:10:30.',
  );
  expect(why(at(21, 31))).toBe('The photo is from 19 Nov, 21:31, and now it is 19 Nov, 21:20.');
  expect([why(at(21, 10, 40)), why(at(21, 20)), why(undefined)]).toEqual([undefined, undefined, undefined]);
});
