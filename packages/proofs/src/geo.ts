import { asin, atan2, cos, cosDegrees, radiansPerDegree, sin, sinDegrees } from './fixed-math.ts';

/** A place on a sphere, in degrees. The functions of this file give the same bits on every machine. Lengths are in kilometres. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** Mean radius (IUGG). A sphere is at most 0.56 % off the ellipsoid, less than what any delay can tell apart. */
export const earthRadiusKm = 6371.0088;
/** Nothing on Earth is further away than this. */
export const antipodeKm = Math.PI * earthRadiusKm;

export const isPlace = (place: Place): boolean =>
  Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180 && !Number.isNaN(place.latitude + place.longitude);

/** Great-circle distance. It is computed from the chord, because that is exact for near places too. */
export function distanceKm(a: Place, b: Place): number {
  const dLat = sinDegrees((b.latitude - a.latitude) / 2);
  const dLon = sinDegrees((b.longitude - a.longitude) / 2);
  const h = dLat * dLat + cosDegrees(a.latitude) * cosDegrees(b.latitude) * dLon * dLon;
  return 2 * earthRadiusKm * asin(Math.min(1, Math.sqrt(h)));
}

/** Initial bearing from `a` to `b`, radians clockwise from north, in (-π, π]. */
export function bearing(a: Place, b: Place): number {
  const dLon = b.longitude - a.longitude;
  const cosB = cosDegrees(b.latitude);
  return atan2(
    sinDegrees(dLon) * cosB,
    cosDegrees(a.latitude) * sinDegrees(b.latitude) - sinDegrees(a.latitude) * cosB * cosDegrees(dLon),
  );
}

/** The place that is `km` away from `from` along the great circle that starts with the given bearing (radians). */
export function destination(from: Place, bearingRad: number, km: number): Place {
  const angle = km / earthRadiusKm;
  const [sinFrom, cosFrom] = [sinDegrees(from.latitude), cosDegrees(from.latitude)];
  const sinLat = sinFrom * cos(angle) + cosFrom * sin(angle) * cos(bearingRad);
  const east = atan2(sin(bearingRad) * sin(angle) * cosFrom, cos(angle) - sinFrom * sinLat);
  return {
    latitude: asin(Math.max(-1, Math.min(1, sinLat))) / radiansPerDegree,
    longitude: wrapLongitude(from.longitude + east / radiansPerDegree),
  };
}

export const wrapLongitude = (longitude: number): number => {
  const turned = (((longitude + 180) % 360) + 360) % 360;
  return turned - 180;
};

/** Unit vectors of places, three numbers each. With them thousands of distances are cheap. */
export function unitVectors(places: readonly Place[]): Float64Array {
  const out = new Float64Array(places.length * 3);
  for (let i = 0; i < places.length; i++) {
    const { latitude, longitude } = places[i] as Place;
    const across = cosDegrees(latitude);
    out[3 * i] = across * cosDegrees(longitude);
    out[3 * i + 1] = across * sinDegrees(longitude);
    out[3 * i + 2] = sinDegrees(latitude);
  }
  return out;
}

/** Distance between the i-th of `a` and the j-th of `b`, both from `unitVectors`. */
export function vectorsKm(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const x = (a[3 * i] as number) - (b[3 * j] as number);
  const y = (a[3 * i + 1] as number) - (b[3 * j + 1] as number);
  const z = (a[3 * i + 2] as number) - (b[3 * j + 2] as number);
  return 2 * earthRadiusKm * asin(Math.min(1, Math.sqrt(x * x + y * y + z * z) / 2));
}

/** `rows` × `columns` distances, row by row. */
export function distances(rows: readonly Place[], columns: readonly Place[]): Float64Array {
  // Without a calibration there are no rows, but thousands of columns. Their vectors would be computed for nothing.
  if (rows.length === 0) return new Float64Array(0);
  const [a, b] = [unitVectors(rows), unitVectors(columns)];
  const out = new Float64Array(rows.length * columns.length);
  for (let i = 0; i < rows.length; i++) {
    for (let j = 0; j < columns.length; j++) out[i * columns.length + j] = vectorsKm(a, i, b, j);
  }
  return out;
}
