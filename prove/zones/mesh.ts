import type { Place } from '@trigpoint/proofs';
import type { Point, Topology } from '@trigpoint/proofs/zones';
import type { Random } from '../proof.ts';

/** A made-up part of the world: crooked countries side by side, with sea between some of them. */
export interface Mesh {
  readonly topology: Topology;
  /** The ring of every country, by its name. */
  readonly rings: ReadonlyMap<string, readonly Point[]>;
}

/** Countries between parallels and meridians whose crossings and edges were moved at random. Neighbours share their edges. */
export function anyMesh(random: Random): Mesh {
  const [columns, rows] = [2 + random.int(3), 2 + random.int(2)];
  const [wide, high] = [0.5 * 40 ** random(), 0.5 * 20 ** random()];
  // Half of the meshes lie across the meridian of 180°.
  const west = random() < 0.5 ? 180 - (columns * wide) / 2 : 360 * random() - 180;
  const south = -80 + (160 - rows * high) * random();
  const off = () => 0.6 * (random() - 0.5);
  const corners = Array.from({ length: rows + 1 }, (_, j) =>
    Array.from({ length: columns + 1 }, (_, i): Point => [west + (i + off()) * wide, south + (j + off()) * high]),
  );
  const arcs: Point[][] = [];
  const arcBetween = (a: Point, b: Point): number => {
    const bends = random.int(4);
    const points = Array.from({ length: bends }, (_, i): Point => {
      const at = (i + 1) / (bends + 1);
      const bend = () => 0.15 * (random() - 0.5);
      return [a[0] + at * (b[0] - a[0]) + bend() * wide, a[1] + at * (b[1] - a[1]) + bend() * high];
    });
    return arcs.push([a, ...points, b]) - 1;
  };
  const corner = (i: number, j: number) => corners[j]?.[i] as Point;
  const across = range(rows + 1).map((j) => range(columns).map((i) => arcBetween(corner(i, j), corner(i + 1, j))));
  const upward = range(rows).map((j) => range(columns + 1).map((i) => arcBetween(corner(i, j), corner(i, j + 1))));
  const rings = new Map<string, Point[]>();
  const geometries = range(rows).flatMap((j) =>
    range(columns).flatMap((i) => {
      if (random() < 0.3) return [];
      const ring = [across[j]?.[i], upward[j]?.[i + 1], ~(across[j + 1]?.[i] ?? 0), ~(upward[j]?.[i] ?? 0)] as number[];
      const name = `country ${i}, ${j}`;
      rings.set(
        name,
        ring.flatMap((arc) => (arc < 0 ? [...(arcs[~arc] ?? [])].reverse() : (arcs[arc] ?? [])).slice(0, -1)),
      );
      return [{ type: 'Polygon', properties: { name }, arcs: [ring] }];
    }),
  );
  const wrapped = arcs.map((arc) => arc.map(([x, y]): Point => [x > 180 ? x - 360 : x < -180 ? x + 360 : x, y]));
  return {
    rings,
    topology: {
      arcs: wrapped.map((arc) =>
        arc.map(([x, y], i) => [x - (i > 0 ? (arc[i - 1]?.[0] ?? 0) : 0), y - (i > 0 ? (arc[i - 1]?.[1] ?? 0) : 0)]),
      ),
      transform: { scale: [1, 1], translate: [0, 0] },
      objects: { countries: { geometries } },
    },
  };
}

const range = (length: number): number[] => Array.from({ length }, (_, i) => i);

/** Whether a place lies in a ring, on the flat map. The angles under which it sees the edges then add up to a full turn. */
export function isInRing(ring: readonly Point[], { latitude, longitude }: Place): boolean {
  return [-360, 0, 360].some((turn) => {
    let sum = 0;
    for (const [i, [ax, ay]] of ring.entries()) {
      const [bx, by] = ring[(i + 1) % ring.length] as Point;
      const [ux, uy, vx, vy] = [ax - longitude - turn, ay - latitude, bx - longitude - turn, by - latitude];
      sum += Math.atan2(ux * vy - uy * vx, ux * vx + uy * vy);
    }
    return Math.abs(sum) > Math.PI;
  });
}

/** A place somewhere on the border of a ring. */
export function onBorder(ring: readonly Point[], random: Random): Place {
  const i = random.int(ring.length);
  const [[ax, ay], [bx, by]] = [ring[i] as Point, ring[(i + 1) % ring.length] as Point];
  const at = random() < 0.3 ? 0 : random();
  return { latitude: ay + at * (by - ay), longitude: ax + at * (bx - ax) };
}

/** A place somewhere in a ring. */
export function inRing(ring: readonly Point[], random: Random): Place {
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
  const between = (list: readonly number[]) => Math.min(...list) + random() * (Math.max(...list) - Math.min(...list));
  for (let i = 0; i < 50; i++) {
    const place = { latitude: between(ys), longitude: between(xs) };
    if (isInRing(ring, place)) return place;
  }
  return onBorder(ring, random);
}
