import type { GeoProjection } from 'd3-geo';
import { type Box, boxAround, boxesBetween, type Point, textWidth } from './boxes.ts';
import { antipodeKm, type Place, pointAt } from './earth.ts';
import { type Candidate, calledOut, type TextAt } from './labels.ts';

/** A label that runs along a disc's edge: the path its text follows. */
export interface ArcAt {
  readonly path: string;
}

const size = 12;
const step = Math.PI / 90;
/** A text begins at every third point of the edge, and a called-out one stands at every ninth. */
const [everyStart, everyCallOut] = [3, 9];

/**
 * Places that a label can take at a disc's edge, the best first: along the edge, outside or inside of it, and further off with a thin
 * line to the edge.
 */
export function arcCandidates(
  projection: GeoProjection,
  centre: Place,
  km: number,
  text: string,
  frame: Box,
): Candidate<ArcAt | TextAt>[] {
  if (km >= antipodeKm) return [];
  const width = textWidth(text, size);
  const edge: (Point | undefined)[] = [];
  for (let bearing = -Math.PI; bearing < Math.PI; bearing += step) {
    const projected = projection(pointAt(centre, bearing, km));
    edge.push(projected ? { x: projected[0], y: projected[1] } : undefined);
  }
  // A disc that is seen whole carries its name at its foot, out of the way of what it surrounds; others at their top.
  const whole = edge.every((it) => it && it.y > frame.y && it.y < frame.y + frame.height);
  const rank = (i: number) => preference(i * step - Math.PI, whole);
  const starts = edge.flatMap((_, i) => (i % everyStart === 0 ? [i] : [])).sort((a, b) => rank(a) - rank(b));
  const along = ([1, -1] as const).flatMap((side) =>
    starts.flatMap((start) => runFrom(edge, start, width * 1.06 + 8, side, frame) ?? []),
  );
  const room = { width: width + 6, height: 16 };
  const off = edge.flatMap((it, i) =>
    it && i % everyCallOut === 0 && isSeen(it, frame) ? calledOut(it, room, 0, [i * step - Math.PI]) : [],
  );
  return [...along, ...off];
}

/** How far a run that starts at this bearing and goes clockwise is from the best place for it. */
const preference = (bearing: number, foot: boolean): number => {
  const from = Math.abs(bearing - (foot ? 2.6 : -0.45));
  return Math.min(from, 2 * Math.PI - from);
};

const isSeen = ({ x, y }: Point, frame: Box): boolean =>
  x >= frame.x && y >= frame.y && x <= frame.x + frame.width && y <= frame.y + frame.height;

/**
 * The points from `start` clockwise until the text fits beside them, outside of the disc (1) or inside (-1). Undefined where the edge
 * leaves the frame or bends too much.
 */
function runFrom(
  edge: readonly (Point | undefined)[],
  start: number,
  needed: number,
  side: 1 | -1,
  frame: Box,
): Candidate<ArcAt> | undefined {
  const points: Point[] = [];
  let length = 0;
  for (let i = 0; i < edge.length / 2.8; i++) {
    const point = edge[(start + i) % edge.length];
    if (!point || !isSeen(point, frame)) return undefined;
    const last = points.at(-1);
    if (last) {
      const leap = Math.hypot(point.x - last.x, point.y - last.y);
      if (leap > 60) return undefined;
      length += leap;
    }
    points.push(point);
    if (length < needed) continue;
    const line = upright(points, side);
    // Inside of the disc a line is shorter than the edge.
    if (lengthOf(line) >= needed) return { boxes: boxesAlong(line), at: { path: pathOf(line) } };
  }
  return undefined;
}

/** Keeps text upright. Along the bottom of a disc the path runs the other way round, so that its outside is below the line. */
const upright = (points: readonly Point[], side: 1 | -1): readonly Point[] => {
  const [first, last] = [points[0] as Point, points.at(-1) as Point];
  const turned = last.x < first.x;
  const ordered = turned ? [...points].reverse() : points;
  return shift(ordered, turned === (side === 1) ? 13 : -5);
};

/** Moves a line sideways by `by` px (positive: below it). */
const shift = (points: readonly Point[], by: number): Point[] =>
  points.map((point, i) => {
    const a = points[Math.max(0, i - 1)] as Point;
    const b = points[Math.min(points.length - 1, i + 1)] as Point;
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    return { x: point.x - ((b.y - a.y) / length) * by, y: point.y + ((b.x - a.x) / length) * by };
  });

const lengthOf = (points: readonly Point[]): number =>
  points.reduce((sum, { x, y }, i) => {
    const before = points[i - 1];
    return before ? sum + Math.hypot(x - before.x, y - before.y) : 0;
  }, 0);

const pathOf = (points: readonly Point[]): string =>
  points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

/** A chain of boxes around the middle of the letters, which stand on the line. */
const boxesAlong = (line: readonly Point[]): Box[] => {
  const middle = shift(line, -4);
  const [first] = middle as [Point];
  let last = first;
  const boxes = [boxAround(first, 9)];
  for (const it of middle.slice(1)) {
    if (Math.hypot(it.x - last.x, it.y - last.y) < 9 && it !== middle.at(-1)) continue;
    for (const { x, y, width } of boxesBetween(last, it, 12).slice(1))
      boxes.push(boxAround({ x: x + width / 2, y: y + width / 2 }, 9));
    last = it;
  }
  return boxes;
};
