import type { Polygon } from 'geojson';
import { antipodeKm, distanceKm, earthRadiusKm, type Place, pointAt } from './earth.ts';

/** A disc around a challenger. */
export interface Reach {
  readonly place: Place;
  readonly reachKm: number;
}

export interface Allowed {
  readonly area: Polygon;
  /** How far the area reaches from its centre. */
  readonly furthestKm: number;
}

const bearings = 240;

/**
 * How far from the centre one leaves a disc in a direction (radians clockwise from north), in km. The centre lies in the disc.
 * By the law of cosines on a sphere: cos(reach) = cos(d) cos(r) + sin(d) sin(r) cos(angle).
 */
const exitKm = (distance: number, towards: number, reach: number, bearing: number): number => {
  const a = Math.cos(distance);
  const b = Math.sin(distance) * Math.cos(bearing - towards);
  const share = Math.cos(reach) / Math.hypot(a, b);
  if (share <= -1) return antipodeKm;
  return (Math.atan2(b, a) + Math.acos(Math.min(1, share))) * earthRadiusKm;
};

const bearingTo = (from: Place, to: Place): number => {
  const rad = Math.PI / 180;
  const [la, lb, turn] = [from.latitude * rad, to.latitude * rad, (to.longitude - from.longitude) * rad];
  return Math.atan2(
    Math.sin(turn) * Math.cos(lb),
    Math.cos(la) * Math.sin(lb) - Math.sin(la) * Math.cos(lb) * Math.cos(turn),
  );
};

/**
 * Every place that the answers allow if up to `liars` of them are lies. If the centre lies in all discs, the set is
 * star-shaped: in each direction it ends where one leaves the (liars + 1)th disc. Otherwise the result is undefined: such a set
 * may have holes and parts, and a wrong drawing would be worse than none.
 */
export const allowedPlaces = (centre: Place, reaches: readonly Reach[], liars: number): Allowed | undefined => {
  if (reaches.length <= liars) return undefined;
  const discs = reaches.map(({ place, reachKm }) => ({
    distance: distanceKm(centre, place) / earthRadiusKm,
    towards: bearingTo(centre, place),
    reach: Math.min(reachKm, antipodeKm) / earthRadiusKm,
  }));
  if (discs.some((it) => it.distance > it.reach)) return undefined;
  const ends = Array.from({ length: bearings }, (_, i) => {
    const bearing = (i / bearings) * 2 * Math.PI;
    const exits = discs.map((it) => exitKm(it.distance, it.towards, it.reach, bearing)).sort((a, b) => a - b);
    return { bearing, km: exits[liars] as number };
  });
  const furthestKm = Math.max(...ends.map((it) => it.km));
  // Beyond half of the Earth a polygon would mean its outside.
  if (furthestKm > antipodeKm / 2) return undefined;
  const ring = ends.map(({ bearing, km }) => pointAt(centre, bearing, km));
  return { area: { type: 'Polygon', coordinates: [[...ring, ring[0] as [number, number]]] }, furthestKm };
};
