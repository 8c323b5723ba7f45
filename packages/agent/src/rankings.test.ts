import { numbersOf } from '@trigpoint/proofs/testing-numbers';
import { expect, test } from 'vitest';
import { keepRanking } from './rankings.ts';

interface Thing {
  readonly name: number;
  value: number;
  place: number;
}
const order = (a: Thing, b: Thing) => (a.value === b.value ? a.name - b.name : b.value - a.value);

test('the first are those of a sorted list, whatever is added, changed and removed', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const random = numbersOf(seed);
    const ranking = keepRanking<Thing>((a, b) => order(a, b) < 0);
    const all: Thing[] = [];
    for (let step = 0; step < 500; step++) {
      const one = all[Math.floor(random() * all.length)];
      const what = random();
      if (!one || what < 0.4) {
        const added = { name: step, value: Math.floor(random() * 10), place: 0 };
        all.push(added);
        ranking.add(added);
      } else if (what < 0.75) {
        one.value = Math.floor(random() * 10);
        ranking.moved(one);
      } else {
        all.splice(all.indexOf(one), 1);
        ranking.remove(one);
      }
      const sorted = [...all].sort(order).map(({ name }) => name);
      expect(ranking.first(5).map(({ name }) => name)).toEqual(sorted.slice(0, 5));
    }
    expect(ranking.first(all.length + 1)).toEqual([...all].sort(order));
  }
});

test('a change among a hundred thousand compares a few dozen of them', () => {
  let compared = 0;
  const ranking = keepRanking<Thing>((a, b) => {
    compared += 1;
    return order(a, b) < 0;
  });
  const random = numbersOf(1);
  const all = Array.from({ length: 100_000 }, (_, name) => ({ name, value: random(), place: 0 }));
  for (const it of all) ranking.add(it);
  let most = 0;
  const count = (change: () => void) => {
    compared = 0;
    change();
    most = Math.max(most, compared);
  };
  for (const it of all.slice(0, 1_000))
    count(() => {
      it.value = random();
      ranking.moved(it);
    });
  for (const it of all.slice(0, 1_000)) count(() => ranking.remove(it));
  for (let i = 0; i < 100; i++) count(() => ranking.first(5));
  expect(most).toBeGreaterThan(0);
  // Two for each of 17 levels.
  expect(most).toBeLessThanOrEqual(36);
});
