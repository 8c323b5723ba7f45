import { distanceKm, type Place, pointAt } from '../map/earth.ts';
import type { Estimate, Witness } from './pol-view.ts';

/** How many directions and rings are tried inside the tightest disc. */
const directions = 24;
const rings = 14;

/**
 * The area that lies inside the most discs at once: its middle, and how far it reaches. It follows from the discs alone, for
 * challenges whose verdict names no estimate. No verdict is made here.
 */
export const overlapOf = (witnesses: readonly Witness[]): Estimate | undefined => {
  const discs = witnesses.flatMap(({ place, reachKm, name }) =>
    reachKm === undefined ? [] : [{ place, reachKm, name }],
  );
  const [tightest] = discs.toSorted((a, b) => a.reachKm - b.reachKm);
  if (!tightest) return undefined;
  const points: Place[] = [tightest.place];
  for (let ring = 1; ring <= rings; ring++)
    for (let i = 0; i < directions; i++) {
      const [longitude, latitude] = pointAt(
        tightest.place,
        (2 * Math.PI * i) / directions,
        (tightest.reachKm * ring) / rings,
      );
      points.push({ latitude, longitude });
    }
  const inside = (point: Place) => discs.filter((it) => distanceKm(it.place, point) <= it.reachKm + 0.5).length;
  const counts = points.map(inside);
  const most = Math.max(...counts);
  const best = points.filter((_, i) => counts[i] === most);
  const middle = middleOf(best);
  return {
    place: middle,
    radiusKm: Math.max(1, ...best.map((it) => distanceKm(it, middle))),
    name: nearName(middle, discs),
  };
};

/** Computed with vectors on the sphere, because a mean of degrees is wrong at the date line. */
const middleOf = (points: readonly Place[]): Place => {
  let [x, y, z] = [0, 0, 0];
  for (const { latitude, longitude } of points) {
    const [a, b] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
    x += Math.cos(a) * Math.cos(b);
    y += Math.cos(a) * Math.sin(b);
    z += Math.sin(a);
  }
  return { latitude: (Math.atan2(z, Math.hypot(x, y)) * 180) / Math.PI, longitude: (Math.atan2(y, x) * 180) / Math.PI };
};

const nearName = (point: Place, discs: readonly { place: Place; name: string }[]): string =>
  discs.toSorted((a, b) => distanceKm(a.place, point) - distanceKm(b.place, point))[0]?.name ?? '';
