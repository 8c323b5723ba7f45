import { expect, test } from 'vitest';
import { seeded } from './proof.ts';

const draw = (seed: number): number[] => {
  const random = seeded(seed);
  return Array.from({ length: 1000 }, () => random.int(1_000_000));
};

test('one seed brings the same run back, another seed another run', () => {
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
});

test('draws cover their range and never leave it', () => {
  const random = seeded(1);
  const seen = new Set(Array.from({ length: 2000 }, () => random.int(6)));
  expect([...seen].sort()).toEqual([0, 1, 2, 3, 4, 5]);
});

test('forks are the same whenever they are drawn, and differ from each other', () => {
  const early = seeded(3);
  const late = seeded(3);
  late.int(10);
  expect(early.fork(5).int(2 ** 32)).toBe(late.fork(5).int(2 ** 32));
  expect(new Set(Array.from({ length: 1000 }, (_, i) => early.fork(i).int(2 ** 32))).size).toBe(1000);
});
