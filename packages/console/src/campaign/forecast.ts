import type { CampaignInfo } from '@trigpoint/client';
import type { ReplyOf, routes } from '@trigpoint/protocol';
import { points } from '../figures.ts';
import { shortDay } from '../times.ts';
import { say, sayCount } from '../words/say.ts';

export type CampaignFigures = ReplyOf<(typeof routes)['campaign-figures']>['result'];

type Terms = Pick<
  CampaignInfo,
  'total_rewards' | 'reward_per_task' | 'max_submissions' | 'submissions' | 'paid' | 'starts_at' | 'ends_at' | 'status'
>;

/** POINTS that photos to come can earn: neither paid, nor held for photos in review. Undefined until it is known what is held. */
export const freeOf = (
  { total_rewards, paid }: Pick<Terms, 'total_rewards' | 'paid'>,
  figures: Pick<CampaignFigures, 'held'> | undefined,
): number | undefined => figures && Math.max(0, total_rewards - paid - figures.held);

/** Says under a feed without photos what comes next: some wait for review, or the first one is still to be taken. */
export const emptyFeedWords = (
  it: Pick<CampaignInfo, 'latitude' | 'reward_per_task' | 'review' | 'submissions'>,
): string => {
  if (it.review && it.submissions > 0)
    return sayCount(
      it.submissions,
      '{n} photo waits for the creator’s review.',
      '{n} photos wait for the creator’s review.',
    );
  const earns = { points: points(it.reward_per_task) };
  return it.latitude === null
    ? say('The first photo earns {points} POINTS.', earns)
    : say('The first photo inside the circle earns {points} POINTS.', earns);
};

const dayMs = 24 * 3_600_000;
/** The first minutes of a campaign do not tell how fast photos come. */
const leastMs = 3_600_000;
/** When a day begins, in the time zone of the reader. */
const dayOf = (at: number): number => new Date(at).setHours(0, 0, 0, 0);

/** How long the budget lasts if photos keep coming as they did; empty if that cannot be said. */
export const forecastOf = (it: Terms, figures: CampaignFigures, now: number): string => {
  const { paid_in_7_days: paid } = figures;
  if (it.status !== 'live') return '';
  if (paid === 0) return say('No photo was paid in the last 7 days, so nobody can say how long the budget lasts.');
  const ageMs = now - Date.parse(it.starts_at);
  if (ageMs < leastMs) return say('After its first hour the campaign says here how long the budget will last.');
  const overMs = Math.min(7 * dayMs, ageMs);
  const affordable = Math.floor((freeOf(it, figures) ?? 0) / it.reward_per_task);
  const places = it.max_submissions - it.submissions;
  const left = Math.max(0, Math.min(affordable, places));
  const emptyAt = now + (left / paid) * overMs;
  const endsAt = Date.parse(it.ends_at);
  const pace =
    overMs < 7 * dayMs
      ? say('If photos keep coming as fast as so far')
      : say('If photos keep coming as fast as in the last 7 days');
  if (emptyAt < endsAt) {
    const early = Math.round((dayOf(endsAt) - dayOf(emptyAt)) / dayMs);
    const before =
      early === 0
        ? say('the day the campaign ends')
        : sayCount(early, '{n} day before the campaign ends', '{n} days before the campaign ends');
    const told = { pace, day: shortDay(emptyAt), before };
    return affordable <= places
      ? say('{pace}, the budget is used up on {day}, {before}.', told)
      : say('{pace}, every place is taken on {day}, {before}.', told);
  }
  const unspent = Math.max(0, left - ((endsAt - now) / overMs) * paid) * it.reward_per_task;
  return say('{pace}, about {points} POINTS are left when the campaign ends.', {
    pace,
    points: points(Math.round(unspent)),
  });
};
