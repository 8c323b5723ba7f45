import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashOf } from '../canonical.ts';
import { destination, distanceKm, type Place } from '../geo.ts';
import { numbersOf } from '../testing-numbers.ts';
import { cellOf, centreOf, noCell } from './cells.ts';
import { chanceOf, Urn } from './chance.ts';
import { type DrawOptions, draw } from './draw.ts';
import { agent, crowdOf, now, options } from './fixtures.ts';
import { type PartialTree, partOf, readPartialTree, recordingReader } from './partial-tree.ts';
import { shareOut } from './share-out.ts';
import { headOf, type Leaf, NotRevealed, systemsOf, treeOf, withoutLeaf } from './tree.ts';

const place = fc.record({
  latitude: fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(-90, 90)),
  longitude: fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.constantFrom(-180, 180)),
});
const asked = fc.record({
  claim: fc.option(place, { nil: undefined }),
  near: fc.integer({ min: 1, max: 20 }),
  lookouts: fc.nat(8),
  poolFactor: fc.constantFrom(1, 1.5, 3),
  seed: fc.stringMatching(/^[0-9a-f]{64}$/),
  knowsSystems: fc.boolean(),
});
const ids = (seats: readonly { readonly leaf: Leaf }[]) => seats.map(({ leaf }) => leaf.id);
const claim = options.claim as Place;
/** `count` independent agents around the claim, the i-th at about 10·(i + 1) km. */
const around = (count: number, from: Place = claim) =>
  Array.from({ length: count }, (_, i) => agent(i, destination(from, i * 2.4, 10 * (i + 1))));

test('the draw over the part that evidence reveals is the draw over the whole tree', () => {
  fc.assert(
    fc.property(asked, fc.nat(400), fc.nat(), (ask, count, seed) => {
      const tree = treeOf(crowdOf(count, seed));
      const all: DrawOptions = { ...options, ...ask };
      const { open, opened } = recordingReader();
      const drawn = draw(tree, all, open);
      expect(drawn).toEqual(draw(tree, all));
      const part = readPartialTree(JSON.parse(JSON.stringify(partOf(tree, opened))) as PartialTree);
      expect(headOf(part)).toEqual(headOf(tree));
      expect(draw(part, all)).toEqual(drawn);
    }),
    { numRuns: 60 },
  );
});

test('a part that was revealed for another seed does not do', () => {
  const tree = treeOf(crowdOf(2_000, 1));
  const { open, opened } = recordingReader();
  draw(tree, options, open);
  const part = readPartialTree(partOf(tree, opened));
  expect(() => draw(part, { ...options, seed: 'bb'.repeat(32) })).toThrow(NotRevealed);
});

test('no two seats of one owner or network, a quarter of a committee per system, nobody tied to the prover', () => {
  fc.assert(
    fc.property(asked, fc.nat(400), fc.nat(), (ask, count, seed) => {
      const crowd = crowdOf(count, seed);
      const [first, second, third] = crowd;
      const tied = {
        ids: first ? [first.id] : [],
        owners: second ? [second.owner] : [],
        networks: third ? [third.network] : [],
      };
      const { near, lookouts } = draw(treeOf(crowd), { ...options, ...ask, tied });
      const seats = [...near, ...lookouts].map(({ leaf }) => leaf);
      expect(near.length).toBeLessThanOrEqual(ask.near);
      expect(lookouts.length).toBeLessThanOrEqual(ask.lookouts);
      expect(new Set(seats.map(({ owner }) => owner)).size).toBe(seats.length);
      expect(new Set(seats.map(({ network }) => network)).size).toBe(seats.length);
      for (const { id, owner, network } of seats)
        expect([tied.ids.includes(id), tied.owners.includes(owner), tied.networks.includes(network)]).not.toContain(
          true,
        );
      if (!ask.knowsSystems) return;
      for (const [committee, size] of [
        [near, ask.near],
        [lookouts, ask.lookouts],
      ] as const)
        for (const system of committee.flatMap(({ leaf }) => systemsOf(leaf)))
          expect(committee.filter((it) => systemsOf(it.leaf).includes(system)).length).toBeLessThanOrEqual(
            Math.max(1, Math.floor(size / 4)),
          );
    }),
    { numRuns: 60 },
  );
});

