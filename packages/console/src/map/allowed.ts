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

/** A disc seen from the centre, in radians. */
interface Disc {
  readonly distance: number;
  readonly towards: number;
  readonly reach: number;
}

/** Where a direction enters a disc, or leaves it. */
interface Crossing {
  readonly km: number;
  readonly enters: 1 | -1;
}

/**
 * Where a direction (radians clockwise from north) crosses the edge of a disc, in km from the centre. It enters at 0 a disc that holds
 * the centre. By the law of cosines on a sphere: cos(reach) = cos(d) cos(r) + sin(d) sin(r) cos(angle).
 */
const crossingsOf = ({ distance, towards, reach }: Disc, bearing: number): Crossing[] => {
  const holdsCentre = distance <= reach;
  const a = Math.cos(distance);
  const b = Math.sin(distance) * Math.cos(bearing - towards);
  const share = Math.cos(reach) / Math.hypot(a, b);
  if (share > 1 && !holdsCentre) return [];
  const half = Math.acos(Math.max(-1, Math.min(1, share)));
  const middle = Math.atan2(b, a);
  const from = holdsCentre ? 0 : (middle < 0 ? middle + 2 * Math.PI : middle) - half;
  if (from >= Math.PI) return [];
  const to = share <= -1 ? Math.PI : Math.min(Math.PI, holdsCentre ? middle + half : from + 2 * half);
  return [
    { km: from * earthRadiusKm, enters: 1 },
    { km: to * earthRadiusKm, enters: -1 },
  ];
};

/**
 * Where a direction leaves the places that at most `liars` discs leave out, in km. Undefined if it does not begin at such a place, or
 * comes to another one further on.
 */
const endKm = (discs: readonly Disc[], liars: number, bearing: number): number | undefined => {
  const crossings = discs.flatMap((it) => crossingsOf(it, bearing));
  const needed = discs.length - liars;
  let inside = 0;
  let end: number | undefined;
  for (const { km, enters } of crossings.sort((a, b) => a.km - b.km || b.enters - a.enters)) {
    const wasAllowed = inside >= needed;
    inside += enters;
    const isAllowed = inside >= needed;
    if (isAllowed && !wasAllowed && km > 0) return undefined;
    if (wasAllowed && !isAllowed) end = km;
  }
  return end;
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
 * Every place that the answers allow if up to `liars` of them are lies. It is drawn if the centre is such a place, and if every
 * direction from the centre leaves them once, as it does where the centre lies in all discs. Otherwise the result is undefined: the
 * set may have holes and parts, and a wrong drawing would be worse than none.
 */
export const allowedPlaces = (centre: Place, reaches: readonly Reach[], liars: number): Allowed | undefined => {
  if (reaches.length <= liars) return undefined;
  const discs = reaches.map(({ place, reachKm }) => ({
    distance: distanceKm(centre, place) / earthRadiusKm,
    towards: bearingTo(centre, place),
    reach: Math.min(reachKm, antipodeKm) / earthRadiusKm,
  }));
  const ends = Array.from({ length: bearings }, (_, i) => {
    const bearing = (i / bearings) * 2 * Math.PI;
    return { bearing, km: endKm(discs, liars, bearing) ?? Number.NaN };
  });
  const furthestKm = Math.max(...ends.map((it) => it.km));
  // Beyond half of the Earth a polygon would mean its outside. If one end is not known, this is not a number.
  if (!(furthestKm <= antipodeKm / 2)) return undefined;
  const ring = ends.map(({ bearing, km }) => pointAt(centre, bearing, km));
  return { area: { type: 'Polygon', coordinates: [[...ring, ring[0] as [number, number]]] }, furthestKm };
};
