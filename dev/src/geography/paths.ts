import { createHash } from 'node:crypto';
import { distanceKm, type Place } from '@trigpoint/proofs';

/** Km for each ms of round trip at the speed of light in fibre (2/3 c). */
const kmPerMs = 99.93;

/** A number in (0, 1) that follows from the names. */
const drawn = (...names: string[]): number => {
  const word = createHash('sha256').update(names.join('\n')).digest().readUInt32BE(0);
  return (word + 0.5) / 2 ** 32;
};

/**
 * How much longer than the great circle the path between two places is. Measurements on the internet gave 1.5 as the 10th percentile,
 * 2.0–2.3 as the median and 3.6–4.1 as the 90th percentile. It was never below 1.1. Between the knots the logarithm is linear.
 */
const inflation = (quantile: number): number => {
  const knots = [
    [0, 1.1],
    [0.1, 1.5],
    [0.5, 2.15],
    [0.9, 3.85],
    [1, 6],
  ] as const;
  const upper = knots.findIndex(([q]) => q >= quantile);
  const [q1, v1] = knots[Math.max(1, upper)] as (typeof knots)[number];
  const [q0, v0] = knots[Math.max(1, upper) - 1] as (typeof knots)[number];
  return v0 * (v1 / v0) ** ((quantile - q0) / (q1 - q0));
};

export interface Node extends Place {
  readonly name: string;
}

/** The last mile at one end, 0.1 to 0.6 ms: these machines stand in data centres. */
const lastMileMs = ({ name }: Node) => 0.1 + 0.5 * drawn('last mile', name);

/** The round trip between two places of the simulated geography. The same pair always has the same round trip. */
export const roundTripMs = (a: Node, b: Node): number => {
  const [first, second] = a.name < b.name ? [a, b] : [b, a];
  const path = (distanceKm(a, b) / kmPerMs) * inflation(drawn('path', first.name, second.name));
  return path + lastMileMs(a) + lastMileMs(b);
};
