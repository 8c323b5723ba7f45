import { expect, test } from 'vitest';
import { agent } from './fixtures.ts';
import { freeLeaves } from './free-leaves.ts';
import type { Pool } from './pool.ts';
import type { Leaf } from './tree.ts';

const here = { latitude: 50, longitude: 8 };
const of = (
  quadrants: readonly (readonly Partial<Leaf>[] | undefined)[],
  perSystem = 1,
  isTied = (_: Leaf) => false,
) => {
  let number = 0;
  const leaves = quadrants.map((those) => ({ leaves: those?.map((it) => agent(number++, here, it)) }));
  return freeLeaves({ quadrants: leaves } as unknown as Pool, perSystem, isTied);
};

test('agents that share nothing can all count on their chance, in the quadrant where they are', () => {
  expect(of([[{}, {}], [{}], []])).toEqual([2, 1, 0]);
  expect(of([undefined, [{}]])).toEqual([0, 1]);
});

test('of those with one owner, network or endpoint one counts, in the first quadrant that has some', () => {
  expect(of([[{ owner: 'o' }, {}], [{ owner: 'o' }]])).toEqual([2, 0]);
  expect(of([[{ network: 'n' }, { network: 'n' }], [{ network: 'n' }]])).toEqual([1, 0]);
  expect(of([[{}], [{ endpoint: 'n' }, { network: 'n' }]])).toEqual([1, 1]);
});

test('of one system as many count as may be seated', () => {
  const three = [{ system: 'AS1' }, { system: 'AS1' }, { system: 'AS1' }];
  expect([1, 2, 3, 4].map((most) => of([three], most)[0])).toEqual([1, 2, 3, 3]);
  expect(of([[{ system: 'AS1' }], three], 2)).toEqual([1, 0]);
});

test('nobody of a group counts where one of it is in a second group, nor who is tied to the prover', () => {
  expect(of([[{ owner: 'o' }, { owner: 'o', network: 'n' }, { network: 'n' }, {}]])).toEqual([1]);
  expect(of([[{ owner: 'o' }, { owner: 'o' }, {}]], 1, (it) => it.owner === 'o')).toEqual([1]);
});
