import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyFeedWords, forecastOf, freeOf } from './forecast.ts';

const day = 24 * 3_600_000;
const now = Date.parse('2026-11-15T12:00:00Z');
const terms = {
  total_rewards: 1000,
  reward_per_task: 5,
  max_submissions: 1000,
  submissions: 100,
  paid: 400,
  starts_at: new Date(now - 20 * day).toISOString(),
  ends_at: new Date(now + 15 * day).toISOString(),
  status: 'live' as const,
};
const figures = { held: 100, contributors: 3, paid_in_7_days: 70, refused_in_24_hours: [] };

test('the pace of the last days says when the budget is spent', () => {
  expect(forecastOf(terms, figures, now)).toBe(
    'If photos keep coming as fast as in the last 7 days, the budget is used up on 25 Nov, 5\u00a0days before the campaign ends.',
  );
});

test('places can run out before the money', () => {
  expect(forecastOf({ ...terms, max_submissions: 110 }, figures, now)).toContain(
    'every place is taken on 16 Nov, 14\u00a0days',
  );
});

test('what is left when the campaign ends first', () => {
  expect(forecastOf(terms, { ...figures, paid_in_7_days: 7 }, now)).toContain('about 425 POINTS are left');
});

test('without a pace, or when nothing can come any more, nothing is foretold', () => {
  expect(forecastOf(terms, { ...figures, paid_in_7_days: 0 }, now)).toContain('nobody can say');
  expect(forecastOf({ ...terms, status: 'ended' }, figures, now)).toBe('');
});

test('in its first hour a campaign foretells nothing', () => {
  const fresh = { ...terms, starts_at: new Date(now - 3_599_999).toISOString() };
  expect(forecastOf(fresh, figures, now)).toMatch(/^After its first hour/);
  expect(forecastOf({ ...terms, starts_at: new Date(now - 3_600_000).toISOString() }, figures, now)).toMatch(
    /^If photos/,
  );
});

test('a campaign younger than a week is told by its own pace, one that is spent ends now', () => {
  const young = { ...terms, starts_at: new Date(now - day).toISOString() };
  expect(forecastOf(young, { ...figures, paid_in_7_days: 10 }, now)).toBe(
    'If photos keep coming as fast as so far, the budget is used up on 25 Nov, 5\u00a0days before the campaign ends.',
  );
  expect(forecastOf({ ...terms, paid: 900 }, figures, now)).toContain('used up on 15 Nov, 15\u00a0days before');
  const soon = { ...terms, paid: 900, ends_at: new Date(now + 3_600_000).toISOString() };
  expect(forecastOf(soon, figures, now)).toContain(', the day the campaign ends');
  const tomorrow = { ...terms, paid: 900, ends_at: new Date(now + day).toISOString() };
  expect(forecastOf(tomorrow, figures, now)).toContain(', 1\u00a0day before');
  const evening = new Date(now).setHours(20);
  const tonight = { ...tomorrow, ends_at: new Date(evening + 6 * 3_600_000).toISOString() };
  expect(forecastOf(tonight, figures, evening)).toContain(', 1\u00a0day before');
});

test('whatever was promised and paid, the forecast is a sentence with numbers in it', () => {
  const amount = fc.nat(2000);
  fc.assert(
    fc.property(amount, amount, amount, fc.nat(2000), fc.nat(60), (paid, held, submissions, lately, daysLeft) => {
      const told = forecastOf(
        { ...terms, paid, submissions, ends_at: new Date(now + daysLeft * day).toISOString() },
        { ...figures, held, paid_in_7_days: lately },
        now,
      );
      expect(told).toMatch(/^(If photos keep coming|No photo was paid).*\.$/);
      expect(told).not.toMatch(/NaN|Infinity|undefined|-\d/);
      // Nothing was spent before today.
      expect(Number(/(\d+)\u00a0days? before/.exec(told)?.[1] ?? 0)).toBeLessThanOrEqual(daysLeft);
    }),
  );
});

test('what is held for photos in review cannot be earned any more', () => {
  expect(freeOf({ total_rewards: 500, paid: 0 }, { held: 15 })).toBe(485);
  expect(freeOf({ total_rewards: 500, paid: 490 }, { held: 15 })).toBe(0);
  expect(freeOf({ total_rewards: 500, paid: 0 }, undefined)).toBeUndefined();
});

test('a feed without photos says that some wait, and promises the first photo only before that', () => {
  const it = { latitude: 51.34, reward_per_task: 5, review: true, submissions: 0 };
  expect(emptyFeedWords(it)).toBe('The first photo inside the circle earns 5 POINTS.');
  expect(emptyFeedWords({ ...it, latitude: null })).toBe('The first photo earns 5 POINTS.');
  expect(emptyFeedWords({ ...it, submissions: 3 })).toBe('3\u00a0photos wait for the creator’s review.');
  expect(emptyFeedWords({ ...it, submissions: 1 })).toBe('1\u00a0photo waits for the creator’s review.');
});
