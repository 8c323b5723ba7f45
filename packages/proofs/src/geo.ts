/** Places on a sphere. Angles in degrees outside, radians inside; lengths in kilometres. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** Mean radius (IUGG). A sphere is at most 0.56 % off the ellipsoid, less than what any delay can tell apart. */
export const earthRadiusKm = 6371.0088;
/** Nothing on Earth is further away than this. */
export const antipodeKm = Math.PI * earthRadiusKm;

const radians = Math.PI / 180;

export const isPlace = (place: Place): boolean =>
  Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180 && !Number.isNaN(place.latitude + place.longitude);

/** Great-circle distance. It is computed from the chord, which is exact for near places too. */
export function distanceKm(a: Place, b: Place): number {
  const dLat = Math.sin(((b.latitude - a.latitude) * radians) / 2);
  const dLon = Math.sin(((b.longitude - a.longitude) * radians) / 2);
  const h = dLat * dLat + Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * dLon * dLon;
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Initial bearing from `a` to `b`, radians clockwise from north, in (-π, π]. */
export function bearing(a: Place, b: Place): number {
  const dLon = (b.longitude - a.longitude) * radians;
  const [latA, latB] = [a.latitude * radians, b.latitude * radians];
  return Math.atan2(
    Math.sin(dLon) * Math.cos(latB),
    Math.cos(latA) * Math.sin(latB) - Math.sin(latA) * Math.cos(latB) * Math.cos(dLon),
  );
}

/** Where one arrives after `km` along a great circle that starts at `from` with the given bearing (radians). */
export function destination(from: Place, bearingRad: number, km: number): Place {
  const angle = km / earthRadiusKm;
  const lat = from.latitude * radians;
  const sinLat = Math.sin(lat) * Math.cos(angle) + Math.cos(lat) * Math.sin(angle) * Math.cos(bearingRad);
  const lon =
    from.longitude * radians +
    Math.atan2(Math.sin(bearingRad) * Math.sin(angle) * Math.cos(lat), Math.cos(angle) - Math.sin(lat) * sinLat);
  return {
    latitude: Math.asin(Math.max(-1, Math.min(1, sinLat))) / radians,
    longitude: wrapLongitude(lon / radians),
  };
}

export const wrapLongitude = (longitude: number): number => {
  const turned = (((longitude + 180) % 360) + 360) % 360;
  return turned - 180;
};

/** Unit vectors of many places, three numbers each. In this form thousands of distances are cheap. */
export function unitVectors(places: readonly Place[]): Float64Array {
  const out = new Float64Array(places.length * 3);
  for (const [i, { latitude, longitude }] of places.entries()) {
    const cos = Math.cos(latitude * radians);
    out[3 * i] = cos * Math.cos(longitude * radians);
    out[3 * i + 1] = cos * Math.sin(longitude * radians);
    out[3 * i + 2] = Math.sin(latitude * radians);
  }
  return out;
}

/** Distance between the i-th of `a` and the j-th of `b`, both from `unitVectors`. */
export function vectorsKm(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const x = (a[3 * i] as number) - (b[3 * j] as number);
  const y = (a[3 * i + 1] as number) - (b[3 * j + 1] as number);
  const z = (a[3 * i + 2] as number) - (b[3 * j + 2] as number);
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(x * x + y * y + z * z) / 2));
}

/** `rows` × `columns` distances, row by row. */
export function distances(rows: readonly Place[], columns: readonly Place[]): Float64Array {
  const [a, b] = [unitVectors(rows), unitVectors(columns)];
  const out = new Float64Array(rows.length * columns.length);
  for (let i = 0; i < rows.length; i++) {
    for (let j = 0; j < columns.length; j++) out[i * columns.length + j] = vectorsKm(a, i, b, j);
  }
  return out;
}
