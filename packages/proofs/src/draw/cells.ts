import { cosDegrees, sinDegrees, type Vector, vectorOf } from '../fixed-math.ts';
import type { Place } from '../geo.ts';

/**
 * A cell is 32 bits: 16 of the longitude and 16 of the latitude, interleaved, longitude first (Morton order). It is at most
 * 0.6 km wide. The first bits of a cell name a box on Earth that holds it, so agents near each other mostly share them.
 */
export const cellBits = 32;
/** The cell of agents that state no place. */
export const noCell = 0;

const steps = 2 ** 16;
const columnDegrees = 360 / steps;
const rowDegrees = 180 / steps;

/** Puts a zero between the 16 bits of a number. */
const spread = (bits: number): number => {
  let wide = bits;
  wide = (wide | (wide << 8)) & 0x00ff00ff;
  wide = (wide | (wide << 4)) & 0x0f0f0f0f;
  wide = (wide | (wide << 2)) & 0x33333333;
  return (wide | (wide << 1)) & 0x55555555;
};

/** Takes every second bit of a number. */
const gather = (wide: number): number => {
  let bits = wide & 0x55555555;
  bits = (bits | (bits >>> 1)) & 0x33333333;
  bits = (bits | (bits >>> 2)) & 0x0f0f0f0f;
  bits = (bits | (bits >>> 4)) & 0x00ff00ff;
  return (bits | (bits >>> 8)) & 0x0000ffff;
};

const columnOf = (cell: number): number => gather(cell >>> 1);
const rowOf = (cell: number): number => gather(cell);

/** The cell that holds a place. The cell at the corner of the South Pole is `noCell`, so places there get its neighbour. */
export const cellOf = ({ latitude, longitude }: Place): number => {
  const column = Math.floor((longitude + 180) / columnDegrees) & (steps - 1);
  const row = Math.min(steps - 1, Math.floor((latitude + 90) / rowDegrees));
  return ((spread(column) << 1) | spread(row)) >>> 0 || 1;
};

/** The place in the middle of a cell; exact in binary, so that every machine computes the same distances from it. */
export const centreOf = (cell: number): Place => ({
  latitude: (rowOf(cell) + 0.5) * rowDegrees - 90,
  longitude: (columnOf(cell) + 0.5) * columnDegrees - 180,
});

/** A claimed place, with what is computed once for all distances from it. */
export interface Viewpoint extends Place {
  readonly vector: Vector;
  readonly cosLatitude: number;
}

export const viewpointOf = ({ latitude, longitude }: Place): Viewpoint => ({
  latitude,
  longitude,
  vector: vectorOf({ latitude, longitude }),
  cosLatitude: cosDegrees(latitude),
});

/** Subtracted so that rounding never lifts the bound above the truth. It is less than 7 m on the ground. */
const rounding = 1e-12;

/**
 * A lower bound of the squared chord between the viewpoint and every centre of a cell that begins with the first `bits`
 * bits of `cell`. Boxes at the poles and on both sides of the antimeridian need no special treatment.
 */
export function squaredChordToBox(from: Viewpoint, cell: number, bits: number): number {
  const columnBits = (bits + 1) >> 1;
  const rowBits = bits >> 1;
  const west = columnOf(cell) * columnDegrees - 180;
  const east = west + 360 / 2 ** columnBits;
  const south = rowOf(cell) * rowDegrees - 90;
  const north = south + 180 / 2 ** rowBits;
  let cosine: number;
  if (from.longitude >= west && from.longitude <= east) {
    const latitude = Math.max(south, Math.min(north, from.latitude));
    cosine = cosDegrees(latitude - from.latitude);
  } else {
    // The nearest point lies on the nearer of the box's two meridians; looking at both is simpler.
    const [sinSouth, cosSouth, sinNorth, cosNorth] = [
      sinDegrees(south),
      cosDegrees(south),
      sinDegrees(north),
      cosDegrees(north),
    ];
    const onMeridian = (longitude: number): number => {
      // The cosine of the distance at latitude φ is up · sin φ + along · cos φ.
      const up = from.vector.z;
      const along = from.cosLatitude * cosDegrees(longitude - from.longitude);
      const isTopBetween = up * cosSouth - along * sinSouth >= 0 && up * cosNorth - along * sinNorth <= 0;
      if (isTopBetween) return Math.sqrt(up * up + along * along);
      return Math.max(up * sinSouth + along * cosSouth, up * sinNorth + along * cosNorth);
    };
    cosine = Math.max(onMeridian(west), onMeridian(east));
  }
  return 2 - 2 * cosine - rounding;
}
