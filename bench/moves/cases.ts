import { bearing, type Compared, kmPerMs, type Mesh, type MeshNode } from '@trigpoint/proofs/pol';
import type { Random } from '../pol/random.ts';

export const still = ['nothing', 'reroute', 'common delay', 'one-sided delay', 'provider'] as const;
export const moves = ['300 km', '1,000 km', '2,000 km', '100 km', '5,000 km'] as const;
export type Kind = (typeof still)[number] | (typeof moves)[number] | `${(typeof moves)[number]}, hidden`;

/** A prover, what was seen of it before and what is seen of it now. */
export interface Case {
  readonly kind: Kind;
  readonly prover: number;
  /** Nodes that take no part: the prover, and the node at the place that it moved to. */
  readonly left: readonly number[];
  readonly compared: readonly Compared[];
  readonly isMove: boolean;
}

const distances: Readonly<Record<(typeof moves)[number], readonly [number, number]>> = {
  '100 km': [60, 160],
  '300 km': [200, 400],
  '1,000 km': [800, 1_200],
  '2,000 km': [1_700, 2_300],
  '5,000 km': [4_000, 6_000],
};
const sameCityKm = 30;
const mostProviders = 4;
export const near = 8;
const lookouts = 12;

/** All cases of one prover: each kind in which it stays, and moves to other nodes of the same half of the cities. */
export function* casesOf(mesh: Mesh, prover: number, half: ReadonlySet<number>, random: Random): Generator<Case> {
  const n = mesh.nodes.length;
  const rtt = (a: number, b: number) => mesh.rttMs[a * n + b] as number;
  const km = (a: number, b: number) => mesh.km[a * n + b] as number;
  const others = mesh.nodes.map((_, i) => i).filter((i) => i !== prover && !Number.isNaN(rtt(prover, i)));
  const seatsFor = (left: readonly number[]) => {
    const free = others.filter((i) => !left.includes(i) && left.every((it) => !Number.isNaN(rtt(it, i))));
    const close = free.toSorted((a, b) => km(prover, a) - km(prover, b)).slice(0, Math.ceil(near * 1.5));
    const seated = random.sample(close, near);
    return [
      ...seated,
      ...random.sample(
        free.filter((i) => !seated.includes(i)),
        lookouts,
      ),
    ];
  };
  /** The fastest of some probes differs a little each time, and is never faster than the path. */
  const measured = (ms: number) => ms * (1 + 0.005 * Math.abs(random.normal())) + 0.15 * -Math.log(1 - random());
  const compare = (
    kind: Kind,
    left: readonly number[],
    now: (challenger: number, beforeMs: number) => number,
    isMove = false,
  ): Case => ({
    ...{ kind, prover, left: [prover, ...left], isMove },
    compared: seatsFor(left).map((i) => {
      const node = mesh.nodes[i] as MeshNode;
      const floorMs = km(prover, i) / kmPerMs;
      const beforeMs = measured(rtt(prover, i));
      const later = now(i, rtt(prover, i));
      return { id: node.id, place: node, beforeMs, nowMs: measured(isMove ? later : Math.max(later, 1.05 * floorMs)) };
    }),
  });

  yield compare('nothing', [], (_, ms) => ms);
  const share = random.between(0.05, 0.35);
  yield compare('reroute', [], (_, ms) => (random() < share ? ms * Math.exp(random.between(-0.35, 0.7)) : ms));
  const common = Math.exp(random.between(0, Math.log(40)));
  yield compare('common delay', [], (_, ms) => ms + common);
  const [side, added] = [random.between(0, 2 * Math.PI), Math.exp(random.between(0, Math.log(40)))];
  yield compare('one-sided delay', [], (i, ms) => {
    const towards = bearing(mesh.nodes[prover] as MeshNode, mesh.nodes[i] as MeshNode);
    return Math.cos(towards - side) > 0 ? ms + added : ms;
  });
  const beside = others.filter((i) => half.has(i) && km(prover, i) <= sameCityKm);
  for (const other of random.sample(beside, mostProviders)) yield compare('provider', [other], (i) => rtt(other, i));
  for (const kind of moves) {
    const [low, high] = distances[kind];
    const there = others.filter((i) => half.has(i) && km(prover, i) >= low && km(prover, i) <= high);
    for (const other of random.sample(there, 1)) {
      yield compare(kind, [other], (i) => rtt(other, i), true);
      yield compare(`${kind}, hidden`, [other], (i, ms) => Math.max(ms, rtt(other, i)), true);
    }
  }
}
