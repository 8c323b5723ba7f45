import type { CampaignInfo, SubmissionInfo } from '@trigpoint/client';
import { inWords } from '../figures.ts';
import { onDay } from '../times.ts';

export type Status = CampaignInfo['status'];

export const statusTone: Record<Status, string> = {
  live: 'ok',
  scheduled: 'ms',
  full: 'un',
  ended: 'muted',
  inactive: 'muted',
};

/** What a campaign is doing, with the moment that matters. */
export const statusWords = (it: Pick<CampaignInfo, 'status' | 'starts_at' | 'ends_at'>): string => {
  switch (it.status) {
    case 'live':
      return `Open until ${onDay(Date.parse(it.ends_at))}`;
    case 'scheduled':
      return `Opens ${onDay(Date.parse(it.starts_at))}`;
    case 'full':
      return 'Full: every place is taken';
    case 'ended':
      return `Ended ${onDay(Date.parse(it.ends_at))}`;
    default:
      return 'Not open, seen by you alone';
  }
};

/** What became of a photo, for the person who sent it. */
export const submissionWords = (it: SubmissionInfo): string => {
  if (it.state === 'rejected' || it.review === 'rejected') return `Refused: ${it.reason}`;
  if (it.state !== 'ready') return 'Being read';
  if (it.review === 'pending') return 'Waiting for the creator’s review';
  return it.paid ? `Accepted, ${it.reward} POINTS paid` : 'Accepted';
};

export const campaignPath = (name: string): string => `/campaigns/${encodeURIComponent(name)}`;

const refusals: Readonly<Record<string, string>> = {
  outside_area: 'Outside the area',
  outside_window: 'Taken at another time',
  duplicate_photo: 'Same photo as an earlier one',
  invalid_photo: 'Not a photo that can be read',
  campaign_full: 'No place left',
  campaign_spent: 'No money left',
  rewards_used_up: 'Nothing left to pay today',
  too_many_uploads: 'Too many photos at once',
  campaign_not_open: 'Not open then',
  fuel_short: 'Not enough fuel',
  idempotency_key_reused: 'Sent before with another photo',
  proof_required: 'Place not proved',
};

/** Why a photo was not taken, for lists. */
export const refusalWords = (code: string): string => refusals[code] ?? inWords(code);
