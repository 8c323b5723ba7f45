import type { Rates } from '@trigpoint/proofs';
import { type Application, asItIs } from './location.ts';

/** Each plant takes out one rule. The proof must see it, and say what it breaks. */
export const locationPlants: Readonly<Record<string, { readonly apply: Application; readonly breaks: RegExp }>> = {
  'those who may lie are a third of those who answered': {
    apply: { ...asItIs, asked: ({ sightings }) => seatsOf(sightings) },
    breaks: /the truth is .* km away|an honest prover is refuted/,
  },
  'the bound with nobody lying is the one stated': {
    apply: { ...asItIs, stated: () => 0 },
    breaks: /stated within/,
  },
  "the prover's own radius widens what is acceptable": {
    apply: { ...asItIs, limits: (it) => ({ ...asItIs.limits(it), acceptableKm: Math.max(1_500, it.claimedRadiusKm) }) },
    breaks: /km off is verified/,
  },
  'lookouts count as near seats that can verify nothing more': {
    apply: { ...asItIs, asked: ({ asked }) => ({ near: asked.near, lookouts: -Math.ceil(asked.near / 2) }) },
    breaks: /an honest prover is refuted/,
  },
};

const seatsOf = (sightings: readonly { readonly isLookout?: boolean }[]) => {
  const lookouts = sightings.filter((it) => it.isLookout).length;
  return { near: sightings.length - lookouts, lookouts };
};

export const ratePlants: Readonly<Record<string, { readonly apply: (it: Rates) => Rates; readonly breaks: RegExp }>> = {
  'missing rounds are left out of the median': {
    apply: (it) => ({ ...it, asked: Math.max(4, it.measured.length) }),
    breaks: /no honest challenger saw as much/,
  },
  'one false digest is fraud': {
    apply: (it) => ({ ...it, frauds: it.frauds * it.asked }),
    breaks: /an honest link is refuted/,
  },
};
