import { afterEach, expect, test, vi } from 'vitest';
import { repeat } from './repeat.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('work is repeated one after another, goes on after a failure, and stopping waits for what runs', async () => {
  vi.useFakeTimers();
  const ends: (() => void)[] = [];
  const problems: unknown[] = [];
  let begun = 0;
  const work = () => {
    begun++;
    if (begun === 1) return Promise.reject('no');
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  const stop = repeat(10, work, (error) => problems.push(error));
  await vi.advanceTimersByTimeAsync(10);
  expect([begun, problems]).toEqual([1, ['no']]);
  await vi.advanceTimersByTimeAsync(30);
  expect(begun).toBe(2);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(10);
  expect(begun).toBe(3);
  let isStopped = false;
  const stopped = stop().then(() => {
    isStopped = true;
  });
  await vi.advanceTimersByTimeAsync(30);
  expect([begun, isStopped]).toEqual([3, false]);
  ends[1]?.();
  await stopped;
});
