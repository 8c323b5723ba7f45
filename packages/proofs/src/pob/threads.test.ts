import { afterEach, expect, test } from 'vitest';
import { Threads } from './threads.ts';

/** A thread that fails when it is told anything. */
const failing = new URL(
  `data:text/javascript,import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { throw new Error('told'); });`,
);
const started = new Set<ReturnType<Threads['take']>>();
afterEach(async () => {
  for (const it of started) await it.terminate();
  started.clear();
});

const ended = (thread: ReturnType<Threads['take']>) => new Promise((resolve) => thread.once('exit', resolve));

const openThreads = () => {
  const threads = new Threads(failing);
  const take = (onError: (error: Error) => void = () => {}) => {
    const thread = threads.take(onError);
    started.add(thread);
    return thread;
  };
  return { threads, take };
};

test('a thread measures again once it was given back, and never two rounds at a time', () => {
  const { threads, take } = openThreads();
  const [first, second] = [take(), take()];
  expect(second).not.toBe(first);
  threads.give(first);
  expect(take()).toBe(first);
  expect([first, second]).not.toContain(take());
});

test('the round that has a thread hears of its failure, the one before does not', async () => {
  const { threads, take } = openThreads();
  const heard: string[] = [];
  const thread = take(() => heard.push('first'));
  threads.give(thread);
  take((error) => heard.push(`second: ${error.message}`));
  thread.postMessage('fail');
  await ended(thread);
  expect(heard).toEqual(['second: told']);
});

test('a thread that failed while nobody had it is not used again', async () => {
  const { threads, take } = openThreads();
  const thread = take();
  threads.give(thread);
  thread.postMessage('fail');
  await ended(thread);
  expect(take()).not.toBe(thread);
});
