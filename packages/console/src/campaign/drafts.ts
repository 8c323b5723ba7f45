import type { NewCampaign } from '@trigpoint/client';
import { toLocalInput } from '../times.ts';
import { isGrouped, typedAmount, typedNumber } from '../words/language.ts';
import { say } from '../words/say.ts';

/** The texts of the form, as they were typed. */
export interface CampaignDraft {
  readonly name: string;
  readonly description: string;
  readonly tags: string;
  readonly latitude: string;
  readonly longitude: string;
  readonly radius: string;
  readonly totalRewards: string;
  readonly rewardPerTask: string;
  readonly fuel: string;
  readonly maxSubmissions: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly review: boolean;
  readonly isActive: boolean;
  readonly proofMinutes: string;
  readonly bannerUrl: string;
}

export type CampaignProblems = Readonly<Partial<Record<keyof CampaignDraft, string>>>;

const dayMs = 86_400_000;

/** What the form begins with: the defaults of the interface, a week, and a budget that pays for all photos. */
export const emptyDraft = (now: number): CampaignDraft => ({
  name: '',
  description: '',
  tags: '',
  latitude: '',
  longitude: '',
  radius: '100',
  totalRewards: '500',
  rewardPerTask: '5',
  fuel: '1',
  maxSubmissions: '100',
  startsAt: toLocalInput(now),
  endsAt: toLocalInput(now + 7 * dayMs),
  review: false,
  isActive: true,
  proofMinutes: '',
  bannerUrl: '',
});

const isNumber = (text: string, low: number, high: number): boolean =>
  Number.isFinite(typedNumber(text)) && typedNumber(text) >= low && typedNumber(text) <= high;

/** What is wrong with an amount, in the words given or those about thousands. */
const whyNoAmount = (text: string, low: number, high: number, words: string): string | undefined => {
  if (isGrouped(text)) return say('Write it without a thousands separator.');
  return isNumber(text, low, high) ? undefined : words;
};

const tagsOf = ({ tags }: CampaignDraft): string[] =>
  tags
    .split(',')
    .map((it) => it.trim())
    .filter(Boolean);

export const problemsOf = (draft: CampaignDraft): CampaignProblems => {
  const problems: Partial<Record<keyof CampaignDraft, string>> = {};
  if (draft.name.trim() === '') problems.name = say('It needs a name.');
  else if (draft.name.length > 128) problems.name = say('At most 128 characters.');
  if (draft.description.length > 4096) problems.description = say('At most 4,096 characters.');
  if (tagsOf(draft).length > 32) problems.tags = say('At most 32 tags.');
  else if (tagsOf(draft).some((it) => it.length > 64)) problems.tags = say('At most 64 characters each.');
  if ((draft.latitude.trim() === '') !== (draft.longitude.trim() === ''))
    problems.longitude = say('Latitude and longitude belong together.');
  if (draft.latitude.trim() !== '' && !isNumber(draft.latitude, -90, 90))
    problems.latitude = say('A number from −90 to 90.');
  if (draft.longitude.trim() !== '' && !isNumber(draft.longitude, -180, 180))
    problems.longitude = say('A number from −180 to 180.');
  const points = say('A number above 0, such as 2.5.');
  const amounts = {
    radius: whyNoAmount(draft.radius, 0.01, 20_038, say('Kilometres, above 0.')),
    totalRewards: whyNoAmount(draft.totalRewards, 0.000001, 1e12, points),
    rewardPerTask: whyNoAmount(draft.rewardPerTask, 0.000001, 1e12, points),
    fuel: whyNoAmount(draft.fuel, 0, 1e9, say('0 or more; 1 is usual.')),
  };
  if (amounts.rewardPerTask === undefined && typedAmount(draft.rewardPerTask) > typedAmount(draft.totalRewards))
    amounts.rewardPerTask = say('Not more than the whole budget.');
  for (const [name, wrong] of Object.entries(amounts))
    if (wrong !== undefined) problems[name as keyof typeof amounts] = wrong;
  if (!/^\d+$/.test(draft.maxSubmissions) || !isNumber(draft.maxSubmissions, 1, Number.MAX_SAFE_INTEGER))
    problems.maxSubmissions = say('A whole number, at least 1.');
  if (!(Date.parse(draft.endsAt) > Date.parse(draft.startsAt))) problems.endsAt = say('After the start.');
  if (
    draft.proofMinutes.trim() !== '' &&
    !(/^\d+$/.test(draft.proofMinutes) && isNumber(draft.proofMinutes, 1, 525_600))
  )
    problems.proofMinutes = say('Whole minutes up to a year, or empty.');
  if (draft.bannerUrl.length > 2048) problems.bannerUrl = say('At most 2,048 characters.');
  else if (draft.bannerUrl !== '' && !/^https?:\/\//.test(draft.bannerUrl))
    problems.bannerUrl = say('An address that starts with https://.');
  return problems;
};

export const toCampaign = (draft: CampaignDraft): NewCampaign => ({
  campaign: draft.name.trim(),
  description: draft.description,
  tags: tagsOf(draft),
  ...(draft.latitude.trim() === ''
    ? {}
    : { latitude: typedNumber(draft.latitude), longitude: typedNumber(draft.longitude) }),
  radius: typedAmount(draft.radius),
  total_rewards: typedAmount(draft.totalRewards),
  reward_per_task: typedAmount(draft.rewardPerTask),
  fuel_required: typedAmount(draft.fuel),
  max_submissions: Number(draft.maxSubmissions),
  starts_at: new Date(draft.startsAt),
  ends_at: new Date(draft.endsAt),
  is_active: draft.isActive,
  review: draft.review,
  ...(draft.proofMinutes.trim() === '' ? {} : { require_proof: { max_age_minutes: Number(draft.proofMinutes) } }),
  ...(draft.bannerUrl === '' ? {} : { banner_url: draft.bannerUrl }),
});
