import fc from 'fast-check';
import { expect, test } from 'vitest';
import { overlaps } from './boxes.ts';
import { type Corner, cornerBox, emptiestCorner } from './corners.ts';

const [width, height, size] = [736, 610, { width: 246, height: 216 }];
const corners: Corner[] = ['bottom right', 'bottom left', 'top right', 'top left'];

test('an inset lies inside the map, each corner in its own quarter', () => {
  const boxes = corners.map((it) => cornerBox(it, width, height, size));
  for (const box of boxes) {
    expect(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height).toBe(true);
    expect(boxes.filter((other) => overlaps(box, other))).toEqual([box]);
  }
  expect(boxes.map((it) => [it.x > width / 2, it.y > height / 2])).toEqual([
    [true, true],
    [false, true],
    [true, false],
    [false, false],
  ]);
});

test('the usual corner stays unless something is in its way', () => {
  expect(emptiestCorner(width, height, size, { x: 50, y: 50 }, { x: 300, y: 60 })).toBe('bottom right');
  expect(emptiestCorner(width, height, size, { x: 100, y: 100 }, { x: 700, y: 590 })).not.toBe('bottom right');
  expect(emptiestCorner(width, height, size, { x: 700, y: 40 }, { x: 700, y: 590 })).toMatch('left');
});

test('an inset covers neither claim nor estimate where any corner is free', () => {
  const point = fc.record({ x: fc.integer({ min: 0, max: width }), y: fc.integer({ min: 0, max: height }) });
  const covers = (corner: Corner, it: { x: number; y: number }) =>
    overlaps(cornerBox(corner, width, height, size), { ...it, width: 0.1, height: 0.1 });
  fc.assert(
    fc.property(point, point, (from, to) => {
      const chosen = emptiestCorner(width, height, size, from, to);
      // Two points lie in two quarters at most; the line between them crosses three.
      expect([covers(chosen, from), covers(chosen, to)]).toEqual([false, false]);
    }),
  );
});

test('an inset covers no edge of the area where another corner keeps off it', () => {
  const [from, to] = [
    { x: 500, y: 300 },
    { x: 60, y: 60 },
  ];
  expect(emptiestCorner(width, height, size, from, to)).toBe('bottom right');
  const [atRight, atLeft] = [
    { x: 600, y: 500 },
    { x: 50, y: 500 },
  ];
  expect(emptiestCorner(width, height, size, from, to, [], [atRight])).toBe('bottom left');
  // A sign is worse to cover than any part of an edge.
  expect(emptiestCorner(width, height, size, from, to, [atLeft, { x: 600, y: 100 }], [atRight, atRight])).toBe(
    'bottom right',
  );
});
