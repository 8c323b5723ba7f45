/**
 * Functions with the same result on every machine. The functions of Math may differ in the last bit between engines, but a draw
 * and a verdict must come out the same everywhere. So these functions use only + − × ÷, Math.sqrt, Math.floor and Math.abs,
 * whose results are fixed. The polynomials are those of fdlibm (k_sin.c, k_cos.c, e_asin.c, e_exp.c, e_log.c). Their error is less
 * than 1e-16.
 */

export const radiansPerDegree = 0.017453292519943295;
/** π/2 as the sum of two numbers: the nearest double, and what it lacks. */
const halfPi = Math.PI / 2;
const halfPiRest = 6.123233995736766e-17;

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

/** π/2 as the sum of its first 33 bits and the rest. Whole multiples of the first up to a million are exact. */
const halfPiHead = 1.5707963267341256;
const halfPiTail = 6.077100506506192e-11;

/** The sine of an angle in radians plus `quarters` right angles. It is for angles of up to some thousand turns. */
const sinAfter = (x: number, quarters: number): number => {
  const quarter = Math.floor(x / halfPi + 0.5);
  const within = x - quarter * halfPiHead - quarter * halfPiTail;
  const turn = (quarter + quarters) & 3;
  const value = (turn & 1) === 0 ? sinWithin45(within) : cosWithin45(within);
  return turn < 2 ? value : -value;
};

/** The sine of an angle in radians. */
export const sin = (x: number): number => sinAfter(x, 0);

/** The cosine of an angle in radians. */
export const cos = (x: number): number => sinAfter(x, 1);

/** asin for 0 ≤ x ≤ 1/2. */
const asinToHalf = (x: number): number => {
  const z = x * x;
  const above =
    z *
    (1.6666666666666666e-1 +
      z *
        (-3.2556581862240092e-1 +
          z *
            (2.0121253213486293e-1 +
              z * (-4.0055534500679411e-2 + z * (7.9153499428981453e-4 + z * 3.4793310759602117e-5)))));
  const below =
    1 + z * (-2.4033949117344142 + z * (2.0209457602335057 + z * (-6.8828397160545329e-1 + z * 7.7038150555901935e-2)));
  return x + x * (above / below);
};

/** The angle whose sine is x, for -1 ≤ x ≤ 1. */
export const asin = (x: number): number => {
  const size = Math.abs(x);
  const angle = size <= 0.5 ? asinToHalf(size) : halfPi - (2 * asinToHalf(Math.sqrt((1 - size) / 2)) - halfPiRest);
  return x < 0 ? -angle : angle;
};

/** The angle whose cosine is x, for -1 ≤ x ≤ 1. */
export const acos = (x: number): number => {
  if (x > 0.5) return 2 * asinToHalf(Math.sqrt((1 - x) / 2));
  if (x < -0.5) return Math.PI - 2 * (asinToHalf(Math.sqrt((1 + x) / 2)) - halfPiRest);
  return halfPi - (asin(x) - halfPiRest);
};

/** The angle of the point (x, y), in (-π, π]; 0 for the origin. Squares of x and y must neither overflow nor vanish. */
export const atan2 = (y: number, x: number): number => {
  const across = Math.abs(x);
  const up = Math.abs(y);
  const length = Math.sqrt(across * across + up * up);
  if (length === 0) return 0;
  const steep = up > across;
  const small = asin((steep ? across : up) / length);
  const right = steep ? halfPi - small : small;
  const angle = x < 0 ? Math.PI - right : right;
  return y < 0 ? -angle : angle;
};

/** ln 2 as the sum of its first 33 bits and the rest. Whole multiples of the first up to a million are exact. */
const ln2Head = 6.931471803691238e-1;
const ln2Tail = 1.9082149292705877e-10;

/** 2^-1074 … 2^1023, each exact. */
const powersOfTwo = new Float64Array(2098);
powersOfTwo[1074] = 1;
for (let i = 1075; i < powersOfTwo.length; i++) powersOfTwo[i] = (powersOfTwo[i - 1] as number) * 2;
for (let i = 1073; i >= 0; i--) powersOfTwo[i] = (powersOfTwo[i + 1] as number) / 2;

/** e to the power of x. */
export const exp = (x: number): number => {
  if (x > 709.78) return Number.POSITIVE_INFINITY;
  if (x < -745.13) return 0;
  const k = Math.floor(x * Math.LOG2E + 0.5);
  const high = x - k * ln2Head;
  const low = k * ln2Tail;
  const r = high - low;
  const z = r * r;
  const c =
    r -
    z *
      (1.6666666666666602e-1 +
        z *
          (-2.7777777777015593e-3 +
            z * (6.6137563214379344e-5 + z * (-1.6533902205465252e-6 + z * 4.1381367970572385e-8))));
  const y = 1 - (low - (r * c) / (2 - c) - high);
  // The result is near half of the smallest double. It is rounded to that double or to 0.
  if (k < -1074) return y > 1 ? Number.MIN_VALUE : 0;
  return k === 1024 ? y * 2 * (powersOfTwo[2097] as number) : y * (powersOfTwo[k + 1074] as number);
};

const float = new Float64Array(1);
const words = new Int32Array(float.buffer);
/** The index of the word that has the exponent. It depends on the byte order of the machine. */
const highWord = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 1 : 0;

/** The natural logarithm. */
export const log = (x: number): number => {
  if (!(x > 0)) return x === 0 ? Number.NEGATIVE_INFINITY : Number.NaN;
  if (x === Number.POSITIVE_INFINITY) return x;
  // Subnormal numbers have no exponent to read.
  if (x < 2.2250738585072014e-308) return log(x * 18014398509481984) - 54 * ln2Head - 54 * ln2Tail;
  float[0] = x;
  const high = words[highWord] as number;
  const fraction = high & 0xfffff;
  // x is written as 2^k · (1 + f), with 1 + f between √2/2 and √2.
  const carry = (fraction + 0x95f64) & 0x100000;
  words[highWord] = fraction | (carry ^ 0x3ff00000);
  const k = (high >> 20) - 1023 + (carry >> 20);
  const f = (float[0] as number) - 1;
  const s = f / (2 + f);
  const z = s * s;
  const r =
    z *
    (6.666666666666735e-1 +
      z *
        (3.999999999940942e-1 +
          z *
            (2.857142874366239e-1 +
              z *
                (2.222219843214978e-1 +
                  z * (1.818357216161805e-1 + z * (1.531383769920937e-1 + z * 1.479819860511659e-1))))));
  const half = 0.5 * f * f;
  return k * ln2Head - (half - (s * (half + r) + k * ln2Tail) - f);
};

/** Used in place of `x ** 2`, because engines may compute powers less exactly than products. */
export const square = (x: number): number => x * x;

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

/** The squared length of the straight line between two points of the unit sphere, from 0 to 4. It grows with their distance. */
export const squaredChord = (a: Vector, b: Vector): number => {
  const [x, y, z] = [a.x - b.x, a.y - b.y, a.z - b.z];
  return x * x + y * y + z * z;
};
