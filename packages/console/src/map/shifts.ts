import { geoAzimuthalEquidistant, geoEqualEarth } from 'd3-geo';
import type { View } from './views.ts';

/** How a map was moved by hand: a point of the map at rest is drawn at `k` times its place, plus x and y. In px. */
export interface Shift {
  readonly k: number;
  readonly x: number;
  readonly y: number;
}

export const atRest: Shift = { k: 1, x: 0, y: 0 };
export const isAtRest = ({ k, x, y }: Shift): boolean => k === 1 && x === 0 && y === 0;

const leastKmAcross = 4;
const mostKmAcross = 24_000;

/** The same shift, as far as the map allows. A map of the world stays inside its frame. */
export const limited = (base: View, { k, x, y }: Shift): Shift => {
  const isWorld = base.kmAcross > mostKmAcross;
  const least = isWorld ? 1 : Math.min(1, base.kmAcross / mostKmAcross);
  const most = Math.max(1, base.kmAcross / leastKmAcross);
  const scale = Math.min(most, Math.max(least, k));
  if (!isWorld) return { k: scale, x, y };
  const within = (value: number, size: number) => Math.min(0, Math.max(size * (1 - scale), value));
  return { k: scale, x: within(x, base.width), y: within(y, base.height) };
};

/** Zooms in by `times`. What is at the point `at` stays there. */
export const zoomedAt = ({ k, x, y }: Shift, times: number, at: { x: number; y: number }): Shift => ({
  k: k * times,
  x: at.x - (at.x - x) * times,
  y: at.y - (at.y - y) * times,
});

/** How to move what was drawn with `from` so that it lies as `to` would draw it. */
export const between = (from: Shift, to: Shift): Shift => {
  const k = to.k / from.k;
  return { k, x: to.x - from.x * k, y: to.y - from.y * k };
};

/** The map as it is after the shift: drawn anew, so that text and lines keep their size. */
export const shifted = (base: View, shift: Shift): View => {
  if (isAtRest(shift)) return base;
  const { k, x, y } = shift;
  const { width, height, projection: still } = base;
  const [tx, ty] = still.translate();
  const [cx, cy] = [tx * k + x, ty * k + y];
  const scale = still.scale() * k;
  const isAround = Boolean(still.clipAngle());
  const projection = (isAround ? geoAzimuthalEquidistant() : geoEqualEarth())
    .rotate(still.rotate())
    .scale(scale)
    .translate([cx, cy])
    .precision(0.4)
    .clipExtent(still.clipExtent());
  if (isAround) {
    const furthestPx = Math.max(...[0, width].flatMap((px) => [0, height].map((py) => Math.hypot(px - cx, py - cy))));
    projection.clipAngle(Math.min(179.9, (furthestPx / scale) * (180 / Math.PI) * 1.05 + 1));
  }
  const [longitude, latitude] = projection.invert?.([width / 2, height / 2]) ?? [Number.NaN, Number.NaN];
  const isThere = Number.isFinite(longitude) && Number.isFinite(latitude);
  return {
    width,
    height,
    projection,
    kmPerPx: base.kmPerPx / k,
    kmAcross: base.kmAcross / k,
    centre: isThere ? { latitude, longitude } : base.centre,
  };
};

/**
 * The shift that keeps the middle of the map where it is when the frame has another size. If the map is around another place,
 * the shift starts anew.
 */
export const resized = (shift: Shift, from: View, to: View): Shift => {
  const isSame = from.centre.latitude === to.centre.latitude && from.centre.longitude === to.centre.longitude;
  if (!isSame || isAtRest(shift)) return atRest;
  const { k } = shift;
  const times = from.kmPerPx / to.kmPerPx;
  const along = (moved: number, old: number, now: number) =>
    now / 2 - k * (now / 2 + ((old / 2 - moved) / k - old / 2) * times);
  return limited(to, { k, x: along(shift.x, from.width, to.width), y: along(shift.y, from.height, to.height) });
};
