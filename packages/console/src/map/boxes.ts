export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

export const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

export const isInside = (a: Box, frame: Box): boolean =>
  a.x >= frame.x &&
  a.y >= frame.y &&
  a.x + a.width <= frame.x + frame.width &&
  a.y + a.height <= frame.y + frame.height;

/** The box of a mark: `half` px to each side of its middle. */
export const boxAround = ({ x, y }: Point, half: number): Box => ({
  x: x - half,
  y: y - half,
  width: 2 * half,
  height: 2 * half,
});

/** Boxes along a straight line, each of which touches the next. */
export const boxesBetween = (a: Point, b: Point, size: number): Box[] => {
  const parts = Math.max(1, Math.ceil(Math.hypot(b.x - a.x, b.y - a.y) / size));
  return Array.from({ length: parts + 1 }, (_, i) =>
    boxAround({ x: a.x + ((b.x - a.x) * i) / parts, y: a.y + ((b.y - a.y) * i) / parts }, size / 2),
  );
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
