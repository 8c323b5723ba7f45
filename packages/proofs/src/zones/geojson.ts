import type { Point } from './region.ts';
import { ZoneError } from './zone-names.ts';

export const mostPoints = 1_000;

/** The rings of every polygon, outer ring first. Throws `ZoneError` on anything else. */
export function ringsOf(zone: unknown): readonly (readonly (readonly Point[])[])[] {
  const { type, coordinates } = (zone ?? {}) as { type?: unknown; coordinates?: unknown };
  if (type !== 'Polygon' && type !== 'MultiPolygon') throw new ZoneError('zone: a GeoJSON Polygon or MultiPolygon.');
  const polygons = type === 'Polygon' ? [coordinates] : coordinates;
  if (!Array.isArray(polygons) || polygons.length === 0) throw new ZoneError('zone.coordinates: at least one polygon.');
  let count = 0;
  for (const rings of polygons) {
    if (!Array.isArray(rings) || rings.length === 0) throw new ZoneError('zone.coordinates: every polygon has a ring.');
    for (const ring of rings) {
      if (!Array.isArray(ring) || ring.length < 4)
        throw new ZoneError('zone.coordinates: a ring has four points or more.');
      for (const point of ring) checkPoint(point);
      const [first, last] = [ring[0] as Point, ring.at(-1) as Point];
      if (first[0] !== last[0] || first[1] !== last[1])
        throw new ZoneError('zone.coordinates: a ring ends where it begins.');
      count += ring.length - 1;
    }
  }
  if (count > mostPoints) throw new ZoneError(`zone.coordinates: at most ${mostPoints} points; these are ${count}.`);
  return polygons;
}

function checkPoint(point: unknown): void {
  const [longitude, latitude] = Array.isArray(point) ? point : [];
  const isNumber = (it: unknown, most: number) => typeof it === 'number' && Math.abs(it) <= most;
  if (!isNumber(longitude, 180) || !isNumber(latitude, 90))
    throw new ZoneError('zone.coordinates: a point is [longitude, latitude], within ±180 and ±90 degrees.');
}
