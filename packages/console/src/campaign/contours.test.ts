import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draw } from './contours.tsx';

const numbersIn = (path: string): number[] => [...path.matchAll(/-?[\d.]+/g)].map(([n]) => Number(n));

test('a campaign has a landscape of its own, the same every time', () => {
  const drawn = ['Street art', 'Street arts', ''].map((name) => JSON.stringify(draw(name, 600, 72)));
  expect(JSON.stringify(draw('Street art', 600, 72))).toBe(drawn[0]);
  expect(new Set(drawn).size).toBe(3);
});

test('lines stay on the sheet, from the lowest to the highest, and the mark has room', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.integer({ min: 100, max: 500 }),
      fc.integer({ min: 60, max: 150 }),
      (name, width, height) => {
        const { lines, top } = draw(name, width, height);
        const points = lines.flatMap(({ path }) => [...path.matchAll(/[ML]([\d.-]+) ([\d.-]+)/g)]);
        expect(points.length).toBeGreaterThan(0);
        for (const [, x, y] of points)
          expect(Number(x) >= 0 && Number(x) <= width + 10 && Number(y) >= 0 && Number(y) <= height + 10).toBe(true);
        for (const { path } of lines) expect(path).not.toContain('NaN');
        expect(lines.map((it) => it.level)).toEqual(lines.map((it) => it.level).toSorted((a, b) => a - b));
        expect(top.x >= 20 && top.x <= width && top.y >= 20 && top.y <= height).toBe(true);
      },
    ),
    { numRuns: 8 },
  );
});

test('a line ends at the sheet’s edge or meets itself: every other end is shared by two pieces', () => {
  const { lines } = draw('Street art', 300, 100);
  for (const { path } of lines) {
    const ends = new Map<string, number>();
    for (const piece of path.split('M').slice(1))
      for (const end of piece.split('L')) ends.set(end, (ends.get(end) ?? 0) + 1);
    for (const [end, n] of ends) {
      const [x = 0, y = 0] = numbersIn(end);
      const atEdge = x <= 0 || y <= 0 || x >= 300 || y >= 100;
      expect(atEdge || n % 2 === 0).toBe(true);
    }
  }
});
