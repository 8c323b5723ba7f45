import { asin } from '../fixed-math.ts';
import { earthRadiusKm, vectorsKm } from '../geo.ts';

/**
 * The loss of a wrong answer is d / (d + 150 km). So the best answer lies between the most likely place and the middle of all
 * places.
 */
const lossKm = 150;
const lossAt = (share: number, km: number): number => (share * km) / (km + lossKm);

/** Losses by chord in steps of 3 km. Each is the loss at the near end of its step, so it is never more than the true loss. */
const steps = 4096;
const leastLoss = Float64Array.from({ length: steps + 1 }, (_, s) => lossAt(1, 2 * earthRadiusKm * asin(s / steps)));
/** More than a sum can change when its terms are added in another order. */
const rounding = 1e-9;

/**
 * The index of the place with the least expected loss, if the prover is at each of these places with its share of probability. Of
 * equals it is the first. `vectors` has three numbers for each place, from `unitVectors`. For most places the table alone shows that
 * they are worse. Computing the distances of all pairs would take two thirds of the time of a verdict.
 */
export function middleOf(vectors: Float64Array, share: readonly number[]): number {
  const shares = Float64Array.from(share);
  let least = Number.POSITIVE_INFINITY;
  let answer = 0;
  for (let a = 0; a < shares.length; a++) {
    if (atLeast(vectors, shares, a, least) > least * (1 + rounding)) continue;
    let loss = 0;
    for (let b = 0; b < shares.length && loss < least; b++)
      loss += lossAt(shares[b] as number, vectorsKm(vectors, a, vectors, b));
    if (loss < least) [least, answer] = [loss, a];
  }
  return answer;
}

/** A lower bound of the loss of place `a`. It stops counting as soon as it is above `enough`. */
function atLeast(vectors: Float64Array, shares: Float64Array, a: number, enough: number): number {
  const [ax, ay, az] = [vectors[3 * a] as number, vectors[3 * a + 1] as number, vectors[3 * a + 2] as number];
  let loss = 0;
  for (let b = 0; b < shares.length && loss <= enough * (1 + rounding); b++) {
    const x = ax - (vectors[3 * b] as number);
    const y = ay - (vectors[3 * b + 1] as number);
    const z = az - (vectors[3 * b + 2] as number);
    const step = Math.min(steps, Math.floor((Math.sqrt(x * x + y * y + z * z) / 2) * steps));
    loss += (shares[b] as number) * (leastLoss[step] as number);
  }
  return loss;
}
