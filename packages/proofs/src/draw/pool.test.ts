import { expect, test } from 'vitest';
import type { Place } from '../geo.ts';
import { cellOf } from './cells.ts';
import { agent, now } from './fixtures.ts';
import { recordingReader } from './partial-tree.ts';
import { kmOfSquaredChord, leafOf, poolOf } from './pool.ts';
import { type Leaf, openWhole, treeOf } from './tree.ts';

const claim = { latitude: 0, longitude: 0 };
const [here, mirrored] = [
  { latitude: 0.3, longitude: 0.3 },
  { latitude: 0.3, longitude: -0.3 },
];
const crowd = (count: number, place: Place, more: Partial<Leaf> = {}) =>
  Array.from({ length: count }, (_, i) => agent(i + 1_000 * Math.sign(place.longitude), place, more));
const find = (leaves: readonly Leaf[], networks: number, open = openWhole) =>
  poolOf(treeOf(leaves), claim, networks, now, () => true, open);
const sizesOf = ({ quadrants }: ReturnType<typeof poolOf>) => quadrants.map(({ size }) => size);

test('everybody as far away as the border stands within it, and nobody there is read for it', () => {
  const { open, opened } = recordingReader();
  const pool = find([...crowd(200, here), ...crowd(200, mirrored)], 12, open);
  expect(sizesOf(pool)).toEqual([200, 0, 0, 200]);
  const cells = new Set([...opened].flatMap((it) => ('id' in it ? [it.cell] : [])));
  expect([...cells]).toEqual([Math.min(cellOf(here), cellOf(mirrored))]);
});

test('a pool of as many as may be read is read, and one more is counted', () => {
  const isRead = (count: number) => find(crowd(count, here), 12).quadrants.map(({ leaves }) => leaves?.length);
  expect(isRead(64 + 8 * 12)).toEqual([160, 0, 0, 0]);
  expect(isRead(64 + 8 * 12 + 1)).toEqual([undefined, undefined, undefined, undefined]);
});

test('thirty days make an agent count as tenured, and not a moment less', () => {
  const after = (ms: number) => find(crowd(12, here, { since: now - ms }), 12).counted;
  expect([after(2_592_000_000), after(2_591_999_999)]).toEqual(['tenured', 'all']);
});

test('where newcomers crowd, reading stops at the limit, and all networks count', () => {
  const { open, opened } = recordingReader();
  const newcomers = crowd(400, here, { since: now });
  const far = agent(5_000, { latitude: 40, longitude: 40 });
  const pool = find([...newcomers, far], 12, open);
  expect([pool.counted, ...sizesOf(pool)]).toEqual(['all', 400, 0, 0, 0]);
  expect([...opened].filter((it) => 'id' in it)).toHaveLength(160);
  // Those of one network are read on: it takes others to make a border.
  const twins = crowd(400, here, { network: '192.0.2.0/24' });
  expect(sizesOf(find([...twins, far], 2))).toEqual([401, 0, 0, 0]);
});

test('a position behind the last agent has nobody', () => {
  const { groups } = find(crowd(3, here), 2).quadrants[0] as ReturnType<typeof find>['quadrants'][number];
  expect([0, 1, 2].map((i) => leafOf(groups, i, openWhole).id).sort()).toEqual(crowd(3, here).map(({ id }) => id));
  expect(() => leafOf(groups, 3, openWhole)).toThrow(RangeError);
});

test('the border in kilometres is rounded up, and the same for ever, next to whole kilometres too', () => {
  expect([0, 1, 2, 4].map(kmOfSquaredChord)).toEqual([1, 6_672, 10_008, 20_016]);
  const near = [2.4636759344814838e-8, 2.463675956905419e-8, 9.854703856620432e-8, 9.854703766924686e-8];
  expect(near.map(kmOfSquaredChord)).toEqual([1, 2, 2, 2]);
});
