import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashOf } from '../canonical.ts';
import { destination, type Place } from '../geo.ts';
import { numbersOf } from '../testing-numbers.ts';
import { draw } from './draw.ts';
import { agent, options } from './fixtures.ts';
import { shareOut } from './share-out.ts';
import { type Leaf, treeOf } from './tree.ts';
import { type NearSeats, toleratedOf, withstands } from './withstands.ts';

const choose = (n: number, k: number): number =>
  Array.from({ length: k }, (_, i) => (n - i) / (i + 1)).reduce((a, b) => a * b, 1);
const hypergeometric = (population: number, colluding: number, drawn: number): number[] =>
  Array.from({ length: drawn + 1 }, (_, won) =>
    colluding < won || population - colluding < drawn - won
      ? 0
      : (choose(colluding, won) * choose(population - colluding, drawn - won)) / choose(population, drawn),
  );

/** The best chance of more than a third of the seats over every allocation, by trying them all. */
function bestOfAll({ near, seats, sizes }: NearSeats, agents: number): number {
  const from = (quadrant: number, left: number, chances: readonly number[]): number => {
    if (quadrant === sizes.length)
      return left > 0 ? 0 : chances.slice(toleratedOf(near) + 1).reduce((sum, it) => sum + it, 0);
    let best = 0;
    for (let here = 0; here <= Math.min(left, sizes[quadrant] as number); here++) {
      const won = hypergeometric(sizes[quadrant] as number, here, seats[quadrant] as number);
      const sums = new Array<number>(chances.length + won.length - 1).fill(0);
      for (const [i, a] of chances.entries())
        for (const [j, b] of won.entries()) sums[i + j] = (sums[i + j] ?? 0) + a * b;
      best = Math.max(best, from(quadrant + 1, left - here, sums));
    }
    return best;
  };
  return from(0, agents, [1]);
}

test('never more than trying every allocation gives, and at most one less', () => {
  const pools = fc.record({
    near: fc.integer({ min: 4, max: 14 }),
    sizes: fc.array(fc.integer({ min: 0, max: 14 }), { minLength: 4, maxLength: 4 }),
    tries: fc.integer({ min: 1, max: 5 }),
  });
  fc.assert(
    fc.property(pools, ({ near, sizes, tries }) => {
      fc.pre(sizes.reduce((sum, it) => sum + it, 0) >= near);
      const pool: NearSeats = { near, sizes, seats: shareOut(near, sizes, 2), free: sizes, tries };
      const agents = withstands(pool);
      expect(tries * bestOfAll(pool, agents)).toBeLessThan(1 / 1_000);
      if (agents + 2 <= sizes.reduce((sum, it) => sum + it, 0))
        expect(tries * bestOfAll(pool, agents + 2)).toBeGreaterThanOrEqual(1 / 1_000);
    }),
    { numRuns: 40 },
  );
});

const claim = options.claim as Place;

/** What a draw of so many near seats withstands in a pool whose agents are all independent and evenly spread. */
const withstandsEvenly = (near: number, poolFactor: number, tries = 1): number => {
  const evenly = (count: number) => [3, 2, 1, 0].map((more) => Math.floor((count + more) / 4));
  const sizes = evenly(Math.ceil(poolFactor * near));
  return withstands({ near, seats: evenly(near), sizes, free: sizes, tries });
};

test('coalitions win no more often than stated in draws where honest agents shut each other out', () => {
  const random = numbersOf(7);
  // 60 of 150 honest agents share five networks, and 20 one system.
  const honest = Array.from({ length: 150 }, (_, i) =>
    agent(i, destination(claim, 6.28 * random(), 100 + 300 * random()), {
      ...(i < 60 ? { network: `192.0.2.${i % 5}` } : i < 80 ? { system: 'AS1' } : {}),
    }),
  );
  const asked = { ...options, near: 38, lookouts: 0, poolFactor: 2.4 };
  const frequency = (leaves: readonly Leaf[], draws: number) => {
    const tree = treeOf(leaves);
    let won = 0;
    for (let i = 0; i < draws; i++) {
      const { near } = draw(tree, { ...asked, seed: `${i}` });
      if (near.filter(({ leaf }) => leaf.owner.startsWith('coalition')).length > toleratedOf(38)) won++;
    }
    return won / draws;
  };
  /** The last honest agents, who share nothing with anybody, collude instead. */
  const colluding = (agents: number) =>
    honest.map((it, i) => (i >= 150 - agents ? { ...it, owner: `coalition-${i}` } : it));
  const { pool } = draw(treeOf(honest), asked);
  if (!pool) throw new Error('a claim has a pool');
  const stated = withstands({ near: 38, ...pool, tries: 1 });
  const ifNobodyWereShutOut = withstands({ near: 38, ...pool, free: pool.sizes, tries: 1 });
  expect(stated).toBeGreaterThan(toleratedOf(38));
  expect(ifNobodyWereShutOut).toBeGreaterThan(stated);
  expect(frequency(colluding(stated), 800)).toBeLessThan(0.006);
  expect(frequency(colluding(ifNobodyWereShutOut + 4), 200)).toBeGreaterThan(0.01);
});

test('a third of the seats is withstood always, and a pool that is drawn whole gives no more', () => {
  for (const near of [4, 8, 11, 14, 20, 50]) expect(withstandsEvenly(near, 1)).toBe(toleratedOf(near));
  expect(withstands({ near: 8, seats: [8, 0, 0, 0], sizes: [5_000, 0, 0, 0], free: [0, 0, 0, 0], tries: 1 })).toBe(2);
  expect(withstands({ near: 8, seats: [1, 0, 0, 0], sizes: [1, 0, 0, 0], free: [1, 0, 0, 0], tries: 1 })).toBe(2);
});

test('more tries, smaller pools and fewer free agents never withstand more', () => {
  expect([1, 10, 100].map((tries) => withstandsEvenly(50, 3, tries))).toEqual([27, 24, 22]);
  expect([1, 1.5, 2, 3].map((poolFactor) => withstandsEvenly(50, poolFactor))).toEqual([16, 17, 20, 27]);
});

test('a chance of one in a thousand is one too many', () => {
  const oneSeat = (agents: number, tries: number) =>
    withstands({ near: 1, seats: [0, 1, 0, 0], sizes: [0, agents, 0, 0], free: [0, agents, 0, 0], tries });
  expect([1_000, 1_001].map((agents) => oneSeat(agents, 1))).toEqual([0, 1]);
  expect([2_000, 2_001].map((agents) => oneSeat(agents, 2))).toEqual([0, 1]);
  expect(oneSeat(1_001, 0)).toBe(1);
});

test('what a result was said to withstand is what it withstands later: 400 pools by the hash of their numbers', () => {
  const random = numbersOf(5);
  const below = (most: number) => Math.floor(random() * most);
  const said = Array.from({ length: 400 }, () => {
    const [near, most] = [below(40), 1 + below(50)];
    const sizes = [0, 1, 2, 3].map(() => below(most));
    const free = sizes.map((size) => (below(3) === 0 ? below(size + 1) : size));
    return withstands({ near, sizes, free, seats: shareOut(near, sizes, 1 + below(5) / 2), tries: below(9) });
  });
  expect(hashOf(said)).toBe('72e7661264ec9c02dd10ab0d0d881463c4543d239584b2fe447babb99d6bfbc2');
});

test('a pool of twenty thousand is judged like a small one', () => {
  const sizes = [5_000, 5_000, 5_000, 5_000];
  expect(withstands({ near: 8, seats: [2, 2, 2, 2], sizes, free: sizes, tries: 1 })).toBe(539);
});
