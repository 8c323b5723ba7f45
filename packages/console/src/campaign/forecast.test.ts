import { expect, test } from 'vitest';
import { forecastOf } from './forecast.ts';

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
    'At the pace of the last 7 days the budget lasts until 25 Nov, 5\u00a0days before the end.',
  );
});

test('places can run out before the money', () => {
  expect(forecastOf({ ...terms, max_submissions: 110 }, figures, now)).toContain('until 16 Nov, 14\u00a0days');
});

test('what is left when the campaign ends first', () => {
  expect(forecastOf(terms, { ...figures, paid_in_7_days: 7 }, now)).toContain('about 425 POINTS to spare');
});

test('without a pace, or when nothing can come any more, nothing is foretold', () => {
  expect(forecastOf(terms, { ...figures, paid_in_7_days: 0 }, now)).toContain('no telling');
  expect(forecastOf({ ...terms, status: 'ended' }, figures, now)).toBe('');
});
