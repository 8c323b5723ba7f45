import { expect, test } from 'vitest';
import { destination, distanceKm } from '../geo.ts';
import { usualRttMs } from './fixtures.ts';
import { type MeshNode, meshOf } from './mesh.ts';
import { doubtByLight, possiblePairs } from './mesh-review.ts';

const centre = { latitude: 50, longitude: 9 };
/** So many nodes, each at least 300 km from every other, with an owner and a network of its own unless given. */
const nodesOf = (name: string, count: number, ring: number, extra: Partial<MeshNode> = {}): MeshNode[] =>
  Array.from({ length: count }, (_, i) => ({
    id: `${name}-${i}`,
    ...destination(centre, (2 * Math.PI * i) / count, ring),
    owner: `owner of ${name}-${i}`,
    network: `network of ${name}-${i}`,
    ...extra,
  }));
/** Honest ones measure what they see; a liar says 0.1 ms of everybody honest. */
const meshWith = (honest: readonly MeshNode[], liars: readonly MeshNode[]) => {
  const nodes = [...honest, ...liars];
  const isLiar = new Set(liars.map((it) => it.id));
  const rows = nodes.flatMap((from, i) =>
    nodes.slice(0, i).map((to) => ({
      from: from.id,
      to: to.id,
      rttMs: isLiar.has(from.id) !== isLiar.has(to.id) ? 0.1 : usualRttMs(distanceKm(from, to)),
    })),
  );
  return meshOf(nodes, rows);
};
const doubted = (honest: readonly MeshNode[], liars: readonly MeshNode[]) => {
  const ids = [...doubtByLight(meshWith(honest, liars)).keys()];
  return {
    honest: ids.filter((id) => id.startsWith('honest')).length,
    liars: ids.filter((id) => id.startsWith('liar')).length,
  };
};
const honest = nodesOf('honest', 9, 1_500);

test('ten liars who report 0.1 ms of nine honest challengers get nobody set aside', () => {
  // Keys are free, so the ten stand in one network, or belong to one owner; then all ten speak with one voice.
  expect(doubted(honest, nodesOf('liar', 10, 3_500, { network: '192.0.2.0' }))).toEqual({ honest: 0, liars: 10 });
  expect(doubted(honest, nodesOf('liar', 10, 3_500, { owner: 'one' }))).toEqual({ honest: 0, liars: 10 });
  // Whoever is not admitted is no measurer at all.
  expect(doubted(honest, nodesOf('liar', 10, 3_500, { isMeasurer: false }))).toEqual({ honest: 0, liars: 10 });
});

test('ten admitted liars of ten owners and networks are a majority: the mesh cannot tell, and sets nobody aside', () => {
  expect(doubted(honest, nodesOf('liar', 10, 3_500))).toEqual({ honest: 0, liars: 0 });
  // Their measurements are not learned from either.
  const { rttMs } = possiblePairs(meshWith(honest, nodesOf('liar', 10, 3_500)));
  expect(rttMs.some((it) => it < 1)).toBe(false);
});

test('up to a third of liars, each of an owner and a network of its own, are set aside, and no honest one is', () => {
  for (const liars of [1, 2, 3, 4])
    expect([liars, doubted(honest, nodesOf('liar', liars, 3_500))]).toEqual([liars, { honest: 0, liars }]);
});

test('liars who spare most honest ones, so as not to be noticed, get nobody set aside', () => {
  const liars = nodesOf('liar', 4, 3_500);
  const [victim] = honest as [MeshNode];
  const lies = meshWith(honest, liars);
  const n = lies.nodes.length;
  const rttMs = lies.rttMs.map((rtt, at) => {
    const [a, b] = [lies.nodes[Math.floor(at / n)] as MeshNode, lies.nodes[at % n] as MeshNode];
    return a.id === victim.id || b.id === victim.id ? rtt : usualRttMs(distanceKm(a, b));
  });
  expect([...doubtByLight({ ...lies, rttMs }).keys()]).toEqual([]);
});

test('fewer than seven measurers set nobody aside', () => {
  expect(doubted(honest.slice(0, 6), nodesOf('liar', 1, 3_500))).toEqual({ honest: 0, liars: 0 });
  expect(doubted(honest.slice(0, 7), nodesOf('liar', 1, 3_500))).toEqual({ honest: 0, liars: 1 });
});
