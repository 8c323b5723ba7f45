import { ringsOf } from './geojson.ts';
import { type Line, lineOf, type Point, Region } from './region.ts';
import { holdsNorthPole, isOnSeam } from './rings.ts';

/** The region of a polygon. */
export function polygonRegion(zone: unknown): Region {
  const lines: Line[] = [];
  const seams = new Seams();
  let isInAtPole = false;
  for (const rings of ringsOf(zone)) {
    for (const [i, ring] of rings.entries()) {
      if (holdsNorthPole(ring, i > 0)) isInAtPole = !isInAtPole;
      lines.push(...seams.cutFrom(ring).map(lineOf));
    }
  }
  return new Region([...lines, ...seams.borders().map(lineOf)], isInAtPole);
}

/**
 * Edges along the meridian of 180°. If a polygon was cut in two there, both halves have the same edge, and it is no border. If only
 * one side has the edge, it is a border.
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
