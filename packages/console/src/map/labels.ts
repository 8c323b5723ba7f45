import { type Box, boxAround, boxesBetween, isInside, overlaps, type Point } from './boxes.ts';
import { crossingCounter, type Line } from './lines.ts';

/**
 * Label placement. Labels are offered in the order of what they say (claim, estimate, the tightest discs, names of challengers,
 * cities). Each takes one of its candidates that touches no mark and no label placed before it, and lies inside the frame: the one
 * that the fewest lines cross, and of those the first. A label that finds no place is dropped.
 */
export interface Candidate<T> {
  /** All boxes the text covers: one for a straight label, a chain for one along an arc. */
  readonly boxes: readonly Box[];
  /** The boxes of the thin line from a mark to its text. Labels stay off it; it may cross other lines. */
  readonly leader?: readonly Box[];
  /** How many crossed lines the candidate is worse than one beside its mark. */
  readonly cost?: number;
  readonly at: T;
}

export interface Wanted<T> {
  readonly id: string;
  readonly candidates: readonly Candidate<T>[];
  /** Own marks, which the thin line to the text may touch, and the own line, which may cross the text. */
  readonly ignores?: readonly string[];
  /** The label is dropped rather than placed at a higher cost. Labels of crossed lines or far from their mark would tell little. */
  readonly mostCost?: number;
}

export interface Obstacle {
  readonly id: string;
  readonly box: Box;
}

const byCost = (a: { cost: number }, b: { cost: number }): number => a.cost - b.cost;

export function placeLabels<T>(
  wanted: readonly Wanted<T>[],
  obstacles: readonly Obstacle[],
  frame: Box,
  /** Filled with the boxes that the labels take. */
  taken: Box[] = [],
  lines: readonly Line[] = [],
): Map<string, T> {
  const placed = new Map<string, T>();
  const crossings = crossingCounter(lines, frame);
  for (const { id, candidates, ignores = [], mostCost = Number.POSITIVE_INFINITY } of wanted) {
    const free = (marks: readonly Obstacle[]) => {
      const others = [...taken, ...marks.map((it) => it.box)];
      return (box: Box) => isInside(box, frame) && !others.some((other) => overlaps(box, other));
    };
    const [forText, forLeader] = [free(obstacles), free(obstacles.filter((it) => !ignores.includes(it.id)))];
    const [best] = candidates
      .filter(({ boxes, leader = [] }) => boxes.every(forText) && leader.every(forLeader))
      .map((it) => ({ ...it, cost: (it.cost ?? 0) + crossings(it.boxes, ignores) }))
      .sort(byCost);
    if (!best || best.cost > mostCost) continue;
    placed.set(id, best.at);
    taken.push(...best.boxes, ...(best.leader ?? []));
  }
  return placed;
}

export interface TextAt extends Point {
  readonly anchor: 'start' | 'end' | 'middle';
  /** The ends of a thin line from the mark to its text, where the text stands further off. */
  readonly leader?: readonly [Point, Point];
}

/** The room that a text needs. `line` is the height of its first line, if it has more than one. */
export interface Room {
  readonly width: number;
  readonly height: number;
  readonly line?: number;
}

const baseline = 0.81;

/** A text whose box has this corner. */
const textIn = (left: number, top: number, { width, height, line = height }: Room, anchor: TextAt['anchor']) => ({
  boxes: [{ x: left, y: top, width, height }],
  at: { x: left + { start: 0, middle: width / 2, end: width }[anchor], y: top + line * baseline, anchor },
});

/** Beside a mark: right, left, below, above, then the corners; `gap` from its centre. */
export const beside = ({ x, y }: Point, room: Room, gap: number): Candidate<TextAt>[] => {
  const { width, height } = room;
  return [
    textIn(x + gap, y - height / 2, room, 'start'),
    textIn(x - gap - width, y - height / 2, room, 'end'),
    textIn(x - width / 2, y + gap - 2, room, 'middle'),
    textIn(x - width / 2, y - gap - height + 2, room, 'middle'),
    textIn(x + gap - 2, y + 3, room, 'start'),
    textIn(x - gap + 2 - width, y + 3, room, 'end'),
    textIn(x + gap - 2, y - height - 3, room, 'start'),
    textIn(x - gap + 2 - width, y - height - 3, room, 'end'),
  ];
};

/** Beside the dot of a city. A city has a dot only if its name has room, so the dot is kept free together with the name. */
export const besideDot = (dot: Point, room: Room): Candidate<TextAt>[] =>
  beside(dot, room, 6).map((it) => ({ ...it, leader: [boxAround(dot, 2.5)] }));

const calledOutPx = [18, 32, 48, 68, 92];
const directions = Array.from({ length: 16 }, (_, i) => (i * Math.PI) / 8);

/** Further off in some direction, with a thin line to the edge of the mark. */
export const calledOut = (mark: Point, room: Room, edgePx: number, towards = directions): Candidate<TextAt>[] =>
  calledOutPx.flatMap((px, further) =>
    towards.flatMap((angle) => {
      const [dx, dy] = [Math.sin(angle), -Math.cos(angle)];
      const from = { x: mark.x + dx * edgePx, y: mark.y + dy * edgePx };
      const to = { x: from.x + dx * px, y: from.y + dy * px };
      // Up or down the text is centred over the end of the line. To the sides it begins there.
      const centred = textIn(to.x - room.width / 2, dy < 0 ? to.y - room.height : to.y, room, 'middle');
      const aside = textIn(
        to.x + (dx > 0 ? 1 : -1 - room.width),
        to.y - room.height / 2,
        room,
        dx > 0 ? 'start' : 'end',
      );
      const texts = [...(Math.abs(dx) > 0.3 ? [aside] : []), ...(Math.abs(dy) > 0.3 ? [centred] : [])];
      return texts.map((text) => ({
        ...text,
        leader: boxesBetween(from, to, 4),
        cost: 1.5 + further * 0.6,
        at: { ...text.at, leader: [from, to] as const },
      }));
    }),
  );
