/**
 * Sine and cosine with the same result on every machine. Math.sin and Math.cos may differ in the last bit between
 * engines, and a draw must come out the same everywhere. Only + − × ÷, Math.sqrt and Math.floor are used, which IEEE 754
 * fixes. The polynomials are those of fdlibm (k_sin.c, k_cos.c), good to less than 1e-16 within ±45°.
 */

const radiansPerDegree = 0.017453292519943295;

const sinWithin45 = (x: number): number => {
  const z = x * x;
  const tail =
    8.33333333332249e-3 +
    z * (-1.984126982985795e-4 + z * (2.7557313707070068e-6 + z * (-2.5050760253406863e-8 + z * 1.58969099521155e-10)));
  return x + z * x * (-1.6666666666666632e-1 + z * tail);
};

const cosWithin45 = (x: number): number => {
  const z = x * x;
  const tail =
    z *
    (4.16666666666666e-2 +
      z *
        (-1.388888888887411e-3 +
          z *
            (2.480158728947673e-5 +
              z * (-2.7557314351390663e-7 + z * (2.087572321298175e-9 + z * -1.1359647557788195e-11)))));
  return 1 - (0.5 * z - z * tail);
};

/** The sine of an angle in degrees. */
export const sinDegrees = (degrees: number): number => {
  const quarter = Math.floor((degrees + 45) / 90);
  const x = (degrees - quarter * 90) * radiansPerDegree;
  const turn = quarter - 4 * Math.floor(quarter / 4);
  const value = turn === 0 || turn === 2 ? sinWithin45(x) : cosWithin45(x);
  return turn < 2 ? value : -value;
};

/** The cosine of an angle in degrees. */
export const cosDegrees = (degrees: number): number => sinDegrees(degrees + 90);

/** A point of the unit sphere. */
export interface Vector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

export const vectorOf = ({ latitude, longitude }: { latitude: number; longitude: number }): Vector => {
  const across = cosDegrees(latitude);
  return { x: across * cosDegrees(longitude), y: across * sinDegrees(longitude), z: sinDegrees(latitude) };
};

/** The square of the straight line between two points of the unit sphere, from 0 to 4. It sorts pairs as their distance does. */
export const squaredChord = (a: Vector, b: Vector): number => {
  const [x, y, z] = [a.x - b.x, a.y - b.y, a.z - b.z];
  return x * x + y * y + z * z;
};
