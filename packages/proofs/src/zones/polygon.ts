import { ringsOf } from './geojson.ts';
import { type Line, lineOf, type Point, Region } from './region.ts';

/**
 * The region of a polygon. A ring whose neighbours are more than half a turn apart crosses the meridian of 180°. A ring
 * that goes around the Earth holds a pole: the one on its left if it is the outer ring, on its right if it is a hole.
 */
export function polygonRegion(zone: unknown): Region {
  const polygons = ringsOf(zone);
  const lines: Line[] = [];
  const seams = new Seams();
  let holdsNorthPole = false;
  for (const rings of polygons) {
    for (const [i, ring] of rings.entries()) {
      const points = unrolled(ring);
      const turns = Math.round(((points.at(-1)?.[0] ?? 0) - (points[0]?.[0] ?? 0)) / 360);
      if (turns !== 0 && turns > 0 === (i === 0)) holdsNorthPole = !holdsNorthPole;
      lines.push(...seams.cutFrom(points).map(lineOf));
    }
  }
  return new Region([...lines, ...seams.borders().map(lineOf)], holdsNorthPole);
}

/** The same ring with longitudes that go on beyond 180° instead of jumping. Along a pole every longitude is the same place. */
function unrolled(ring: readonly Point[]): Point[] {
  let turn = 0;
  return ring.map((point, i): Point => {
    const before = ring[i - 1];
    const isAlongPole = before && Math.abs(before[1]) === 90 && before[1] === point[1];
    if (before && !isAlongPole && Math.abs(point[0] - before[0]) > 180) turn += point[0] > before[0] ? -360 : 360;
    return [point[0] + turn, point[1]];
  });
}

/**
 * Edges along the meridian of 180°. Where a polygon was cut in two there, both halves have the same edge, and it is no
 * border. Where only one side has it, it is.
 */
class Seams {
  readonly #edges: (readonly [south: number, north: number])[] = [];

  /** The lines that are left of a ring. */
  cutFrom(points: readonly Point[]): Point[][] {
    const lines: Point[][] = [[]];
    for (const [i, point] of points.entries()) {
      const before = points[i - 1];
      if (before && isOnSeam(before) && before[0] === point[0]) {
        this.#edges.push([Math.min(before[1], point[1]), Math.max(before[1], point[1])]);
        lines.push([]);
      }
      lines.at(-1)?.push(point);
    }
    return lines.filter((it) => it.length > 1);
  }

  borders(): Point[][] {
    const latitudes = [...new Set(this.#edges.flat())].sort((a, b) => a - b);
    return latitudes.flatMap((south, i): Point[][] => {
      const north = latitudes[i + 1];
      if (north === undefined) return [];
      const sides = this.#edges.filter(([from, to]) => from <= south && to >= north).length;
      return sides % 2 === 1
        ? [
            [
              [180, south],
              [180, north],
            ],
          ]
        : [];
    });
  }
}

const isOnSeam = ([longitude]: Point): boolean => Math.abs(longitude % 360) === 180;
