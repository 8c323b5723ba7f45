import type { GeoProjection } from 'd3-geo';
import { antipodeKm, type Place, pointAt } from './earth.ts';
import type { Box, Candidate } from './labels.ts';
import { textWidth } from './labels.ts';

/** A label that runs along a disc's edge: the path its text follows. */
export interface ArcAt {
  readonly path: string;
}

const size = 12;
const step = Math.PI / 90;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Places that a label can take along a disc's edge, the best first. */
export function arcCandidates(
  projection: GeoProjection,
  centre: Place,
  km: number,
  text: string,
  frame: Box,
): Candidate<ArcAt>[] {
  if (km >= antipodeKm) return [];
  const needed = textWidth(text, size) + 8;
  const edge: (Point | undefined)[] = [];
  for (let bearing = -Math.PI; bearing < Math.PI; bearing += step) {
    const projected = projection(pointAt(centre, bearing, km));
    edge.push(projected ? { x: projected[0], y: projected[1] } : undefined);
  }
  // A disc that is seen whole carries its name at its foot, out of the way of what it surrounds; others at their top.
  const whole = edge.every((it) => it && it.y > frame.y && it.y < frame.y + frame.height);
  const rank = (i: number) => preference(i * step - Math.PI, whole);
  const starts = edge.map((_, i) => i).sort((a, b) => rank(a) - rank(b));
  const found: Candidate<ArcAt>[] = [];
  for (const start of starts) {
    const run = runFrom(edge, start, needed, frame);
    if (run) found.push(run);
    if (found.length >= 24) break;
  }
  return found;
}

/** How far a run that starts at this bearing and goes clockwise is from the best place for it. */
const preference = (bearing: number, foot: boolean): number => {
  const from = Math.abs(bearing - (foot ? 2.6 : -0.45));
  return Math.min(from, 2 * Math.PI - from);
};

/** The points from `start` clockwise until the text fits; undefined where the edge leaves the frame or bends too much. */
function runFrom(
  edge: readonly (Point | undefined)[],
  start: number,
  needed: number,
  frame: Box,
): Candidate<ArcAt> | undefined {
  const points: Point[] = [];
  let length = 0;
  for (let i = 0; i < edge.length / 2.2; i++) {
    const point = edge[(start + i) % edge.length];
    if (!point || point.x < frame.x || point.y < frame.y) return undefined;
    if (point.x > frame.x + frame.width || point.y > frame.y + frame.height) return undefined;
    const last = points.at(-1);
    if (last) {
      const leap = Math.hypot(point.x - last.x, point.y - last.y);
      if (leap > 60) return undefined;
      length += leap;
    }
    points.push(point);
    if (length >= needed) return { boxes: boxesAlong(points), at: { path: pathOf(upright(points)) } };
  }
  return undefined;
}

/** Keeps text upright. Along the bottom of a disc the path runs the other way round, below the line. */
const upright = (points: readonly Point[]): readonly Point[] => {
  const [first, last] = [points[0] as Point, points.at(-1) as Point];
  const turned = last.x < first.x;
  const ordered = turned ? [...points].reverse() : points;
  return shift(ordered, turned ? 13 : -4);
};

/** Moves a line sideways by `by` px (positive: below it). */
const shift = (points: readonly Point[], by: number): Point[] =>
  points.map((point, i) => {
    const a = points[Math.max(0, i - 1)] as Point;
    const b = points[Math.min(points.length - 1, i + 1)] as Point;
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    return { x: point.x - ((b.y - a.y) / length) * by, y: point.y + ((b.x - a.x) / length) * by };
  });

const pathOf = (points: readonly Point[]): string =>
  points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

/** A chain of boxes no further apart than they are wide, whatever the scale of the disc. */
const boxesAlong = (points: readonly Point[]): Box[] => {
  const line = upright(points);
  return line.slice(1).flatMap((b, i) => {
    const a = line[i] as Point;
    const parts = Math.max(1, Math.ceil(Math.hypot(b.x - a.x, b.y - a.y) / 12));
    return Array.from({ length: parts }, (_, k) => ({
      x: a.x + ((b.x - a.x) * k) / parts - 8,
      y: a.y + ((b.y - a.y) * k) / parts - 13,
      width: 16,
      height: 18,
    }));
  });
};