test('every near seat comes from the pool: all within the distance at which enough networks are reached', () => {
  fc.assert(
    fc.property(place, fc.nat(), fc.constantFrom(1, 1.5, 3), (from, seed, poolFactor) => {
      const random = numbersOf(seed);
      const leaves = Array.from({ length: 300 }, (_, i) =>
        agent(i, { latitude: 180 * random() - 90, longitude: 360 * random() - 180 }),
      );
      const { near, pool } = draw(treeOf(leaves), { ...options, claim: from, poolFactor });
      const km = (leaf: Leaf) => distanceKm(from, centreOf(leaf.cell));
      const border = leaves.map(km).sort((a, b) => a - b)[Math.ceil(poolFactor * 8) - 1] as number;
      // From a pole agents can be equally far away, up to the last bit: then some of those at the border are in the pool.
      const upTo = (distance: number) => leaves.filter((it) => km(it) <= distance).length;
      expect(pool?.size).toBeGreaterThan(upTo(border - 1e-6));
      expect(pool?.size).toBeLessThanOrEqual(upTo(border + 1e-6));
      expect(pool?.counted).toBe('tenured');
      expect(Math.abs((pool?.borderKm as number) - border)).toBeLessThan(1.01);
      expect(near.length).toBe(8);
      for (const seat of near) {
        expect(km(seat.leaf)).toBeLessThanOrEqual(border + 1e-6);
        expect(seat.from).not.toBe('world');
      }
    }),
    { numRuns: 60, examples: [[{ latitude: 90, longitude: 0 }, 1273268753, 1.5]] },
  );
});

test('newcomers who crowd around a claim do not move the border', () => {
  const honest = around(40);
  const crowd = Array.from({ length: 50 }, (_, i) =>
    agent(1_000 + i, destination(claim, i, 5), { since: now - 29 * 24 * 3_600_000 }),
  );
  const alone = draw(treeOf(honest), options).pool;
  const crowded = draw(treeOf([...honest, ...crowd]), options).pool;
  expect(crowded).toMatchObject({ borderKm: alone?.borderKm, counted: 'tenured', size: 12 + 50 });
});

test('agents of one network count once for the border, and those tied to the prover never', () => {
  const twins = Array.from({ length: 30 }, (_, i) =>
    agent(500 + i, destination(claim, i, 3), { network: '192.0.2.0/24' }),
  );
  const honest = around(40);
  const alone = draw(treeOf(honest), options).pool as { borderKm: number };
  expect(draw(treeOf([...honest, ...twins]), options).pool?.borderKm).toBeLessThan(alone.borderKm);
  const tied = { ids: [], owners: [], networks: ['192.0.2.0/24'] };
  expect(draw(treeOf([...honest, ...twins]), { ...options, tied }).pool?.borderKm).toBe(alone.borderKm);
});

test('in a young network everybody counts, and the result says so', () => {
  const young = around(40).map((it) => ({ ...it, since: now - 1 }));
  expect(draw(treeOf(young), options).pool).toMatchObject({ counted: 'all', size: 12 });
  const crowd = Array.from({ length: 400 }, (_, i) => agent(500 + i, destination(claim, i, 400), { since: now }));
  expect(draw(treeOf([...young, ...crowd]), options).pool).toMatchObject({ counted: 'all', size: 12 });
});

test('everybody of a crowded cell has the same chance, although few are read', () => {
  const town = Array.from({ length: 5_000 }, (_, i) => agent(i, destination(claim, 1, 30)));
  const tree = treeOf(town);
  const { open, opened } = recordingReader();
  const { near, pool } = draw(tree, options, open);
  expect(near.length).toBe(8);
  expect(pool).toMatchObject({ size: 5_000, free: [0, 0, 0, 0] });
  expect(opened.size).toBeLessThan(600);
});

test('each agent of a quadrant is drawn as often as the next (chi-square, p > 0.001)', () => {
  const tree = treeOf(around(12));
  const counts = new Map<string, number>();
  const sizes = draw(tree, options).pool?.sizes as number[];
  const seats = draw(tree, options).pool?.seats as number[];
  const draws = 2_000;
  const quadrantOf = new Map<string, number>();
  for (let i = 0; i < draws; i++)
    for (const { leaf, from } of draw(tree, { ...options, lookouts: 0, seed: i.toString(16).padStart(64, '0') }).near) {
      counts.set(leaf.id, (counts.get(leaf.id) ?? 0) + 1);
      quadrantOf.set(leaf.id, ['north-east', 'south-east', 'south-west', 'north-west'].indexOf(from));
    }
  let chiSquare = 0;
  for (const [id, count] of counts) {
    const quadrant = quadrantOf.get(id) as number;
    const share = (seats[quadrant] as number) / (sizes[quadrant] as number);
    if (share < 1) chiSquare += (count - draws * share) ** 2 / (draws * share * (1 - share));
  }
  expect(counts.size).toBe(12);
  expect(chiSquare).toBeLessThan(32.9);
});

