import { cosDegrees, sinDegrees, type Vector, vectorOf } from '../fixed-math.ts';

/** All places between two parallels and two meridians. `east` may be above 180, never by more than a full turn over `west`. */
export interface Box {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

/** A cap of the sphere: everything within an angle of its centre. Angles are in degrees. */
export interface Cap {
  readonly centre: Vector;
  readonly radius: number;
  readonly cos: number;
  readonly sin: number;
}

export const capOf = (centre: Vector, radius: number): Cap => {
  const within = Math.min(180, radius);
  return { centre, radius: within, cos: cosDegrees(within), sin: sinDegrees(within) };
};

/**
 * A cap that holds the whole box. From the middle of a box every place in it is reached by a line that is straight in
 * longitude and latitude. Such a line is never longer than if all of it lay where meridians are furthest apart.
 */
export function capAround({ south, north, west, east }: Box): Cap {
  const nearestToEquator = south <= 0 && north >= 0 ? 0 : Math.min(Math.abs(south), Math.abs(north));
  const high = (north - south) / 2;
  const wide = ((east - west) / 2) * cosDegrees(nearestToEquator);
  const radius = Math.sqrt(high * high + wide * wide) * (1 + roundingShare);
  return capOf(vectorOf({ latitude: (south + north) / 2, longitude: (west + east) / 2 }), radius);
}

/** Far above what rounding can take away from a radius, far below a metre. */
const roundingShare = 1e-12;
