import { destination, distanceKm, type Mesh, type Place } from '@trigpoint/proofs/pol';

/** A place, and how far it is from each challenger of a case. */
export interface Spot {
  readonly place: Place;
  readonly km: Float32Array;
}

const gridSize = 4_000;
const grid: readonly Place[] = Array.from({ length: gridSize }, (_, i) => ({
  latitude: (Math.asin(1 - (2 * (i + 0.5)) / gridSize) * 180) / Math.PI,
  longitude: ((i * 222.4922359) % 360) - 180,
}));

const tables = new WeakMap<Mesh, Float32Array[]>();

/** The whole Earth, one place in about 350 km. */
export function gridSpots(mesh: Mesh, challengers: readonly number[]): Spot[] {
  let table = tables.get(mesh);
  if (!table) {
    table = grid.map((place) => Float32Array.from(mesh.nodes, (node) => distanceKm(node, place)));
    tables.set(mesh, table);
  }
  return table.map((all, g) => ({
    place: grid[g] as Place,
    km: Float32Array.from(challengers, (c) => all[c] as number),
  }));
}

export const spotAt = ({ nodes }: Mesh, challengers: readonly number[], place: Place): Spot => ({
  place,
  km: Float32Array.from(challengers, (c) => distanceKm(nodes[c] as Place, place)),
});

export function patchAround(centre: Place, half: number, size = 17): Place[] {
  const out: Place[] = [];
  for (let a = 0; a < size; a++) {
    for (let b = 0; b < size; b++) {
      const [x, y] = [((2 * a) / (size - 1) - 1) * half, ((2 * b) / (size - 1) - 1) * half];
      out.push(destination(centre, Math.atan2(x, y), Math.min(19_000, Math.hypot(x, y))));
    }
  }
  return out;
}

export function middleOf(places: readonly Place[], weights?: readonly number[]): Place {
  let [x, y, z] = [0, 0, 0];
  const radians = Math.PI / 180;
  for (const [i, { latitude, longitude }] of places.entries()) {
    const w = weights?.[i] ?? 1;
    x += w * Math.cos(latitude * radians) * Math.cos(longitude * radians);
    y += w * Math.cos(latitude * radians) * Math.sin(longitude * radians);
    z += w * Math.sin(latitude * radians);
  }
  return { latitude: Math.atan2(z, Math.hypot(x, y)) / radians, longitude: Math.atan2(y, x) / radians };
}