test('lookouts come from anywhere alike (chi-square, p > 0.001)', () => {
  const tree = treeOf(crowdOf(16, 5).map((it, i) => ({ ...it, owner: `o${i}`, network: `n${i}`, system: `s${i}` })));
  const counts = new Map<string, number>();
  const draws = 2_000;
  for (let i = 0; i < draws; i++) {
    const seed = i.toString(16).padStart(64, '0');
    for (const id of ids(draw(tree, { ...options, claim: undefined, near: 0, lookouts: 4, seed }).lookouts))
      counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - draws / 4) ** 2 / (draws / 4), 0);
  expect(counts.size).toBe(16);
  expect(chiSquare).toBeLessThan(37.7);
});

test('who was drawn and got no seat is named with the reason', () => {
  const [one, ...others] = around(12) as [Leaf, ...Leaf[]];
  const leaves = [
    one,
    ...others.map((it, i) => ({
      ...it,
      ...(i < 3 ? { owner: one.owner } : i < 6 ? { network: one.network } : { system: 'AS1' }),
    })),
    agent(99, claim, { cell: noCell }),
  ];
  const { near, passedOver } = draw(treeOf(leaves), {
    ...options,
    tied: { ids: [], owners: ['owner-11'], networks: [] },
  });
  expect(new Set(passedOver.map(({ reason }) => reason))).toEqual(
    new Set(['owner_seated', 'network_seated', 'system_full', 'tied_to_prover', 'no_place']),
  );
  expect(near.length).toBeLessThan(8);
});

test('without a claim everybody is drawn worldwide, agents without a place too', () => {
  const leaves = Array.from({ length: 30 }, (_, i) => agent(i, claim, { cell: noCell }));
  const drawn = draw(treeOf(leaves), { ...options, claim: undefined });
  expect([drawn.near.length, drawn.lookouts.length, drawn.pool]).toEqual([8, 4, undefined]);
  expect(draw(treeOf(leaves), options)).toMatchObject({ near: [], lookouts: [], pool: { size: 0, borderKm: 1 } });
  expect(draw(undefined, options)).toMatchObject({ near: [], lookouts: [] });
});

test('seats are shared out in turn, and no quadrant with many agents is emptied', () => {
  expect(shareOut(8, [3, 3, 3, 3], 1.5)).toEqual([2, 2, 2, 2]);
  expect(shareOut(11, [4, 5, 4, 4], 1.5)).toEqual([3, 3, 3, 2]);
  expect(shareOut(8, [0, 1, 5, 6], 1.5)).toEqual([0, 1, 4, 3]);
  expect(shareOut(8, [1, 6, 8, 9], 3)).toEqual([1, 3, 2, 2]);
  expect(shareOut(20, [6, 6, 6, 42], 3)).toEqual([4, 4, 4, 8]);
  expect(shareOut(8, [2, 2, 1, 1], 3)).toEqual([2, 2, 1, 1]);
  // Half of each is just enough, and one seat too few.
  expect(shareOut(4, [2, 6, 0, 0], 4)).toEqual([1, 3, 0, 0]);
  expect(shareOut(5, [2, 6, 0, 0], 4)).toEqual([2, 3, 0, 0]);
});

test('the same seats on every machine: a draw by its numbers', () => {
  const grid = Array.from({ length: 40 }, (_, i) =>
    agent(i, { latitude: 47.1 + (i % 7), longitude: 4.3 + 1.3 * (i % 6) }),
  );
  const { near, lookouts, pool } = draw(treeOf(grid), options);
  expect([...ids(near), ...ids(lookouts)].map((id) => Number(id.slice('IPv4/agent-'.length)))).toEqual([
    3, 4, 9, 16, 2, 37, 32, 31, 11, 18, 20, 39,
  ]);
  expect(pool).toEqual({
    borderKm: 201,
    counted: 'tenured',
    size: 12,
    sizes: [5, 2, 2, 3],
    seats: [2, 2, 2, 2],
    free: [5, 2, 2, 3],
  });
  expect(headOf(treeOf(grid)).root).toBe('4c319b1cf5c080c0d47cda4b43c132a420980a6e65212ecacb22d333dca70b74');
});

test('an urn gives every number once', () => {
  fc.assert(
    fc.property(fc.nat(50), fc.string(), (size, seed) => {
      const urn = new Urn(size, chanceOf(seed));
      const drawn = Array.from({ length: size }, () => urn.next());
      expect(drawn.sort((a, b) => a - b)).toEqual(drawn.map((_, i) => i));
    }),
  );
});

test('a cell is drawn from while somebody of it is left in the tree', () => {
  const leaves = around(3);
  const left = withoutLeaf(treeOf(leaves), { cell: cellOf(destination(claim, 0, 10)), id: 'IPv4/agent-0' });
  expect(ids(draw(left, options).near).sort()).toEqual(['IPv4/agent-1', 'IPv4/agent-2']);
});

