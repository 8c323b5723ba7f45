import { distanceKm } from '@trigpoint/proofs';
import { pointOf } from './admissions.ts';
import type { Grown } from './probation-store.ts';

export const dayMs = 24 * 3_600_000;
export const weekMs = 7 * dayMs;
/** Within this distance one challenger a day: whoever crowds around a place needs as many days as challengers. */
const apartKm = 250;
/** A network grows by this share a week, so that nobody outnumbers it before people notice. */
const shareAWeek = 0.05;

/**
 * Why nobody more is admitted like this one now; undefined where growth leaves room. `lately` is whom probation admitted
 * within a week, `others` how many are admitted beside them.
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
