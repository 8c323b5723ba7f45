import type { CampaignInfo } from '@trigpoint/client';
import { absolute, onDay, toLocalInput } from '../times.ts';
import { say } from '../words/say.ts';

/**
 * When a photo was taken; undefined if that is not stated. The field has no seconds, so the file's own time counts for as long as
 * nobody changes it: a photo from the minute in which the campaign opened would be refused otherwise.
 */
export const takenAt = (typed: string, fileAt: number): number | undefined => {
  if (typed === '') return undefined;
  return typed === toLocalInput(fileAt) ? fileAt : Date.parse(typed);
};

/** Why the campaign would refuse a photo of that time; undefined if it would not. */
export const whyNotThen = (
  at: number | undefined,
  campaign: Pick<CampaignInfo, 'starts_at'>,
  now: number,
): string | undefined => {
  if (at === undefined) return undefined;
  const start = Date.parse(campaign.starts_at);
  if (at < start) {
    const isPlain = onDay(at) !== onDay(start) && new Date(at).getFullYear() === new Date(start).getFullYear();
    const told = isPlain ? onDay : absolute;
    return say('The photo is from {taken}; the campaign opened {opened}.', { taken: told(at), opened: told(start) });
  }
  return at > now
    ? say('The photo is from {taken}, and now it is {now}.', { taken: onDay(at), now: onDay(now) })
    : undefined;
};
