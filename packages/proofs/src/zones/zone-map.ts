import { decodeArc, type Topology } from './atlas.ts';
import { codeOf } from './countries.ts';
import { ringsOf } from './geojson.ts';
import type { Point } from './region.ts';
import { parseZone } from './zone-text.ts';

/** What a drawing of a zone is made of, in degrees. */
export interface ZoneMap {
  /** Land within the box: a country, its rings, and whether it is of the zone. */
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

/** The land around a place, for drawings alone: the atlas of a drawing may be coarser than what verdicts rest on. */
export const zoneMapOf = ({ arcs, transform, objects }: Topology, zone: string | undefined, box: Box): ZoneMap => {
  const lines = arcs.map((arc) => decodeArc(arc, transform));
  const named = zone === undefined ? undefined : parseZone(zone);
  const inside = new Set(named?.kind === 'land' ? named.codes : []);
  const border = new Set<number>();
  const countries = objects.countries.geometries.map(({ id, properties, type, arcs: rings }) => {
    const isInside = named?.kind !== 'land' || inside.has(codeOf(id, properties.name));
    const polygons = (type === 'Polygon' ? [rings] : rings) as readonly (readonly (readonly number[])[])[];
    if (isInside && named?.kind === 'land')
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
    named?.kind === 'polygon'
      ? ringsOf(named.polygon).flat()
      : [...border].map((arc) => lines[arc] ?? []).filter((line) => line.length > 1 && meets(line, box));
  return { countries: countries.filter(({ rings }) => rings.length > 0), outline };
};

export type { Topology } from './atlas.ts';
