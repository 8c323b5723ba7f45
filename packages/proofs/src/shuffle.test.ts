import { expect, test } from 'vitest';
import type { Measurer } from './proof-type.ts';
import { distinct, shuffle } from './shuffle.ts';

const candidates = ['a', 'bb', 'ccc', 'é€𝄞', ''].map((id) => ({ id, owner: id, network: id }) as Measurer);
const ids = (those: readonly Measurer[]) => those.map(({ id }) => id);

test('the seed alone decides the order, and the same seed gives the same order for ever', () => {
  const seed = Uint8Array.of(1, 2, 3);
  const order = ids(shuffle(seed, candidates));
  expect(order).toEqual(['', 'é€𝄞', 'ccc', 'bb', 'a']);
  expect(ids(shuffle(seed, candidates.toReversed()))).toEqual(order);
  expect(ids(shuffle(Uint8Array.of(1, 2, 4), candidates))).toEqual(['ccc', 'é€𝄞', 'a', '', 'bb']);
  expect(shuffle(seed, [])).toEqual([]);
});

test('of each owner and of each network the first is kept', () => {
  const of = (owner: string, network: string) => ({ owner, network });
  const [first, second] = [of('a', '1'), of('b', '2')];
  expect(distinct([first, of('a', '3'), of('c', '1'), second, of('b', '2')])).toEqual([first, second]);
  // Who was left out keeps nobody else out.
  expect(distinct([first, of('a', '3'), of('d', '3')])).toEqual([first, of('d', '3')]);
});
