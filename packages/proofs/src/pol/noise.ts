import { square } from '../fixed-math.ts';
import { blended, interpolate, median, quantileSorted, segmentOf } from './matrices.ts';

/**
 * How far honest delays stray from the prediction, by distance and by the variance that the interpolation leaves. Deviations are of
 * ln(rtt + 2 ms). The i-th value of each list holds at the i-th distance of `km`. Between these it is linear.
 */
export interface Noise {
  readonly km: readonly number[];
  /** The systematic difference at each distance. */
  readonly shift: readonly number[];
  /** The part of the predicted deviation that is really seen. */
  readonly slope: readonly number[];
  /** Positive: longer tail towards slower. Within ±0.6. */
  readonly skew: readonly number[];
  /** The width for each of the three `variances`. */
  readonly spread: readonly (readonly [number, number, number])[];
  /** The variances of the interpolation for which the three widths hold. */
  readonly variances: readonly [number, number, number];
}

/** One pair of the mesh, predicted as if it had not been measured. */
export interface Deviation {
  readonly km: number;
  readonly predicted: number;
  readonly seen: number;
  readonly variance: number;
}

const edgesKm = [
  0, 15, 50, 100, 175, 275, 400, 600, 850, 1200, 1600, 2200, 3000, 4000, 5500, 7500, 10_000, 13_000, 20_100,
];
/** How many deviations the built-in figures weigh against those of the mesh, in each bin. */
const priorWeight = 80;
/** How many deviations the width of a whole bin weighs against the width of one of its thirds. */
const binWeight = 40;
const leastSpread = 0.02;

/** The width of a Student t with 3 degrees of freedom, a little too wide: 68 % of it lie within 1.2 widths, and here 1.1 is used. */
const widthOf = (sortedAbsolute: ArrayLike<number>): number => quantileSorted(sortedAbsolute, 0.68) / 1.1 + leastSpread;

const blend = (fitted: number, weight: number, prior: number, priorShare: number): number =>
  (fitted * weight + prior * priorShare) / (weight + priorShare);

/** The three widths at a distance. */
export function spreadsAt(
  { km: knots, spread }: Noise,
  km: number,
  between = segmentOf(km, knots),
): Noise['spread'][0] {
  const [low, high] = [spread[between.low], spread[between.high]] as [Noise['spread'][0], Noise['spread'][0]];
  return [blended(between, low[0], high[0]), blended(between, low[1], high[1]), blended(between, low[2], high[2])];
}

export function spreadAt(noise: Noise, km: number, variance: number): number {
  const [s1, s2, s3] = spreadsAt(noise, km);
  const [v1, v2, v3] = noise.variances;
  return spreadFor(s1, s2, s3, variance, v1, v2, v3);
}

/** The width is linear between the three variances. Beyond the last one the further variance is added to it. */
export function spreadFor(s1: number, s2: number, s3: number, v: number, v1: number, v2: number, v3: number): number {
  if (v <= v1) return s1;
  if (v <= v2) return s1 + ((s2 - s1) * (v - v1)) / (v2 - v1);
  if (v <= v3) return s2 + ((s3 - s2) * (v - v2)) / (v3 - v2);
  return Math.sqrt(s3 * s3 + v - v3);
}

/** `nodeVariances` has the variance of the interpolation at each node, as if that node were not in the mesh. */
export function fitNoise(deviations: readonly Deviation[], nodeVariances: Float64Array, prior: Noise): Noise {
  const sorted = Float64Array.from(nodeVariances).sort();
  const [t1, t2] = [quantileSorted(sorted, 1 / 3), quantileSorted(sorted, 2 / 3)];
  const third = (v: number): 0 | 1 | 2 => (v <= t1 ? 0 : v <= t2 ? 1 : 2);
  const variances = ([1 / 6, 3 / 6, 5 / 6] as const).map((p) => quantileSorted(sorted, p));
  const [v1, v2, v3] = variances as [number, number, number];
  const usable = nodeVariances.length >= 6 && v2 - v1 > 1e-6 && v3 - v2 > 1e-6;
  const knots: [number, number, number] = usable ? [v1, v2, v3] : [...prior.variances];

  const bins: Deviation[][] = edgesKm.slice(1).map(() => []);
  for (const it of deviations) bins[binOf(it.km)]?.push(it);
  const fitted = bins.map((bin, b) => fitBin(bin, b, third, knots, prior));
  return {
    km: fitted.map((it) => it.km),
    shift: fitted.map((it) => it.shift),
    slope: fitted.map((it) => it.slope),
    skew: fitted.map((it) => it.skew),
    spread: fitted.map((it) => it.spread),
    variances: knots,
  };
}

