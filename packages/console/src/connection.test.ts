import { afterEach, expect, test } from 'vitest';
import { isDown, missed, onTryNow, reached, tryNow, Unreachable } from './connection.ts';
import { offlineWords } from './parts/offline-banner.tsx';
import { explain } from './parts/states.tsx';

afterEach(() => reached(Date.now()));

test('the connection is down from the first load that fails until one succeeds', () => {
  expect(isDown()).toBe(false);
  missed(Date.now() + 5000);
  expect(isDown()).toBe(true);
  reached(Date.now());
  expect(isDown()).toBe(false);
});

test('the banner says from when the page is, and when it is tried again', () => {
  const at = new Date(2026, 0, 2, 14, 2, 9).getTime();
  expect(offlineWords({ isDown: true, goodAt: at, nextAt: at + 8000 }, at)).toBe(
    'What you see is as of 14:02. Trying again in 8 s.',
  );
  expect(offlineWords({ isDown: true, goodAt: undefined, nextAt: at }, at + 1)).toBe(
    'Nothing was loaded yet. Trying again now.',
  );
});

test('a failed send has other words than a page that could not be loaded, and does not promise what it cannot know', () => {
  const loaded = explain(new Unreachable('x'));
  const unknown = explain(new TypeError('fetch failed'));
  missed(Date.now() + 5000);
  const notSent = explain(new TypeError('fetch failed'));
  expect(new Set([loaded.what, unknown.what, notSent.what]).size).toBe(3);
  expect(notSent.what).toBe('This was not sent');
  expect(notSent.means).toMatch(/Nothing was paid/);
  // While the service could be reached a moment ago, the request may have arrived and its answer been lost.
  expect(unknown.means).not.toMatch(/Nothing was paid/);
});

test('who waits is told to try now, until it no longer waits', () => {
  let tries = 0;
  const stop = onTryNow(() => tries++);
  tryNow();
  stop();
  tryNow();
  expect(tries).toBe(1);
});
