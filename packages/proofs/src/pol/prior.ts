import { log } from '../fixed-math.ts';
import type { Noise } from './noise.ts';

/** The built-in figures: what is known about delays before anybody measures. */
export interface Prior {
  /** The typical ln(rtt + 2 ms), as knots over ln(km + 50). */
  readonly curve: { readonly x: readonly number[]; readonly y: readonly number[] };
  readonly noise: Noise;
}

const typical: readonly (readonly [km: number, logDelay: number])[] = [
  [0, 1.1],
  [25, 1.4],
  [50, 1.62],
  [100, 1.97],
  [200, 2.42],
  [350, 2.68],
  [500, 2.9],
  [750, 3.2],
  [1_000, 3.42],
  [1_500, 3.72],
  [2_000, 3.94],
  [3_000, 4.31],
  [4_000, 4.58],
  [5_500, 4.77],
  [7_500, 5.03],
  [10_000, 5.36],
  [13_000, 5.58],
  [16_000, 5.74],
  [20_015, 5.83],
];

/**
 * Fitted once to minimum round trips between 227 well-connected nodes all over the world, and rounded. A mesh of the
 * network's own outweighs them as soon as it has some dozens of pairs at a distance.
 */
export const prior: Prior = {
  curve: { x: typical.map(([km]) => log(km + 50)), y: typical.map(([, y]) => y) },
  noise: {
    km: [5, 50, 140, 230, 350, 490, 720, 990, 1_400, 1_850, 2_500, 3_600, 4_900, 6_600, 8_900, 11_000, 16_000],
    shift: [0, 0, -0.03, -0.05, -0.04, -0.02, -0.02, -0.01, -0.01, 0, 0, 0, 0, 0, 0, 0, 0],
    slope: [0.5, 1, 1.1, 1, 1, 0.95, 0.9, 0.9, 0.9, 0.95, 1, 1, 1, 1, 1, 1, 1],
    skew: [0.3, 0.25, 0.25, 0.2, 0.2, 0.18, 0.15, 0.1, 0.1, 0.1, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05],
    spread: [
      [0.3, 0.3, 0.35],
      [0.3, 0.45, 0.45],
      [0.33, 0.42, 0.44],
      [0.33, 0.38, 0.44],
      [0.28, 0.35, 0.38],
      [0.25, 0.27, 0.35],
      [0.21, 0.23, 0.31],
      [0.19, 0.2, 0.26],
      [0.15, 0.19, 0.21],
      [0.13, 0.16, 0.19],
      [0.13, 0.14, 0.18],
      [0.11, 0.12, 0.18],
      [0.1, 0.1, 0.17],
      [0.09, 0.1, 0.15],
      [0.09, 0.1, 0.14],
      [0.1, 0.11, 0.14],
      [0.07, 0.08, 0.11],
    ],
    variances: [0.014, 0.018, 0.033],
  },
};
