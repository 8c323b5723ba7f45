import { expect, test } from 'vitest';
import { dimensionBoxes } from './dimension.tsx';

test('the words beside the circle end before the map does, however wide the circle is', () => {
  for (const width of [600, 736, 960])
    for (const radiusPx of [40, 120, 240, 300]) {
      const boxes = dimensionBoxes({ x: width / 2, y: 480 }, radiusPx, false, width, 109);
      const isWhole = boxes.every((it) => it.x >= 0 && it.x + it.width <= width);
      expect([width, radiusPx, isWhole]).toEqual([width, radiusPx, true]);
    }
});
