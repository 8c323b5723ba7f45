import { type Box, isInside, type Point } from './boxes.ts';

export type Corner = 'bottom right' | 'bottom left' | 'top right' | 'top left';

export const cornerBox = (
  corner: Corner,
  width: number,
  height: number,
  size: { width: number; height: number },
): Box => ({
  x: corner.endsWith('right') ? width - size.width - 12 : 12,
  y: corner.startsWith('bottom') ? height - size.height - 12 : 12,
  ...size,
});

/** So far from the line an inset is not in its way. */
const clearPx = 40;

/**
 * The corner whose inset lies furthest from the claim, the estimate and the line between them. Of the corners that keep off these,
 * the one that covers the fewest signs, and of these the least of an edge that the map is about.
 */
export const emptiestCorner = (
  width: number,
  height: number,
  size: { width: number; height: number },
  from: Point,
  to: Point,
  signs: readonly Point[] = [],
  edge: readonly Point[] = [],
): Corner => {
  const room = (corner: Corner): number => {
    const box = cornerBox(corner, width, height, size);
    return Math.min(
      ...[0, 0.25, 0.5, 0.75, 1].map((share) => {
        const [x, y] = [from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share];
        return Math.hypot(
          Math.max(box.x - x, 0, x - box.x - box.width),
          Math.max(box.y - y, 0, y - box.y - box.height),
        );
      }),
    );
  };
  const corners: Corner[] = ['bottom right', 'bottom left', 'top right', 'top left'];
  const covered = (corner: Corner): number => {
    const box = cornerBox(corner, width, height, size);
    const inside = (points: readonly Point[]) =>
      points.filter((it) => isInside({ ...it, width: 0, height: 0 }, box)).length;
    return inside(signs) * (edge.length + 1) + inside(edge);
  };
  // The usual corner stays unless it is in the way.
  if (room('bottom right') >= clearPx && covered('bottom right') === 0) return 'bottom right';
  const clear = corners.filter((it) => room(it) >= clearPx);
  if (clear.length === 0) return corners.reduce((a, b) => (room(b) > room(a) ? b : a));
  const least = Math.min(...clear.map(covered));
  return clear.filter((it) => covered(it) === least).reduce((a, b) => (room(b) > room(a) ? b : a));
};
