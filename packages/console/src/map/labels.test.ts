import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Box, boxAround, boxesBetween, isInside, overlaps, textWidth } from './boxes.ts';
import { beside, calledOut, placeLabels } from './labels.ts';
import type { Line } from './lines.ts';

const frame: Box = { x: 0, y: 0, width: 700, height: 600 };
const mark = fc.record({
  x: fc.integer({ min: 0, max: 700 }),
  y: fc.integer({ min: 0, max: 600 }),
  letters: fc.integer({ min: 3, max: 18 }),
});

test('placed labels never cover each other, an obstacle or the frame, and lie beside their own mark', () => {
  fc.assert(
    fc.property(fc.array(mark, { maxLength: 40 }), (marks) => {
      const wanted = marks.map(({ x, y, letters }, i) => ({
        id: String(i),
        candidates: beside({ x, y }, { width: letters * 7, height: 16 }, 8).map(({ boxes }) => ({
          boxes,
          at: boxes[0] as Box,
        })),
        ignores: [String(i)],
      }));
      const obstacles = marks.map(({ x, y }, i) => ({
        id: String(i),
        box: boxAround({ x, y }, 4),
      }));
      const placed = [...placeLabels(wanted, obstacles, frame)];
      for (const [i, [id, box]] of placed.entries()) {
        expect(box.x >= 0 && box.y >= 0 && box.x + box.width <= 700 && box.y + box.height <= 600).toBe(true);
        for (const [, other] of placed.slice(i + 1)) expect(overlaps(box, other)).toBe(false);
        for (const it of obstacles) if (it.id !== id) expect(overlaps(box, it.box)).toBe(false);
        const own = marks[Number(id)] as { x: number; y: number };
        const away = Math.hypot(
          Math.max(box.x - own.x, 0, own.x - box.x - box.width),
          Math.max(box.y - own.y, 0, own.y - box.y - box.height),
        );
        expect(away).toBeLessThanOrEqual(12);
      }
    }),
  );
});

test('what is offered first is placed first', () => {
  const at = (id: string) => ({ id, candidates: [{ boxes: [{ x: 10, y: 10, width: 50, height: 16 }], at: id }] });
  expect([...placeLabels([at('claim'), at('faint')], [], frame).keys()]).toEqual(['claim']);
});

test('of the free places a label takes the one that the fewest lines cross', () => {
  const line = (x: number): Line => ({
    id: String(x),
    runs: [
      [
        { x, y: 0 },
        { x, y: 600 },
      ],
    ],
  });
  const wanted = [{ id: 'a', candidates: beside({ x: 300, y: 300 }, { width: 60, height: 16 }, 8) }];
  const anchor = (lines: readonly Line[]) => placeLabels(wanted, [], frame, [], lines).get('a')?.anchor;
  expect(anchor([])).toBe('start');
  expect(anchor([line(330)])).toBe('end');
  // Both sides are crossed, one of them twice.
  expect(anchor([line(330), line(310), line(270)])).toBe('end');
  expect(anchor([line(330), line(270), line(260)])).toBe('start');
});

test('a longer text is wider, and a larger one in proportion', () => {
  expect(textWidth('Frankfurt', 12)).toBeGreaterThan(textWidth('Bonn', 12));
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme', minLength: 1 }), (a, b) => {
      expect(textWidth(a + b, 12)).toBeGreaterThan(textWidth(a, 12));
      expect(textWidth(a, 24)).toBeCloseTo(2 * textWidth(a, 12));
    }),
  );
});

test('a text begins, ends or is centred at its point, and stands inside the box that is kept for it', () => {
  for (const { boxes, at } of beside({ x: 100, y: 100 }, { width: 60, height: 16 }, 8)) {
    const [box] = boxes as [Box];
    const left = { start: at.x, end: at.x - 60, middle: at.x - 30 }[at.anchor];
    expect(left).toBeCloseTo(box.x);
    expect(at.y > box.y && at.y <= box.y + box.height + 1).toBe(true);
  }
});

test('boxes that only touch do not cover each other', () => {
  const box = { x: 0, y: 0, width: 10, height: 10 };
  expect(overlaps(box, { ...box, x: 10 })).toBe(false);
  expect(overlaps(box, { ...box, y: -10 })).toBe(false);
  expect(overlaps(box, { ...box, x: 9.9, y: 9.9 })).toBe(true);
});

test('a label that finds no room beside its mark stands further off, with a line to it that no other label covers', () => {
  const signs = fc.array(fc.tuple(fc.integer({ min: 290, max: 410 }), fc.integer({ min: 240, max: 360 })), {
    minLength: 2,
    maxLength: 14,
  });
  const room = { width: 50, height: 16 };
  fc.assert(
    fc.property(signs, (places) => {
      const marks = places.map(([x, y], i) => ({ id: String(i), x, y }));
      const wanted = marks.map(({ id, ...at }) => ({
        id,
        candidates: [...beside(at, room, 12), ...calledOut(at, room, 10)].map((it) => ({ ...it, at: it })),
        ignores: [id],
      }));
      const obstacles = marks.map(({ id, ...at }) => ({ id, box: boxAround(at, 9) }));
      const placed = [...placeLabels(wanted, obstacles, frame)];
      for (const [i, [id, { boxes, leader = [], at }]] of placed.entries()) {
        for (const { id: other, box } of obstacles) {
          expect(boxes.some((it) => overlaps(it, box))).toBe(false);
          if (other !== id) expect(leader.some((it) => overlaps(it, box))).toBe(false);
        }
        for (const [, other] of placed.slice(i + 1))
          for (const mine of [...boxes, ...leader])
            for (const its of [...other.boxes, ...(other.leader ?? [])]) expect(overlaps(mine, its)).toBe(false);
        if (!at.leader) continue;
        const [from, to] = at.leader;
        const own = marks[Number(id)] as { x: number; y: number };
        expect(Math.hypot(from.x - own.x, from.y - own.y)).toBeCloseTo(10);
        expect(overlaps(boxes[0] as Box, boxAround(to, 3))).toBe(true);
      }
    }),
    { numRuns: 30 },
  );
});

test('a label is dropped rather than placed where it costs too much', () => {
  const candidates = [{ boxes: [{ x: 10, y: 10, width: 50, height: 16 }], cost: 2, at: 'there' }];
  expect(placeLabels([{ id: 'a', candidates, mostCost: 2 }], [], frame).get('a')).toBe('there');
  expect(placeLabels([{ id: 'a', candidates, mostCost: 1.9 }], [], frame).size).toBe(0);
});

test('boxes along a line leave no gap, and one around a point has it in its middle', () => {
  fc.assert(
    fc.property(mark, mark, (a, b) => {
      const boxes = boxesBetween(a, b, 6);
      for (const [i, box] of boxes.entries()) {
        const next = boxes[i + 1];
        if (next) expect(Math.hypot(next.x - box.x, next.y - box.y)).toBeLessThanOrEqual(6.001);
      }
      const [first, last] = [boxes[0], boxes.at(-1)].map((it) => ({ x: (it?.x ?? 0) + 3, y: (it?.y ?? 0) + 3 }));
      expect(first).toEqual({ x: a.x, y: a.y });
      expect([last?.x, last?.y]).toEqual([expect.closeTo(b.x), expect.closeTo(b.y)]);
      expect(isInside(boxAround(a, 2), boxAround(a, 3))).toBe(true);
      expect(isInside(boxAround(a, 3), boxAround(a, 2))).toBe(false);
    }),
  );
});
