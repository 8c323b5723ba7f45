import type { CampaignInfo, SubmissionInfo } from '@trigpoint/client';
import { inWords } from '../figures.ts';
import type { Place } from '../map/earth.ts';
import { onDay } from '../times.ts';
import { say, sayReason } from '../words/say.ts';

export type Status = CampaignInfo['status'];

export const statusTone: Record<Status, string> = {
  live: 'ok',
  scheduled: 'ms',
  full: 'un',
  ended: 'muted',
  inactive: 'muted',
};

/** Where a campaign wants its photos from. Undefined if they may come from anywhere. */
export const centreOf = ({ latitude, longitude }: Pick<CampaignInfo, 'latitude' | 'longitude'>): Place | undefined =>
  latitude === null || longitude === null ? undefined : { latitude, longitude };

/** What is asked for of the proof of location of whoever sends a photo. */
export const proofWords = (it: NonNullable<CampaignInfo['require_proof']>): string => {
  const { max_age_minutes: n, min_withstands: withstands = 0 } = it;
  return withstands > 0
    ? say('place proved within {n} min, against {withstands} liars', { n, withstands })
    : say('place proved within {n} min', { n });
};

/** What a campaign is doing, with the moment that matters. */
export const statusWords = (it: Pick<CampaignInfo, 'status' | 'starts_at' | 'ends_at'>): string => {
  switch (it.status) {
    case 'live':
      return say('Open until {day}', { day: onDay(Date.parse(it.ends_at)) });
    case 'scheduled':
      return say('Opens {day}', { day: onDay(Date.parse(it.starts_at)) });
    case 'full':
      return say('Full: every place is taken');
    case 'ended':
      return say('Ended {day}', { day: onDay(Date.parse(it.ends_at)) });
    default:
      return say('Not open; only you see it');
  }
};

/** What became of a photo, for the person who sent it. */
export const submissionWords = (it: SubmissionInfo): string => {
  if (it.review === 'rejected') return say('Rejected by the creator: {reason}', { reason: it.reason });
  if (it.state === 'rejected') return say('Refused: {reason}', { reason: sayReason(it.reason) });
  if (it.state !== 'ready') return say('Being read');
  if (it.review === 'pending') return say('Waiting for the creator’s review');
  return it.paid ? say('Accepted, {reward} POINTS paid', { reward: it.reward }) : say('Accepted');
};

export const campaignPath = (name: string): string => `/campaigns/${encodeURIComponent(name)}`;

const refusals: Readonly<Record<string, string>> = {
  outside_area: say('Outside the area'),
  outside_window: say('Taken at another time'),
  duplicate_photo: say('Same photo as an earlier one'),
  invalid_photo: say('Not a photo that can be read'),
  campaign_full: say('No place left'),
  campaign_spent: say('Budget used up'),
  rewards_used_up: say('Nothing left to pay today'),
  too_many_uploads: say('Too many photos at once'),
  campaign_not_open: say('Not open then'),
  fuel_short: say('Not enough fuel'),
  idempotency_key_reused: say('Sent before with another photo'),
  proof_required: say('Place not proved'),
};

/** Why a photo was not taken, for lists. */
export const refusalWords = (code: string): string => refusals[code] ?? inWords(code);
