import type { Point } from './region.ts';
import { ZoneError } from './zone-names.ts';

/** A closed line. Neighbours are half a turn apart at most, and its ends are one point or one turn apart. */
export type Ring = readonly Point[];

interface Edge {
  readonly a: Point;
  readonly b: Point;
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
  /** The number of its ring, and its own number in the ring. */
  readonly ring: number;
  readonly index: number;
  readonly isLast: boolean;
}

interface Placed {
  readonly ring: Ring;
  readonly polygon: number;
  readonly isHole: boolean;
  /** Whether the north pole is in the ring's area. The area is on the left of an outer ring, and on the right of a hole. */
  readonly holdsNorthPole: boolean;
  readonly west: number;
  readonly east: number;
  readonly north: number;
  /**
   * Points that show where the ring lies: one point, or all points that are not on the meridian of 180° or at a pole if it has
   * such.
   */
  readonly samples: readonly Point[];
}

/** Points that are closer than a tenth of a millimetre are one. */
const tolerance = 1e-9;

/** Along the meridian of 180° polygons are cut in two, and both halves have the same edge. */
export const isOnSeam = ([longitude]: Point): boolean => Math.abs(longitude % 360) === 180;

/** How often a ring goes around the Earth, eastward. */
const turnsOf = (ring: Ring): number => Math.round(((ring.at(-1)?.[0] ?? 0) - (ring[0]?.[0] ?? 0)) / 360);

/** A ring that goes around the Earth encloses a pole: the one on its left for an outer ring, the one on its right for a hole. */
export const holdsNorthPole = (ring: Ring, isHole: boolean): boolean => {
  const turns = turnsOf(ring);
  return turns !== 0 && turns > 0 !== isHole;
};

/** Whether a ring encloses no area: it stays at one point, on one meridian, at a pole, or on one parallel without going around it. */
export const isEmpty = (ring: Ring): boolean => {
  const [[x, y] = [0, 0]] = ring;
  const isOneParallel = ring.every(([, latitude]) => latitude === y);
  return ring.every(([longitude]) => longitude === x) || (isOneParallel && (turnsOf(ring) === 0 || Math.abs(y) === 90));
};

/**
 * Throws `ZoneError` unless rings neither cross nor touch each other or themselves, every hole lies in its own outer ring and in no
 * other hole, and no polygon lies on another. Then every rule gives the same inside: counting crossings, counting windings, and
 * looking at each part by itself.
 */
export function checkNesting(polygons: readonly (readonly Ring[])[]): void {
  const placed = polygons.flatMap((rings, polygon) =>
    rings.map((ring, i): Placed => {
      const isHole = i > 0;
      const apart = ring.filter((point) => !isOnSeam(point) && Math.abs(point[1]) < 90);
      const longitudes = ring.map(([longitude]) => longitude);
      return {
        ...{ ring, polygon, isHole, holdsNorthPole: holdsNorthPole(ring, isHole) },
        west: Math.min(...longitudes),
        east: Math.max(...longitudes),
        north: Math.max(...ring.map(([, latitude]) => latitude)),
        samples: apart.length === ring.length ? apart.slice(0, 1) : apart,
      };
    }),
  );
  checkContacts(placed.flatMap(({ ring }, i) => edgesOf(ring, i)));
  const depths = placed.map((inner) => placed.filter((it) => it !== inner && isInside(inner, it)).length);
  for (const [i, { polygon, isHole }] of placed.entries()) {
    const depth = depths[i] as number;
    if (!isHole && depth % 2 === 1)
      throw new ZoneError('zone.coordinates: two polygons lie on each other. Join them, or leave one out.');
    const outer = placed.findIndex((it) => it.polygon === polygon);
    if (isHole && (depth !== (depths[outer] as number) + 1 || !isInside(placed[i] as Placed, placed[outer] as Placed)))
      throw new ZoneError('zone.coordinates: a hole lies inside its own polygon, and not in another hole.');
  }
}

const edgesOf = (ring: Ring, number: number): Edge[] =>
  ring.slice(1).map((b, index) => {
    const a = ring[index] as Point;
    const [west, east] = [Math.min(a[0], b[0]), Math.max(a[0], b[0])];
    const [south, north] = [Math.min(a[1], b[1]), Math.max(a[1], b[1])];
    return { a, b, west, east, south, north, ring: number, index, isLast: index === ring.length - 2 };
  });

const moved = (it: Edge, by: number): Edge => ({
  ...it,
  a: [it.a[0] + by, it.a[1]],
  b: [it.b[0] + by, it.b[1]],
  west: it.west + by,
  east: it.east + by,
});

/** A direction on the map, and how far an edge reaches along it. */
type Span = (it: Edge) => readonly [from: number, to: number];

/** In one of these directions the edges of any usual polygon lie beside few others: a long straight side crosses two of them. */
const directions: readonly Span[] = [
  ({ west, east }) => [west, east],
  ({ south, north }) => [south, north],
  ({ a, b }) => [Math.min(a[0] + a[1], b[0] + b[1]), Math.max(a[0] + a[1], b[0] + b[1])],
];

/** The most pairs of edges that are compared: some milliseconds of work, for which everybody else waits. */
const mostPairs = 50_000;

