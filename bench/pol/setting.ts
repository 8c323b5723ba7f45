import { distanceKm, type Examination, type Mesh, type Place, quantile } from '@trigpoint/proofs/pol';
import type { Ours } from './ours.ts';
import { seeded } from './random.ts';
import type { Scenario } from './scenarios.ts';

/** What every part of the bench works with. */
export interface Setting {
  readonly mesh: Mesh;
  readonly ours: Ours;
  readonly seed: number;
  /** Every so many provers one is looked at. */
  readonly every: number;
}

export const print = (line = ''): void => void process.stdout.write(`${line}\n`);
export const met = (holds: boolean): string => (holds ? 'met' : 'NOT MET');
export const km = (value: number): string => value.toFixed(0);
export const percent = (share: number, digits = 1): string => (100 * share).toFixed(digits);

export const isTaken =
  ({ every }: Setting) =>
  ({ prover }: Pick<Scenario, 'prover'>): boolean =>
    prover % every === 0;

export const errorOf = ({ mesh }: Setting, place: Place | undefined, { prover }: Scenario): number =>
  place ? distanceKm(place, mesh.nodes[prover] as Place) : 20_015;

export const radiusHolds = (examination: Examination, errorKm: number): boolean =>
  errorKm <= examination.estimateRadiusKm;

export const medianAndP90 = (errors: readonly number[]): string =>
  `${km(quantile(errors, 0.5))}/${km(quantile(errors, 0.9))}`;

/** The values between which the p90 lies in 9 of 10 draws of as many provers. It tells how much of a difference is chance. */
export function p90Interval(errors: readonly number[], draws = 400): string {
  const random = seeded(5);
  const values = Array.from({ length: draws }, () =>
    quantile(
      errors.map(() => errors[random.below(errors.length)] as number),
      0.9,
    ),
  );
  return `${km(quantile(values, 0.05))}–${km(quantile(values, 0.95))}`;
}