const binOf = (km: number): number => {
  let bin = 0;
  while (bin < edgesKm.length - 2 && km >= (edgesKm[bin + 1] as number)) bin++;
  return bin;
};

function fitBin(
  bin: readonly Deviation[],
  index: number,
  third: (v: number) => 0 | 1 | 2,
  knots: [number, number, number],
  prior: Noise,
) {
  const middle = ((edgesKm[index] as number) + (edgesKm[index + 1] as number)) / 2;
  const km = bin.length >= binWeight ? median(bin.map((it) => it.km)) : middle;
  const old = {
    km,
    shift: interpolate(km, prior.km, prior.shift),
    slope: interpolate(km, prior.km, prior.slope),
    skew: interpolate(km, prior.km, prior.skew),
    spread: knots.map((v) => spreadAt(prior, km, v)) as [number, number, number],
  };
  if (bin.length < binWeight / 2) return old;
  const slope = Math.max(0, Math.min(1.2, blend(slopeOf(bin), bin.length, old.slope, priorWeight)));
  const rest = bin.map((it) => it.seen - slope * it.predicted);
  const sorted = Float64Array.from(rest).sort();
  const [q16, q50, q84] = [0.16, 0.5, 0.84].map((p) => quantileSorted(sorted, p)) as [number, number, number];
  const shift = blend(q50, bin.length, old.shift, priorWeight);
  const rawSkew = (q84 - q50 - (q50 - q16)) / Math.max(q84 - q16, 1e-9);
  const skew = Math.max(-0.6, Math.min(0.6, blend(rawSkew, bin.length, old.skew, priorWeight)));
  const widths = (chosen: readonly number[]) => widthOf(Float64Array.from(chosen, (r) => Math.abs(r - shift)).sort());
  const whole = widths(rest);
  let last = 0;
  const spread = ([0, 1, 2] as const).map((k) => {
    const own = rest.filter((_, i) => third((bin[i] as Deviation).variance) === k);
    const target = blend(whole, bin.length, old.spread[k], priorWeight);
    const width = own.length < 10 ? target : blend(widths(own), own.length, target, binWeight);
    last = Math.max(last, width);
    return last;
  }) as [number, number, number];
  return { km, shift, slope, skew, spread };
}

/** The slope of the seen deviations over the predicted ones. One reweighting keeps outliers from deciding it. */
function slopeOf(bin: readonly Deviation[]): number {
  let weights = bin.map(() => 1);
  let slope = 1;
  for (let pass = 0; pass < 2; pass++) {
    let [w, x, y] = [0, 0, 0];
    for (const [i, it] of bin.entries()) {
      w += weights[i] as number;
      x += (weights[i] as number) * it.predicted;
      y += (weights[i] as number) * it.seen;
    }
    let [xx, xy] = [1e-9, 1e-9];
    for (const [i, it] of bin.entries()) {
      xx += (weights[i] as number) * square(it.predicted - x / w);
      xy += (weights[i] as number) * (it.predicted - x / w) * (it.seen - y / w);
    }
    slope = xy / xx;
    const rest = bin.map((it) => it.seen - slope * it.predicted);
    const middle = median(rest);
    const scale = 2 * 1.4826 * median(rest.map((r) => Math.abs(r - middle))) + 1e-9;
    weights = rest.map((r) => 1 / (1 + square((r - middle) / scale)));
  }
  return slope;
}
