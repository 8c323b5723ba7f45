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

test('a longer text is wider', () => {
  expect(textWidth('Frankfurt', 12)).toBeGreaterThan(textWidth('Bonn', 12));
});
