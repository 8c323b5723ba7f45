import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { CallerQueues } from './caller-queues.ts';
import { testReply } from './testing-replies.ts';

const asker = (queues: CallerQueues, caller: string, restMs = 0) => {
  const begun: ServerResponse[] = [];
  const ask = () => {
    const it = testReply();
    queues.begin(
      caller,
      () => restMs,
      it,
      () => begun.push(it),
    );
    return it;
  };
  return { begun, ask };
};

test('of one caller one request begins per turn of the loop, and others do not wait for it', async () => {
  const queues = new CallerQueues();
  const greedy = asker(queues, 'greedy');
  for (let i = 0; i < 3; i++) greedy.ask();
  const modest = asker(queues, 'modest');
  modest.ask();
  expect([greedy.begun.length, modest.begun.length]).toEqual([1, 1]);
  await nextTurn();
  expect(greedy.begun).toHaveLength(2);
  await nextTurn();
  expect(greedy.begun).toHaveLength(3);
});

test('eight of one caller are at work; a closed one makes room, and whoever left before its turn never begins', async () => {
  const queues = new CallerQueues();
  const { begun, ask } = asker(queues, 'greedy');
  const asked = Array.from({ length: 10 }, ask);
  for (let i = 0; i < 40; i++) await nextTurn();
  expect(begun).toEqual(asked.slice(0, 8));
  asked[8]?.destroy();
  asked[3]?.destroy();
  for (let i = 0; i < 4; i++) await nextTurn();
  expect(begun.slice(8)).toEqual([asked[9]]);
});

test('a long line rests after each', async () => {
  const queues = new CallerQueues();
  const { begun, ask } = asker(queues, 'greedy', 60_000);
  for (let i = 0; i < 9; i++) ask();
  for (let i = 0; i < 40; i++) await nextTurn();
  expect(begun).toHaveLength(8);
  const long = asker(queues, 'greedier', 60_000);
  const first = long.ask();
  for (let i = 0; i < 10; i++) long.ask();
  await nextTurn();
  expect(long.begun).toHaveLength(2);
  first.destroy();
  for (let i = 0; i < 4; i++) await nextTurn();
  expect(long.begun).toHaveLength(2);
});
