import { distanceKm } from '@trigpoint/proofs';
import { dayMs } from '../times.ts';
import { pointOf } from './admissions.ts';
import type { Grown } from './probation-store.ts';

export const weekMs = 7 * dayMs;
/** Probation admits one challenger a day within this distance. So crowding around a place takes as many days as challengers. */
const apartKm = 250;
/** Probation adds at most this share to a network in a week, so that nobody outnumbers it before people notice. */
const shareAWeek = 0.05;

/**
 * Why this candidate may not be admitted now; undefined if it may. `lately` has those that probation admitted within a week.
 * `others` is the number of challengers that are admitted beside them.
 */
export const whyTooFast = (
  candidate: Omit<Grown, 'admittedAt'>,
  lately: readonly Grown[],
  others: number,
  now: number,
): string | undefined => {
  const most = Math.max(1, Math.floor(shareAWeek * others));
  if (lately.length >= most) return `${lately.length} were admitted within a week, and no more than ${most} may be.`;
  const here = pointOf(candidate.place);
  if (lately.some((it) => it.admittedAt > now - dayMs && distanceKm(pointOf(it.place), here) <= apartKm))
    return `Another one within ${apartKm} km was admitted within a day.`;
  if (lately.some((it) => it.owner === candidate.owner || it.networks.some((net) => candidate.networks.includes(net))))
    return 'Another one of its owner or network was admitted within a week.';
  return undefined;
};
