import { isOver } from '../challenge/outcomes.ts';
import type { Challenge } from '../network.ts';

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

/** The figure of each verdict about it that has one, oldest first. */
export const measuredOf = (proofType: string, challenges: readonly Challenge[]): Measured[] =>
  challenges
    .filter((it) => it.proofType === proofType && isOver(it.state) && it.verified !== 'inconclusive')
    .flatMap((it) => {
      const value = Number(it.result[figures[proofType]?.name ?? ''] ?? Number.NaN);
      return Number.isFinite(value) ? [{ id: it.id, at: Date.parse(it.challenge_end_time), value }] : [];
    })
    .sort((a, b) => a.at - b.at);
