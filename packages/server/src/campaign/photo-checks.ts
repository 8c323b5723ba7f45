import { distanceKm, type Place } from '@trigpoint/proofs';
import { serviceError } from '@trigpoint/protocol';
import { fromMillionths } from '../ledger/amounts.ts';
import { iso } from '../times.ts';
import { isInside } from './area.ts';
import { type Campaign, centreOf, statusOf } from './campaigns.ts';

/** The clocks of phones may be fast by this much. */
const clockSlackMs = 5 * 60_000;

/** Throws unless the campaign takes photos now. */
export const checkOpen = (campaign: Campaign, now: number): void => {
  const problems = {
    inactive: 'is not active',
    scheduled: `starts at ${iso(campaign.startsAt)}`,
    ended: `ended at ${iso(campaign.endsAt)}`,
  };
  const status = statusOf(campaign, now);
  if (status in problems)
    throw serviceError('campaign_not_open', {
      campaign: campaign.name,
      problem: problems[status as keyof typeof problems],
    });
  if (campaign.taken >= campaign.maxSubmissions)
    throw serviceError('campaign_full', { campaign: campaign.name, places: campaign.maxSubmissions });
  if (status === 'full')
    throw serviceError('campaign_spent', {
      campaign: campaign.name,
      total: fromMillionths(campaign.totalRewards),
    });
};

/** Throws if the photo was taken outside of the campaign's area. */
export const checkPlace = (campaign: Campaign, place: Place, accuracyM: number | undefined): void => {
  const centre = centreOf(campaign);
  if (centre && !isInside(place, accuracyM ?? 0, centre, campaign.radiusKm))
    throw serviceError('outside_area', {
      distance: distanceKm(place, centre).toFixed(1),
      radius: campaign.radiusKm,
    });
};

/** Throws if the stated time of the photo is before or after the campaign, or in the future. */
export const checkTime = (campaign: Campaign, capturedAt: number | undefined, now: number): void => {
  if (capturedAt === undefined) return;
  const problem =
    capturedAt > now + clockSlackMs
      ? 'lies in the future'
      : capturedAt < campaign.startsAt
        ? 'lies before the campaign’s start'
        : capturedAt >= campaign.endsAt
          ? 'lies after the campaign’s end'
          : undefined;
  if (problem) throw serviceError('outside_window', { problem });
};

/** A verified place, and how far from it the prover can be. */
export interface Proof extends Place {
  readonly uncertaintyKm: number;
  /** How many challengers could have conspired in vain. The sender chose how many measured. */
  readonly withstands: number;
  readonly at: number;
}

/** Every place that the proof allows must be inside of the area. Otherwise a circle of 10 km would pay people 300 km away. */
export const checkProof = (campaign: Campaign, proofs: readonly Proof[], now: number): void => {
  const { proofMaxAgeMs, proofMinWithstands: withstands = 0, radiusKm } = campaign;
  const centre = centreOf(campaign);
  if (proofMaxAgeMs === undefined || !centre) return;
  const isEnough = (it: Proof) =>
    it.at >= now - proofMaxAgeMs &&
    it.withstands >= withstands &&
    distanceKm(it, centre) + it.uncertaintyKm <= radiusKm;
  if (!proofs.some(isEnough)) throw serviceError('proof_required', { minutes: proofMaxAgeMs / 60_000, withstands });
};
