import { expect, test } from 'vitest';
import {
  drawFor,
  leafOf,
  resilienceOf,
  seatCount,
  seatsOf,
  type WireChallenger,
  wireChallengerOf,
  wirePool,
} from './committees.ts';
import { agent } from './draw/fixtures.ts';
import { cellOf, noCell, treeOf } from './draw/index.ts';
import { pol } from './pol/rules.ts';
import type { Ask, ProofType } from './proof-type.ts';

const ask = { challengers: 5, tolerance: 1 } as Ask;
const place = { latitude: 50, longitude: 8 };
const around = { near: 5, lookouts: 2, claim: place, poolFactor: 2 };
const seated = { seats: () => around };

test('a proof type without seats of its own draws as many as were asked for, worldwide', () => {
  expect(seatsOf({}, ask, {})).toEqual({ near: 5, lookouts: 0, claim: undefined, poolFactor: 1 });
  expect([seatCount({}, ask, {}), seatCount(seated, ask, {})]).toEqual([5, 7]);
});

test('no file makes a verifier count with a pool of thousands', () => {
  const poolOf = (pool_factor: string) => seatsOf(pol, { challengers: 8 } as never, { pool_factor }).poolFactor;
  expect(['1.5', '10', '1000', '0', 'many'].map(poolOf)).toEqual([1.5, 10, 10, 1, 1.5]);
});

const candidate: WireChallenger = {
  ...{ id: 'IPv4/a', key_type: 'ethereum', public_key: 'a', claims: { latitude: '50', mbps: '3' }, owner: 'o' },
  ...{ description: 'd', network: 'n', endpoint: 'e' },
};

test('a candidate is drawn by the claims that its type knows, and stands in the tree where it says it is', () => {
  const claims = [{ name: 'latitude' }] as unknown as ProofType['claims'];
  expect(wireChallengerOf({ claims }, candidate)).toEqual({ ...candidate, claims: { latitude: '50' } });
  const leaf = {
    ...{ id: 'IPv4/a', description: 'd', owner: 'o', since: 7, network: 'n' },
    endpoint: 'e',
    system: 's',
  };
  const about = { since: 7, system: 's' };
  expect(leafOf({ place: () => place }, candidate, about)).toEqual({ ...leaf, cell: cellOf(place) });
  expect(leafOf({ place: () => undefined }, candidate, about)).toEqual({ ...leaf, cell: noCell });
  expect(leafOf({}, candidate, about)).toEqual({ ...leaf, cell: noCell });
});

test('neither the prover nor who shares its owner or network is drawn, and the pool travels with the draw', () => {
  const others = Array.from({ length: 20 }, (_, i) => agent(i, place));
  const [key, key6, owner, network] = [
    { id: 'IPv4/key' },
    { id: 'IPv6/key' },
    { owner: 'its owner' },
    { network: 'its network' },
  ].map((it, i) => agent(100 + i, place, it));
  const tied = [key, key6, owner, network] as ReturnType<typeof agent>[];
  const about = {
    ...{ ask, settings: {}, seed: 'ab'.repeat(32), submittedAt: Date.UTC(2026, 0, 1), knowsSystems: true },
    ...{ proverKey: 'key', proverOwner: 'its owner', proverNetworks: ['its network'] },
  };
  const drawn = drawFor(seated, treeOf([...others.slice(0, 4), ...tied]), about);
  const ids = [...drawn.near, ...drawn.lookouts].map(({ leaf }) => leaf.id);
  expect(ids.sort()).toEqual(others.slice(0, 4).map(({ id }) => id));
  const pool = wirePool(drawFor(seated, treeOf(others), about).pool);
  expect(pool).toEqual({
    ...{ border_km: 1, counted: 'tenured', size: 20, seats: [5, 0, 0, 0], sizes: [20, 0, 0, 0], free: [20, 0, 0, 0] },
  });
  expect(wirePool(drawFor({}, treeOf(others), about).pool)).toBe(null);
  expect(pool && resilienceOf(5, pool, 3)).toEqual({ withstands: 1, tries: 3 });
});
