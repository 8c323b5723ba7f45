import { isFinal } from '@trigpoint/protocol';
import type { Challenge } from '../network.ts';
import { onDay, timesEvery } from '../times.ts';

/** What one challenge measured: how far away the prover can be, or how much it carries. */
export interface Measured {
  readonly id: string;
  readonly at: number;
  readonly value: number;
}

const figures: Readonly<Record<string, { readonly name: string; readonly unit: string }>> = {
  pol: { name: 'uncertainty_km', unit: 'km' },
  pob: { name: 'bandwidth_mbps', unit: 'Mbit/s' },
};

export const measuredUnit = (proofType: string): string => figures[proofType]?.unit ?? '';

/** A refuted location is left out, because its distance is measured from a claim that is false. */
const counts = (it: Challenge): boolean =>
  it.verified === 'true' || (it.verified === 'false' && it.proofType !== 'pol');

/** The figure of each verdict that has one, oldest first. */
export const measuredOf = (proofType: string, challenges: readonly Challenge[]): Measured[] =>
  challenges
    .filter((it) => it.proofType === proofType && isFinal(it.state) && counts(it))
    .flatMap((it) => {
      const value = Number(it.result[figures[proofType]?.name ?? ''] ?? Number.NaN);
      return Number.isFinite(value) ? [{ id: it.id, at: Date.parse(it.challenge_end_time), value }] : [];
    })
    .sort((a, b) => a.at - b.at);

/** The two ends of an axis of time. They have seconds where minutes would not tell them apart; of one moment there is one label. */
export const endLabels = (from: number, to: number): readonly [string, string] => {
  const [first, last] = onDay(from) === onDay(to) ? [from, to].map(timesEvery(1).onDay) : [onDay(from), onDay(to)];
  return [first === last ? '' : (first as string), last as string];
};

/**
 * Round values for an axis that begins at 0; the last one is not below `most`. There are two to four steps, each 1, 2 or 5
 * times a power of ten.
 */
export const ticksUpTo = (most: number): number[] => {
  if (most <= 0) return [0, 1];
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [0.2, 0.5, 1, 2, 5].map((it) => it * power).find((it) => most / it <= 4) ?? power;
  const steps = Math.max(1, Math.ceil(most / step - 1e-9));
  return Array.from({ length: steps + 1 }, (_, i) => Number((i * step).toPrecision(12)));
};
