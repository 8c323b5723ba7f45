import { geoCircle, geoDistance, geoInterpolate, geoRotation } from 'd3-geo';
import type { LineString, Polygon } from 'geojson';

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

export const earthRadiusKm = 6371.0088;
/** Nothing is further away: half the circumference. Above this a round trip bounds nothing. */
export const antipodeKm = Math.PI * earthRadiusKm;

type Position = [longitude: number, latitude: number];
export const at = ({ latitude, longitude }: Place): Position => [longitude, latitude];

export const distanceKm = (a: Place, b: Place): number => geoDistance(at(a), at(b)) * earthRadiusKm;

/** Where one arrives after `km` in a direction (radians clockwise from north). */
export const pointAt = (from: Place, bearing: number, km: number): Position => {
  const angle = ((km / earthRadiusKm) * 180) / Math.PI;
  const turn = geoRotation([-from.longitude, -from.latitude]);
  // Around the origin of the rotated sphere, north is up: a point `angle` away in direction `bearing`.
  const rad = (angle * Math.PI) / 180;
  const latitude = Math.asin(Math.sin(rad) * Math.cos(bearing));
  const longitude = Math.atan2(Math.sin(rad) * Math.sin(bearing), Math.cos(rad));
  return turn.invert([(longitude * 180) / Math.PI, (latitude * 180) / Math.PI]) as Position;
};

/** The point a share of the way along the great circle. */
export const between = (a: Place, b: Place, share: number): Position => geoInterpolate(at(a), at(b))(share) as Position;

const circle = (centre: Place, km: number): Polygon =>
  geoCircle()
    .center(at(centre))
    .radius(Math.min(179.5, (km / earthRadiusKm) * (180 / Math.PI)))
    .precision(1.5)();

export const discOf = circle;

/** The edge of a disc as a line. When a line is clipped, no stroke runs along the frame of the map. */
export const edgeOf = (centre: Place, km: number): LineString => ({
  type: 'LineString',
  coordinates: circle(centre, km).coordinates[0] as Position[],
});
