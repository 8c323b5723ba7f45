import { decodeArc, type Topology } from './atlas.ts';
import { codeOf } from './countries.ts';
import { ringsOf } from './geojson.ts';
import type { Point } from './region.ts';
import { parseZone } from './zone-text.ts';

/** What is needed to draw a zone, in degrees. */
export interface ZoneMap {
  /** The countries within the box: their rings, and whether they belong to the zone. */
  readonly countries: readonly {
    readonly name: string;
    readonly rings: readonly Point[][];
    readonly isInside: boolean;
  }[];
  /** The borders of the zone, its coasts among them. */
  readonly outline: readonly (readonly Point[])[];
}

/** West, south, east, north. */
export type Box = readonly [number, number, number, number];

const meets = (points: readonly Point[], [west, south, east, north]: Box): boolean => {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, right] = [xs.reduce((a, b) => Math.min(a, b)), xs.reduce((a, b) => Math.max(a, b))];
  const [low, high] = [ys.reduce((a, b) => Math.min(a, b)), ys.reduce((a, b) => Math.max(a, b))];
  return left <= east && right >= west && low <= north && high >= south;
};

/** The shape of a zone for a drawing: which countries of an atlas it has, or the rings of its polygon. */
export const zoneShape = (
  zone: string,
):
  | { readonly has: (id: string | undefined, name: string) => boolean }
  | { readonly rings: readonly (readonly Point[])[] } => {
  const named = parseZone(zone);
  if (named.kind === 'polygon') return { rings: ringsOf(named.polygon).flat() };
  const codes = new Set(named.codes);
  return { has: (id, name) => codes.has(codeOf(id, name)) };
};

/** The land within a box, for drawings alone. Its atlas may be coarser than the one that verdicts rest on. */
export const zoneMapOf = ({ arcs, transform, objects }: Topology, zone: string | undefined, box: Box): ZoneMap => {
  const lines = arcs.map((arc) => decodeArc(arc, transform));
  const shape = zone === undefined ? undefined : zoneShape(zone);
  const has = shape && 'has' in shape ? shape.has : undefined;
  const border = new Set<number>();
  const countries = objects.countries.geometries.map(({ id, properties, type, arcs: rings }) => {
    const isInside = has === undefined || has(id, properties.name);
    const polygons = (type === 'Polygon' ? [rings] : rings) as readonly (readonly (readonly number[])[])[];
    if (isInside && has)
      for (const arc of polygons.flat(2)) {
        const own = arc < 0 ? ~arc : arc;
        if (!border.delete(own)) border.add(own);
      }
    const drawn = polygons
      .flat()
      .map((ring) => ring.flatMap((arc) => (arc < 0 ? [...(lines[~arc] ?? [])].reverse() : (lines[arc] ?? []))));
    return { name: properties.name, isInside, rings: drawn.filter((ring) => ring.length > 2 && meets(ring, box)) };
  });
  const outline =
    shape && 'rings' in shape
      ? shape.rings
      : [...border].map((arc) => lines[arc] ?? []).filter((line) => line.length > 1 && meets(line, box));
  return { countries: countries.filter(({ rings }) => rings.length > 0), outline };
};

export type { Topology } from './atlas.ts';