test("the network of an agent's endpoint counts as much as the one it is seen in", () => {
  const shared = agent(0, claim).network;
  const crowd = around(30).map((it, i) => (i % 3 === 1 ? { ...it, endpoint: shared } : it));
  const tree = treeOf(crowd);
  const isInShared = ({ leaf }: { readonly leaf: Leaf }) => leaf.network === shared || leaf.endpoint === shared;
  for (let i = 0; i < 50; i++) {
    const seed = i.toString(16).padStart(64, '0');
    const { near, lookouts } = draw(tree, { ...options, seed });
    expect([...near, ...lookouts].filter(isInShared).length).toBeLessThanOrEqual(1);
    const tied = { ids: [], owners: [], networks: [shared] };
    const without = draw(tree, { ...options, seed, tied });
    expect([...without.near, ...without.lookouts].filter(isInShared)).toEqual([]);
  }
});

test('a draw that was made stays checkable: the same seats, reasons and pool, from the same part of the tree', () => {
  const random = numbersOf(11);
  const below = (most: number) => Math.floor(random() * most);
  const places = [
    ...[claim, { latitude: 90, longitude: 0 }, { latitude: -89.99, longitude: 77 }],
    ...[{ latitude: 3, longitude: 180 }, { latitude: 0, longitude: -0.01 }, undefined],
  ];
  const made = Array.from({ length: 60 }, (_, i) => {
    const crowd = crowdOf(1 + below(600), i);
    const from = places[i % 6] ?? centreOf((crowd[0] as Leaf).cell);
    // A crowd in one town, tenured or not, so that pools of every size are met, and some agents without a place.
    const since = now - ([0, 29, 30, 31][below(4)] as number) * 24 * 3_600_000;
    const town = Array.from({ length: below(4) === 0 ? 100 + below(300) : 0 }, (_, n) =>
      agent(10_000 + n, { latitude: 0.997 * from.latitude, longitude: 0.998 * from.longitude }, { since }),
    );
    const lost = Array.from({ length: below(5) }, (_, n) => agent(20_000 + n, from, { cell: noCell }));
    const tree = treeOf([...crowd, ...town, ...lost]);
    const { open, opened } = recordingReader();
    const tied = { ids: [`IPv4/agent-${below(9)}`], owners: ['owner-3'], networks: ['10.0.7.0/24'] };
    const asked = { near: 1 + below(24), lookouts: below(9), poolFactor: 1 + below(3) / 2, knowsSystems: below(4) > 0 };
    const seed = i.toString(16).padStart(64, '0');
    const { near, lookouts, passedOver, pool } = draw(tree, { ...options, ...asked, claim: from, tied, seed }, open);
    const seats = [...near, ...lookouts].map((it) => [it.leaf.id, it.from]);
    return [seats, passedOver.map((it) => [it.leaf.id, it.reason]), pool, partOf(tree, opened)];
  });
  expect(hashOf(made)).toBe('cde1128be705ce40c0ce7a9095185c93cfbc8f204f8f66982d406f42a42459c3');
});

test('after 64 in a row who may not be seated a seat is drawn elsewhere, or stays empty', () => {
  const ofOne = (count: number) => Array.from({ length: count }, (_, i) => agent(i, claim, { owner: 'one' }));
  const drawn = (leaves: readonly Leaf[], more: Partial<DrawOptions>) => {
    const { near, lookouts, passedOver } = draw(treeOf(leaves), { ...options, near: 2, lookouts: 0, ...more });
    return [near.length + lookouts.length, passedOver.length];
  };
  const worldwide = { claim: undefined };
  expect(drawn(ofOne(500), worldwide)).toEqual([1, 64]);
  expect(drawn(ofOne(500), { ...worldwide, lookouts: 2 })).toEqual([1, 64 + 64]);
  // A pool that was counted is tried for each share and once more, one that was read is emptied.
  expect(drawn(ofOne(500), {})).toEqual([1, 64 + 64 + 64]);
  expect(drawn(ofOne(150), { near: 8 })).toEqual([1, 149 + 64]);
  // Whoever is seated begins the row anew.
  const others = Array.from({ length: 20 }, (_, i) => agent(1_000 + i, claim));
  const [seated, passedOver] = drawn([...ofOne(300), ...others], { ...worldwide, near: 8 }) as [number, number];
  expect(seated).toBe(8);
  expect(passedOver).toBeGreaterThan(64);
  const [seatedNear, passedOverNear] = drawn([...ofOne(300), ...others], { near: 8, lookouts: 0 }) as [number, number];
  expect(seatedNear).toBe(8);
  expect(passedOverNear).toBeGreaterThan(64);
});
