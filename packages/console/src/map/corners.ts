import type { Box, Point } from './boxes.ts';

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

/** The corner whose inset lies furthest from the claim, the estimate and the line between them. */
export const emptiestCorner = (
  width: number,
  height: number,
  size: { width: number; height: number },
  from: Point,
  to: Point,
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
  // The usual corner stays unless it is in the way.
  return room('bottom right') >= 40 ? 'bottom right' : corners.reduce((a, b) => (room(b) > room(a) ? b : a));
};
