import { codeOf, overseas } from './countries.ts';
import { type Line, lineOf, type Point, Region } from './region.ts';

/** The countries of the world as TopoJSON: lines that neighbours share, and the lines around each country. */
export interface Topology {
  readonly arcs: readonly (readonly (readonly number[])[])[];
  readonly transform: { readonly scale: readonly number[]; readonly translate: readonly number[] };
  readonly objects: { readonly countries: { readonly geometries: readonly Country[] } };
}

interface Country {
  readonly type: string;
  readonly id?: string;
  readonly properties: { readonly name: string };
  /** Rings of one polygon, or of several. A negative number is the line `~number`, backwards. */
  readonly arcs: readonly (readonly number[])[] | readonly (readonly (readonly number[])[])[];
}

/** The land of all countries. A line that two countries of a zone share is no border of the zone, so it is left out. */
export class Atlas {
  readonly names: ReadonlyMap<string, string>;
  readonly #lines: readonly (readonly Line[])[];
  /** The lines around each country. */
  readonly #around = new Map<string, number[]>();

  constructor({ arcs, transform, objects }: Topology) {
    const decoded = arcs.map((arc) => decodeArc(arc, transform));
    this.#lines = decoded.map((points) => withoutSeams(points).map(lineOf));
    const names = new Map<string, string>();
    for (const { id, properties, type, arcs: rings } of objects.countries.geometries) {
      const code = codeOf(id, properties.name);
      if (!names.has(code)) names.set(code, properties.name);
      for (const polygon of (type === 'Polygon' ? [rings] : rings) as readonly (readonly (readonly number[])[])[]) {
        const first = polygon[0]?.[0] ?? 0;
        const start = (decoded[first < 0 ? ~first : first]?.[0] ?? [0, 0]) as Point;
        const part = overseas.find((it) => it.of === code && isWithin(start, it.box))?.code ?? code;
        const around = this.#around.get(part) ?? [];
        this.#around.set(part, around);
        for (const arc of polygon.flat()) around.push(arc < 0 ? ~arc : arc);
      }
    }
    this.names = names;
  }

  /** Every country, and every overseas part with a code of its own. */
  get codes(): string[] {
    return [...this.#around.keys()];
  }

  /** The land of these countries. */
  land(codes: Iterable<string>): Region {
    const odd = new Set<number>();
    for (const code of codes) {
      for (const arc of this.#around.get(code) ?? []) {
        if (odd.has(arc)) odd.delete(arc);
        else odd.add(arc);
      }
    }
    return new Region([...odd].flatMap((arc) => this.#lines[arc] ?? []));
  }
}

/** Turns differences into absolute points. A line that crosses the meridian of 180° goes on to longitudes beyond it. */
export function decodeArc(arc: readonly (readonly number[])[], { scale, translate }: Topology['transform']): Point[] {
  let [x, y, turn] = [0, 0, 0];
  let last: number | undefined;
  return arc.map(([dx = 0, dy = 0]) => {
    x += dx;
    y += dy;
    const longitude = x * (scale[0] as number) + (translate[0] as number);
    if (last !== undefined && Math.abs(longitude - last) > 180) turn += longitude > last ? -360 : 360;
    last = longitude;
    return [longitude + turn, y * (scale[1] as number) + (translate[1] as number)];
  });
}

/** Atlases cut countries along the meridian of 180°. That cut is no border. */
function withoutSeams(points: readonly Point[]): Point[][] {
  const lines: Point[][] = [[]];
  for (const [i, point] of points.entries()) {
    const before = points[i - 1];
    if (before && isOnSeam(before) && isOnSeam(point)) lines.push([]);
    lines.at(-1)?.push(point);
  }
  return lines.filter((it) => it.length > 1);
}

/** Compares to about a metre, because coordinates are rounded. */
const isOnSeam = ([longitude]: Point): boolean => Math.abs(Math.abs(longitude % 360) - 180) < 1e-5;

const isWithin = ([x, y]: Point, [west, south, east, north]: readonly [number, number, number, number]): boolean =>
  x >= west && x <= east && y >= south && y <= north;
