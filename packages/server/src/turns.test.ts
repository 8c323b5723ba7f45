import { expect, test } from 'vitest';
import { inTurn } from './turns.ts';

test('no more than so many run at a time, each gets its own answer, and one that fails gives its place on', async () => {
  let running = 0;
  let most = 0;
  const work = inTurn(3, async (n: number) => {
    running++;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
    if (n % 4 === 0) throw new Error(`no ${n}`);
    return n;
  });
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => work(n)));
  expect(most).toBe(3);
  expect(outcomes.map((it) => (it.status === 'fulfilled' ? it.value : it.reason.message))).toEqual(
    Array.from({ length: 20 }, (_, n) => (n % 4 === 0 ? `no ${n}` : n)),
  );
  expect(await work(1)).toBe(1);
});
