/**
 * Label placement. Labels are offered in the order of what they say (claim, estimate, strong nodes, dimension, faint
 * nodes). Each takes one of its candidate boxes that touches nothing placed before it and lies inside the frame: the one that the
 * fewest lines cross, and of those the first. A label that finds no place is dropped: it is never moved further than its candidates
 * say.
 */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Candidate<T> {
  /** All boxes the label covers: one for a straight label, a chain for one along an arc. */
  readonly boxes: readonly Box[];
  readonly at: T;
}

export interface Wanted<T> {
  readonly id: string;
  readonly candidates: readonly Candidate<T>[];
  /** Own marks, which the label may touch. */
  readonly ignores?: readonly string[];
}

export interface Obstacle {
  readonly id: string;
  readonly box: Box;
}

export const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const inside = (a: Box, frame: Box): boolean =>
  a.x >= frame.x &&
  a.y >= frame.y &&
  a.x + a.width <= frame.x + frame.width &&
  a.y + a.height <= frame.y + frame.height;

/** Points of a line that is drawn on the map, near to each other. */
export type Line = readonly { readonly x: number; readonly y: number }[];

const crossings = (boxes: readonly Box[], lines: readonly Line[]): number =>
  lines.filter((line) =>
    line.some(({ x, y }) =>
      boxes.some((it) => x >= it.x && x <= it.x + it.width && y >= it.y && y <= it.y + it.height),
    ),
  ).length;
const byCrossings = (a: { crossed: number }, b: { crossed: number }): number => a.crossed - b.crossed;

export function placeLabels<T>(
  wanted: readonly Wanted<T>[],
  obstacles: readonly Obstacle[],
  frame: Box,
  /** Filled with the boxes that the labels take. */
  taken: Box[] = [],
  lines: readonly Line[] = [],
): Map<string, T> {
  const placed = new Map<string, T>();
  for (const { id, candidates, ignores = [] } of wanted) {
    const blocked = obstacles.filter((it) => !ignores.includes(it.id)).map((it) => it.box);
    const free = candidates.filter(({ boxes }) =>
      boxes.every((box) => inside(box, frame) && ![...taken, ...blocked].some((other) => overlaps(box, other))),
    );
    const [best] = free.map((it) => ({ ...it, crossed: crossings(it.boxes, lines) })).sort(byCrossings);
    if (!best) continue;
    placed.set(id, best.at);
    taken.push(...best.boxes);
  }
  return placed;
}

export interface TextAt {
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'end' | 'middle';
}

/** Beside a mark: right, left, below, above, then the corners; `gap` from its centre. */
export const beside = (x: number, y: number, width: number, height: number, gap: number): Candidate<TextAt>[] => {
  const box = (left: number, top: number): Box => ({ x: left, y: top, width, height });
  const base = height * 0.32;
  return [
    { boxes: [box(x + gap, y - height / 2)], at: { x: x + gap, y: y + base, anchor: 'start' } },
    { boxes: [box(x - gap - width, y - height / 2)], at: { x: x - gap, y: y + base, anchor: 'end' } },
    { boxes: [box(x - width / 2, y + gap - 2)], at: { x, y: y + gap - 2 + height * 0.8, anchor: 'middle' } },
    { boxes: [box(x - width / 2, y - gap - height + 2)], at: { x, y: y - gap - 1, anchor: 'middle' } },
    { boxes: [box(x + gap - 2, y + 3)], at: { x: x + gap - 2, y: y + 3 + height * 0.8, anchor: 'start' } },
    { boxes: [box(x - gap + 2 - width, y + 3)], at: { x: x - gap + 2, y: y + 3 + height * 0.8, anchor: 'end' } },
    { boxes: [box(x + gap - 2, y - height - 3)], at: { x: x + gap - 2, y: y - 6, anchor: 'start' } },
    { boxes: [box(x - gap + 2 - width, y - height - 3)], at: { x: x - gap + 2, y: y - 6, anchor: 'end' } },
  ];
};

/** Width of IBM Plex Sans per character at 1 px, by kind; within 6 % of what browsers measure for names of places. */
const widths: readonly (readonly [RegExp, number])[] = [
  [/[MWmw]/, 0.86],
  [/[A-Z0-9]/, 0.61],
  [/[fijlrt.,:;'’|()[\] ]/, 0.33],
  [/./su, 0.555],
];

export const textWidth = (text: string, size: number): number => {
  let sum = 0;
  for (const letter of text) sum += widths.find(([kind]) => kind.test(letter))?.[1] ?? 0.6;
  return sum * size;
};
