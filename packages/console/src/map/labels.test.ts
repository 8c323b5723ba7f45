import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Box, beside, overlaps, placeLabels, textWidth } from './labels.ts';

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
        candidates: beside(x, y, letters * 7, 16, 8).map(({ boxes }) => ({ boxes, at: boxes[0] as Box })),
        ignores: [String(i)],
      }));
      const obstacles = marks.map(({ x, y }, i) => ({
        id: String(i),
        box: { x: x - 4, y: y - 4, width: 8, height: 8 },
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
  const line = (x: number) => Array.from({ length: 60 }, (_, i) => ({ x, y: i * 10 }));
  const wanted = [{ id: 'a', candidates: beside(300, 300, 60, 16, 8) }];
  const anchor = (lines: Parameters<typeof placeLabels>[4]) =>
    placeLabels(wanted, [], frame, [], lines).get('a')?.anchor;
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
  for (const { boxes, at } of beside(100, 100, 60, 16, 8)) {
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
