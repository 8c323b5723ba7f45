import { serviceError } from '@trigpoint/protocol';
import { expect, test } from 'vitest';
import { passes, waitMs } from './service.ts';

test('what passes by itself is tried again; a refusal is not', () => {
  const again = [new TypeError('fetch failed'), serviceError('rate_limited'), serviceError('unavailable')];
  const refused = [serviceError('not_logged_in'), serviceError('invalid_json'), serviceError('internal')];
  expect(again.map(passes)).toEqual([true, true, true]);
  expect([502, 504].map((status) => passes({ status }))).toEqual([true, true]);
  expect(refused.map(passes)).toEqual([false, false, false]);
  expect([undefined, null, 'text'].map(passes)).toEqual([true, true, true]);
});

test('the next try comes when the service said, otherwise after some seconds', () => {
  expect(waitMs(serviceError('rate_limited', {}, 7))).toBe(7000);
  const usual = waitMs(new Error());
  expect(usual).toBeGreaterThanOrEqual(1000);
  for (const retryAfter of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 'soon', undefined])
    expect(waitMs({ retryAfter })).toBe(usual);
});