/** Visits pairs of edges that lie beside each other in a direction. Stops and returns false after `most` of them. */
function visitPairs(
  edges: readonly Edge[],
  span: Span,
  most: number,
  visit: (one: Edge, other: Edge) => void,
): boolean {
  const sorted = edges.map((it) => ({ it, span: span(it) })).sort((one, other) => one.span[0] - other.span[0]);
  let pairs = 0;
  for (const [i, { it: one, span: reach }] of sorted.entries())
    for (let j = i + 1; j < sorted.length; j++) {
      const other = sorted[j] as (typeof sorted)[number];
      if (other.span[0] > reach[1] + 2 * tolerance) break;
      if (++pairs > most) return false;
      visit(one, other.it);
    }
  return true;
}

/** Throws if two edges meet that may not. It compares edges near each other, also across the meridian of 180°. */
function checkContacts(edges: readonly Edge[]): void {
  const onMap = edges
    .filter(({ a, b }) => !(isOnSeam(a) && a[0] === b[0]) && !(a[1] === b[1] && Math.abs(a[1]) === 90))
    .map((it) => moved(it, -360 * Math.floor((it.west + 180) / 360)));
  const beyond = onMap.filter((it) => it.east >= 180 - tolerance).map((it) => moved(it, -360));
  const all = [...onMap, ...beyond];
  const direction = directions.find((span) => visitPairs(all, span, mostPairs, () => {}));
  if (!direction)
    throw new ZoneError('zone.coordinates: too many long edges lie side by side. Draw the polygon with fewer points.');
  visitPairs(all, direction, mostPairs, (one, other) => {
    if (other.south > one.north + tolerance || other.north < one.south - tolerance) return;
    if (other.west > one.east + tolerance || other.east < one.west - tolerance) return;
    if (doTouch(one, other))
      throw new ZoneError(
        `zone.coordinates: edges meet at ${said(one)} and ${said(other)}. Rings may not cross or touch each other or themselves; polygons side by side are joined to one.`,
      );
  });
}

const said = ({ a, b }: Edge): string => `[${a}]–[${b}]`;

const follows = (one: Edge, other: Edge): boolean =>
  one.ring === other.ring && (other.index === one.index + 1 || (one.isLast && other.index === 0));

/** Whether two edges have a point in common, other than the point where one follows the other. */
function doTouch(one: Edge, other: Edge): boolean {
  if (one.ring === other.ring && one.index === other.index) return false;
  if (follows(one, other)) return touches(one, other.b) || touches(other, one.a);
  if (follows(other, one)) return touches(other, one.b) || touches(one, other.a);
  if (isClear(one, other) || isClear(other, one)) return false;
  return (
    (isAcross(one, other) && isAcross(other, one)) ||
    touches(one, other.a) ||
    touches(one, other.b) ||
    touches(other, one.a) ||
    touches(other, one.b)
  );
}

const isAcross = (edge: Edge, { a, b }: Edge): boolean => crossProduct(edge, a) * crossProduct(edge, b) < 0;

/** Whether the other edge lies wholly on one side of this one, and not near it. */
function isClear(edge: Edge, { a, b }: Edge): boolean {
  const [from, to] = [crossProduct(edge, a), crossProduct(edge, b)];
  const near = 2 * tolerance * (edge.east - edge.west + Math.abs(edge.b[1] - edge.a[1]));
  return from > 0 === to > 0 && Math.abs(from) > near && Math.abs(to) > near;
}

/** Whether a point lies on an edge. The ends of a cut along the meridian of 180° do not count, because both halves have them. */
const touches = (edge: Edge, point: Point): boolean =>
  isNear(edge, point) && !(isOnSeam(point) && [edge.a, edge.b].some(([x, y]) => x === point[0] && y === point[1]));

const crossProduct = ({ a, b }: Edge, [x, y]: Point): number => (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);

function isNear({ a, b }: Edge, [x, y]: Point): boolean {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const along = Math.max(0, Math.min(1, ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy)));
  return Math.abs(x - a[0] - along * dx) <= tolerance && Math.abs(y - a[1] - along * dy) <= tolerance;
}

/** Whether a ring lies in the area of another. Throws if only a part of it does, which can happen where polygons are cut in two. */
function isInside({ samples }: Placed, outer: Placed): boolean {
  let count = 0;
  for (const point of samples) if (holds(outer, point)) count += 1;
  if (count > 0 && count < samples.length)
    throw new ZoneError('zone.coordinates: two polygons lie on each other. Join them, or leave one out.');
  return count > 0;
}

/** On the way from the north pole to a point, each crossing leads in or out. */
function holds({ ring, holdsNorthPole: isInAtPole, west, east, north }: Placed, [longitude, latitude]: Point): boolean {
  const x = longitude + 360 * Math.ceil((west - longitude) / 360);
  if (latitude > north || x > east) return isInAtPole;
  let isIn = isInAtPole;
  for (let i = 1; i < ring.length; i++) {
    const [ax, ay] = ring[i - 1] as Point;
    const [bx, by] = ring[i] as Point;
    if (ax > x !== bx > x && latitude < ay + ((x - ax) / (bx - ax)) * (by - ay)) isIn = !isIn;
  }
  return isIn;
}
