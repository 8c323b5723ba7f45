import type { CampaignInfo } from '@trigpoint/client';
import type { ReplyOf, routes } from '@trigpoint/protocol';
import { points } from '../figures.ts';
import { locale } from '../words/language.ts';
import { say, sayCount } from '../words/say.ts';

export type CampaignFigures = ReplyOf<(typeof routes)['campaign-figures']>['result'];

type Terms = Pick<
  CampaignInfo,
  'total_rewards' | 'reward_per_task' | 'max_submissions' | 'submissions' | 'paid' | 'starts_at' | 'ends_at' | 'status'
>;

const dayMs = 24 * 3_600_000;
/** A younger campaign has not run long enough to say how fast photos come. */
const leastMs = 3_600_000;
/** When a reader's day begins. */
const dayOf = (at: number): number => new Date(at).setHours(0, 0, 0, 0);
const onDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });

/** How long the budget lasts if photos keep coming as they did; undefined if that cannot be said. */
export const forecastOf = (it: Terms, { held, paid_in_7_days: paid }: CampaignFigures, now: number): string => {
  if (it.status !== 'live') return '';
  if (paid === 0) return say('No photo was paid in the last 7 days, so there is no telling how long it lasts.');
  const overMs = Math.min(7 * dayMs, Math.max(leastMs, now - Date.parse(it.starts_at)));
  const affordable = Math.floor((it.total_rewards - it.paid - held) / it.reward_per_task);
  const left = Math.max(0, Math.min(affordable, it.max_submissions - it.submissions));
  const emptyAt = now + (left / paid) * overMs;
  const endsAt = Date.parse(it.ends_at);
  const pace = overMs < 7 * dayMs ? say('At the pace so far') : say('At the pace of the last 7 days');
  if (emptyAt < endsAt) {
    const early = Math.round((dayOf(endsAt) - dayOf(emptyAt)) / dayMs);
    const before =
      early === 0 ? say('on the day of the end') : sayCount(early, '{n} day before the end', '{n} days before the end');
    return say('{pace} the budget lasts until {day}, {before}.', { pace, day: onDay.format(emptyAt), before });
  }
  const unspent = Math.max(0, left - ((endsAt - now) / overMs) * paid) * it.reward_per_task;
  return say('{pace} the budget outlasts the campaign, with about {points} POINTS to spare.', {
    pace,
    points: points(Math.round(unspent)),
  });
};
