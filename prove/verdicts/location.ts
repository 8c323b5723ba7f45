import { type CountLimits, count, defaultAcceptableKm, distanceKm, rule } from '@trigpoint/proofs/pol';
import type { Random } from '../proof.ts';
import { type Case, caseOf, slackKm } from './coalitions.ts';

/** How the rule is applied to a case. A plant applies it wrongly, as an earlier version did. */
export interface Application {
  readonly asked: (it: Case) => Case['asked'];
  readonly limits: (it: Case) => CountLimits;
  /** Which of R*[0], R*[1], … is stated. */
  readonly stated: (liars: number) => number;
}

export const asItIs: Application = {
  asked: (it) => it.asked,
  limits: ({ asked, tolerance }) => ({
    acceptableKm: defaultAcceptableKm,
    needed: Math.max(1, asked.near - tolerance),
  }),
  stated: (liars) => liars,
};

export interface Outcome {
  readonly verified: string;
  readonly problem?: string;
}

/** One verdict by the rule that decides, against the best that a coalition can do. */
export function tryCase(random: Random, isTrue: boolean, apply = asItIs): Outcome {
  const it = caseOf(random, isTrue);
  const counted = count(it.claim, it.sightings, apply.asked(it), slackKm);
  const { verified } = rule(counted, apply.limits(it));
  const awayKm = distanceKm(it.claim, it.truth);
  const statedKm = counted.boundsKm[apply.stated(counted.liars)] as number;
  const who = `${it.asked.near} near seats and ${it.asked.lookouts} lookouts, coalition "${it.coalition}"`;
  if (isTrue && verified === 'false') return { verified, problem: `an honest prover is refuted: ${who}` };
  const isPromised = it.liarsNear <= Math.floor(it.asked.near / 3);
  if (verified === 'true' && isPromised && statedKm < awayKm)
    return {
      verified,
      problem: `stated within ${statedKm.toFixed(1)} km, the truth is ${awayKm.toFixed(1)} km away: ${who}`,
    };
  if (verified === 'true' && isPromised && awayKm > defaultAcceptableKm)
    return { verified, problem: `a claim ${awayKm.toFixed(0)} km off is verified: ${who}` };
  return { verified };
}
