import * as figures from '../figures.ts';
import type { Figure } from '../parts/figure-strip.tsx';
import { seconds } from '../times.ts';
import { counted, type PobView, type Round } from './pob-view.ts';

export const pobSays = (view: PobView): string => {
  const { outcome, medianMbps, direction, claimMbps, asked } = view;
  const claimed = figures.mbps(claimMbps, claimMbps % 1 === 0 ? 0 : 1);
  switch (outcome) {
    case 'verified':
    case 'refuted':
      return `${figures.mbpsNumber(medianMbps ?? 0)} of ${claimed} ${direction}`;
    default:
      return `${counted(view).length} of ${asked} rounds count, too few to tell`;
  }
};

const listed = (numbers: readonly number[]): string =>
  numbers.length < 2 ? `${numbers[0] ?? ''}` : `${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`;

export const pobLead = (view: PobView): string => {
  const { outcome, rounds, medianMbps, reason } = view;
  if (outcome !== 'verified' && outcome !== 'refuted') return reason;
  const good = counted(view).length;
  const off = rounds.flatMap((it, i) => (it.state === 'voided' ? [i + 1] : []));
  const voids =
    off.length === 0
      ? ''
      : ` ${off.length === 1 ? 'Round' : 'Rounds'} ${listed(off)} ${off.length === 1 ? 'was' : 'were'} voided and ${off.length === 1 ? 'does' : 'do'} not count.`;
  if (/signed for data/.test(reason)) return reason;
  return `${good} of ${figures.plural(rounds.length, 'round')} count and their median is ${figures.mbps(medianMbps ?? 0)}.${voids}`;
};

export const pobFigures = (view: PobView): Figure[] => {
  const { medianMbps, claimMbps, thresholdMbps, rounds, asked } = view;
  const rates = counted(view)
    .map((it) => it.mbps ?? 0)
    .sort((a, b) => a - b);
  const bytes = rounds.reduce((sum, it) => sum + it.bytes, 0);
  const passes = Math.round((thresholdMbps / claimMbps) * 100);
  return [
    {
      label: 'Median of the rounds',
      value: medianMbps === undefined ? '–' : figures.mbpsNumber(medianMbps),
      unit: 'Mbit/s',
    },
    {
      label: 'Share of the claim',
      value: medianMbps === undefined ? '–' : figures.percent(medianMbps / claimMbps, 0),
      unit: `%, passes from ${passes}`,
    },
    {
      label: 'Lowest to highest',
      value:
        rates.length === 0 ? '–' : `${figures.mbpsNumber(rates[0] ?? 0)} – ${figures.mbpsNumber(rates.at(-1) ?? 0)}`,
    },
    { label: 'Rounds that count', value: String(rates.length), unit: `of ${asked}` },
    { label: 'Data sent', value: figures.megabytes(bytes), unit: 'MB' },
    ...(view.paidPoints === undefined
      ? view.endedAt === undefined
        ? []
        : [{ label: 'Took', value: seconds(view.endedAt - view.startedAt), unit: 's' }]
      : [{ label: 'Paid to challengers', value: figures.points(view.paidPoints), unit: 'POINTS' }]),
  ];
};

/** What stands under a round's number. */
export const underRound = (it: Round): string =>
  it.remark ??
  [
    it.loss === undefined ? '' : `${figures.percent(it.loss)} % lost`,
    it.rttMs === undefined ? '' : figures.ms(it.rttMs),
  ]
    .filter(Boolean)
    .join(', ');
