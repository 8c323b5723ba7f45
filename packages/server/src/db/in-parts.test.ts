import { expect, test } from 'vitest';
import { inParts } from './in-parts.ts';

const all = Array.from({ length: 10 }, (_, n) => n);

const readAll = async (limit: number, atATime: number) => {
  const asked: number[] = [];
  const { parts, more } = inParts(limit, atATime, async (after: number | undefined, count) => {
    asked.push(count);
    const from = after === undefined ? 0 : after + 1;
    return all.slice(from, from + count);
  });
  const read: (readonly number[])[] = [];
  for await (const part of parts) read.push(part);
  return { read, more: more(), most: Math.max(...asked) };
};

test('a list is read some at a time, and says whether more follow', async () => {
  expect(await readAll(7, 3)).toEqual({ read: [[0, 1, 2], [3, 4, 5], [6]], more: 6, most: 4 });
  expect(await readAll(6, 3)).toEqual({
    read: [
      [0, 1, 2],
      [3, 4, 5],
    ],
    more: 5,
    most: 4,
  });
  expect(await readAll(10, 5)).toMatchObject({ read: [all.slice(0, 5), all.slice(5)], more: undefined });
  expect(await readAll(100, 4)).toMatchObject({ read: [all.slice(0, 4), all.slice(4, 8), [8, 9]], more: undefined });
  expect(await readAll(2, 50)).toEqual({ read: [[0, 1]], more: 1, most: 3 });
});

test('a list with nothing in it has no parts', async () => {
  const { parts, more } = inParts(5, 2, async () => []);
  for await (const part of parts) expect(part).toBe('never');
  expect(more()).toBeUndefined();
});
