import { distanceKm, earthRadiusKm, type Place } from '@trigpoint/proofs';
import type { Box } from './store.ts';

const radians = Math.PI / 180;

/** The box of latitudes and longitudes around a circle. If the circle contains a pole, the box has all longitudes. */
export const boxAround = ({ latitude, longitude }: Place, radiusKm: number): Box => {
  const angle = Math.min(Math.PI, radiusKm / earthRadiusKm);
  const south = latitude - angle / radians;
  const north = latitude + angle / radians;
  const reach = Math.sin(angle) / Math.cos(latitude * radians);
  const round = south <= -90 || north >= 90 || angle >= Math.PI / 2 || !(reach < 1);
  const width = round ? 180 : Math.asin(reach) / radians;
  return { south: Math.max(-90, south), north: Math.min(90, north), west: longitude - width, east: longitude + width };
};

/** A place, and the centre of the circle that it belongs to. */
interface Placed extends Place {
  readonly centreLatitude: number | null;
  readonly centreLongitude: number | null;
}

/** The distance to the centre, rounded to 0.1 km. It only describes a ring, so it does not tell where anybody lives. */
export const fromCentreKm = ({ centreLatitude, centreLongitude, ...place }: Placed): number | null =>
  centreLatitude === null || centreLongitude === null
    ? null
    : Math.round(distanceKm(place, { latitude: centreLatitude, longitude: centreLongitude }) * 10) / 10;

/** A position that is not exact may lie outside of the circle by up to this share of the radius. */
const borderShare = 0.1;

/**
 * Whether a photo's place counts as inside. A position whose accuracy is worse than the radius does not count. Near the border a
 * place may lie outside by its stated accuracy, up to a tenth of the radius.
 */
export const isInside = (place: Place, accuracyM: number, centre: Place, radiusKm: number): boolean => {
  const accuracyKm = accuracyM / 1000;
  if (accuracyKm > radiusKm) return false;
  return distanceKm(place, centre) <= radiusKm + Math.min(accuracyKm, radiusKm * borderShare);
};
