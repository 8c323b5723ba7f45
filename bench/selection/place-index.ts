import { bearing, distanceKm } from '@trigpoint/proofs';

/** Cells of half a degree: a city's agents share a handful, and 2,000 km are some thousand. */
const perDegree = 2;
const columns = 360 * perDegree;
const rows = 180 * perDegree;
const kmPerDegree = 111.2;
const nearKm = 2_000;

export interface Crowd {
  readonly count: number;
  readonly latitude: Float32Array;
  readonly longitude: Float32Array;
  /** Who may not be asked together: owners, and networks, as numbers. */
  readonly owner: Uint32Array;
  readonly subnet: Uint32Array;
}

/** Agents by place, in typed arrays: 20 bytes each, wherever the runtime keeps the rest of what it knows about them. */
export class PlaceIndex {
  readonly #crowd: Crowd;
  /** Agents in the order of their cells, and where each cell begins. */
  readonly #byCell: Uint32Array;
  readonly #begins: Uint32Array;

  constructor(crowd: Crowd) {
    this.#crowd = crowd;
    const cells = new Uint32Array(crowd.count);
    this.#begins = new Uint32Array(rows * columns + 1);
    for (let i = 0; i < crowd.count; i++) {
      cells[i] = cellOf(crowd.latitude[i] as number, crowd.longitude[i] as number);
      (this.#begins[(cells[i] as number) + 1] as number)++;
    }
    for (let i = 0; i < rows * columns; i++) (this.#begins[i + 1] as number) += this.#begins[i] as number;
    const next = this.#begins.slice();
    this.#byCell = new Uint32Array(crowd.count);
    for (let i = 0; i < crowd.count; i++) this.#byCell[(next[cells[i] as number] as number)++] = i;
  }

  get bytes(): number {
    const { latitude, longitude, owner, subnet } = this.#crowd;
    return [latitude, longitude, owner, subnet, this.#byCell, this.#begins].reduce((sum, it) => sum + it.byteLength, 0);
  }

  /** Half nearest to the claim, quadrant by quadrant; the rest drawn from all over the world. */
  choose(claim: { latitude: number; longitude: number }, count: number, draw: (below: number) => number): number[] {
    const chosen: number[] = [];
    const owners = new Set<number>();
    const subnets = new Set<number>();
    const take = (agent: number) => {
      const owner = this.#crowd.owner[agent] as number;
      const subnet = this.#crowd.subnet[agent] as number;
      if (owners.has(owner) || subnets.has(subnet)) return;
      owners.add(owner);
      subnets.add(subnet);
      chosen.push(agent);
    };
    const wanted = Math.max(Math.ceil(count / 2), Math.min(count, 4));
    for (const agent of this.#near(claim, wanted)) if (chosen.length < wanted) take(agent);
    for (let tries = 0; chosen.length < count && tries < 64 * count; tries++) take(draw(this.#crowd.count));
    return chosen;
  }

  /** Ring by ring around the claim until every quadrant has enough or the rings are too far; nearest first within quadrants. */
  #near(claim: { latitude: number; longitude: number }, wanted: number): number[] {
    const { latitude, longitude } = this.#crowd;
    const quadrants: { agent: number; km: number }[][] = [[], [], [], []];
    const row = rowOf(claim.latitude);
    const column = columnOf(claim.longitude);
    const rings = Math.ceil((nearKm / kmPerDegree) * perDegree);
    for (let ring = 0; ring <= rings && quadrants.some((it) => it.length < wanted); ring++)
      for (const cell of ringAround(row, column, ring)) {
        const end = this.#begins[cell + 1] as number;
        for (let i = this.#begins[cell] as number; i < end; i++) {
          const agent = this.#byCell[i] as number;
          const place = { latitude: latitude[agent] as number, longitude: longitude[agent] as number };
          const km = distanceKm(claim, place);
          if (km > nearKm) continue;
          quadrants[Math.floor(((bearing(claim, place) / (2 * Math.PI) + 1) % 1) * 4)]?.push({ agent, km });
        }
      }
    for (const it of quadrants) it.sort((a, b) => a.km - b.km);
    const longest = Math.max(...quadrants.map((it) => it.length));
    const ranked: number[] = [];
    for (let rank = 0; rank < Math.min(longest, 4 * wanted); rank++)
      for (const it of quadrants) ranked.push(...it.slice(rank, rank + 1).map(({ agent }) => agent));
    return ranked;
  }
}

const rowOf = (latitude: number) => Math.min(rows - 1, Math.floor((latitude + 90) * perDegree));
const columnOf = (longitude: number) => Math.floor((((longitude + 180) % 360) + 360) * perDegree) % columns;
const cellOf = (latitude: number, longitude: number) => rowOf(latitude) * columns + columnOf(longitude);

/** Wider towards the poles, where a degree of longitude is short. */
function* ringAround(row: number, column: number, ring: number): Generator<number> {
  const cos = Math.max(0.1, Math.cos((((row + 0.5) / perDegree - 90) * Math.PI) / 180));
  const outer = Math.min(columns / 2, Math.ceil(ring / cos));
  const inner = ring === 0 ? -1 : Math.min(columns / 2, Math.ceil((ring - 1) / cos));
  for (let dy = -ring; dy <= ring; dy++) {
    const y = row + dy;
    if (y < 0 || y >= rows) continue;
    const isEdge = Math.abs(dy) === ring;
    for (let dx = -outer; dx <= outer; dx++)
      if (isEdge || Math.abs(dx) > inner) yield y * columns + ((column + dx + columns) % columns);
  }
}
