import type { Point } from './region.ts';
import { checkNesting, isEmpty, type Ring } from './rings.ts';
import { ZoneError } from './zone-names.ts';

export const mostPoints = 1_000;

/**
 * The rings of every polygon, outer ring first. Longitudes of neighbouring points never jump. Throws `ZoneError` if a polygon can be
 * read in more than one way, because the verdict would then rest on a reading that its author did not mean.
 */
export function ringsOf(zone: unknown): readonly (readonly Ring[])[] {
  const { type, coordinates } = (zone ?? {}) as { type?: unknown; coordinates?: unknown };
  if (type !== 'Polygon' && type !== 'MultiPolygon') throw new ZoneError('zone: a GeoJSON Polygon or MultiPolygon.');
  const polygons = type === 'Polygon' ? [coordinates] : coordinates;
  if (!Array.isArray(polygons) || polygons.length === 0) throw new ZoneError('zone.coordinates: at least one polygon.');
  let count = 0;
  const read = polygons.map((rings: unknown) => {
    if (!Array.isArray(rings) || rings.length === 0) throw new ZoneError('zone.coordinates: every polygon has a ring.');
    return rings.map((ring: unknown) => {
      if (!Array.isArray(ring) || ring.length < 4)
        throw new ZoneError('zone.coordinates: a ring has four points or more.');
      count += ring.length - 1;
      if (count > mostPoints) throw new ZoneError(`zone.coordinates: at most ${mostPoints} points.`);
      const points = ringOf(ring);
      if (isEmpty(points))
        throw new ZoneError(
          'zone.coordinates: a ring encloses no area. Give at least three points that are not on one line.',
        );
      return points;
    });
  });
  checkNesting(read);
  return read;
}

function ringOf(given: readonly unknown[]): Ring {
  for (const point of given) checkPoint(point);
  const points = given as readonly Point[];
  const [first, last] = [points[0] as Point, points.at(-1) as Point];
  if (last[1] !== first[1] || ![0, 360].includes(Math.abs(last[0] - first[0])))
    throw new ZoneError('zone.coordinates: a ring ends where it begins.');
  const longitudes = points.map(([longitude]) => longitude);
  if (Math.max(...longitudes) - Math.min(...longitudes) > 360)
    throw new ZoneError('zone.coordinates: a ring goes around the Earth once at most.');
  return points.flatMap((point, i): Point[] => {
    const before = points[i - 1];
    if (!before) return [point];
    if (before[0] === point[0] && before[1] === point[1]) return [];
    const degrees = Math.abs(point[0] - before[0]);
    const isAlongPole = Math.abs(point[1]) === 90 && before[1] === point[1];
    if (degrees <= 180 || isAlongPole) return [point];
    // An edge all the way around the Earth can be read in one way only. It gets a point in its middle.
    if (degrees === 360) return [[(before[0] + point[0]) / 2, (before[1] + point[1]) / 2], point];
    throw new ZoneError(
      `zone.coordinates: the edge from ${before[0]} to ${point[0]} degrees can be read in two ways. Where it crosses the meridian of 180°, write ${point[0] + (point[0] < before[0] ? 360 : -360)} instead of ${point[0]}, and go on from there; where it does not, put a point between.`,
    );
  });
}

function checkPoint(point: unknown): void {
  const [longitude, latitude] = Array.isArray(point) ? point : [];
  const isNumber = (it: unknown, most: number) => typeof it === 'number' && Math.abs(it) <= most;
  if (!isNumber(longitude, 360) || !isNumber(latitude, 90))
    throw new ZoneError(
      'zone.coordinates: a point is [longitude, latitude], within ±180 and ±90 degrees; longitudes of a ring that crosses the meridian of 180° go on to ±360.',
    );
}
