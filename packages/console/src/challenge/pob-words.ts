import { fewestAsked } from '@trigpoint/proofs/registry';
import * as figures from '../figures.ts';
import type { Figure } from '../parts/figure-strip.tsx';
import { seconds } from '../times.ts';
import { say, sayReason } from '../words/say.ts';
import { inWords, paidFigure } from './figure-words.ts';
import { counted, type PobView, type Round } from './pob-view.ts';

export const pobSays = (view: PobView): string => {
  const { outcome, medianMbps, direction, claimMbps, asked } = view;
  const claimed = rateWords(claimMbps);
  const median = figures.mbpsNumber(...medianAsTold(view));
  switch (outcome) {
    case 'verified':
    case 'refuted':
      if ((medianMbps ?? 0) > claimMbps)
        return direction === 'up'
          ? say('{median} Mbit/s up, {claimed} asked for', { median, claimed })
          : say('{median} Mbit/s down, {claimed} asked for', { median, claimed });
      return direction === 'up'
        ? say('{median} of {claimed} up', { median, claimed })
        : say('{median} of {claimed} down', { median, claimed });
    default:
      return counted(view).length >= asked && asked > 0
        ? say('the rounds do not decide it')
        : say('{n} of {all} rounds count, too few to tell', { n: counted(view).length, all: asked });
  }
};

/** Patterns in the sentence of a verdict that tell why it is open, each with what helps. The first that fits counts. */
const advices: readonly (readonly [why: RegExp, advice: string])[] = [
  [/^Only \d+ challengers? w/, say('What to do: ask at least {n} challengers.', { n: fewestAsked })],
  [/claims no \w+ bandwidth/, say('What to do: start the prover with the bandwidth that it claims, then ask again.')],
  [
    /never driven faster|^Nothing is measured faster/,
    say('What to do: ask for at most what the prover claims, or start the prover with a larger claim.'),
  ],
  [
    /unreachable|timeout|no connection|no answer in time|not one\b/,
    say('What to do: see that the prover is connected and that its firewall lets UDP and TCP out, then ask again.'),
  ],
  [
    /(prover|challenger)’s machine was too busy.*(?!\1)(prover|challenger)’s machine was too busy/,
    say(
      'What to do: ask again when the machine of the prover has less work. Some challengers were too busy as well, and others may be drawn then.',
    ),
  ],
  [
    /prover’s machine was too busy|dropped datagrams/,
    say('What to do: ask again when the machine of the prover has less work, or give it more CPU.'),
  ],
  [
    /challenger’s machine was too busy|keep its pace/,
    say('What to do: ask again, which draws other challengers; some of these were too busy to measure.'),
  ],
];

/** What somebody can do about a verdict that leaves a bandwidth open; undefined where it is decided. */
export const pobAdvice = ({ outcome, reason }: PobView): string | undefined =>
  outcome === 'inconclusive'
    ? (advices.find(([why]) => why.test(reason))?.[1] ??
      say('What to do: ask again when nobody else uses the line, or ask for a rate that it always reaches.'))
    : undefined;

const listed = (numbers: readonly number[]): string =>
  numbers.length < 2
    ? `${numbers[0] ?? ''}`
    : say('{others} and {last}', { others: numbers.slice(0, -1).join(', '), last: numbers.at(-1) ?? '' });

export const pobLead = (view: PobView): string => {
  const { outcome, rounds, reason, asked } = view;
  if (outcome !== 'verified' && outcome !== 'refuted') return sayReason(reason);
  const good = counted(view).length;
  const numbersOf = (state: Round['state']) => rounds.flatMap((it, i) => (it.state === state ? [i + 1] : []));
  const [off, spared] = [numbersOf('voided'), numbersOf('not-needed')];
  const voids =
    off.length === 0
      ? ''
      : off.length === 1
        ? say('Round {off} was voided and does not count.', { off: listed(off) })
        : say('Rounds {off} were voided and do not count.', { off: listed(off) });
  const rest =
    spared.length === 0
      ? ''
      : spared.length === 1
        ? say('Round {off} was not needed any more.', { off: listed(spared) })
        : say('Rounds {off} were not needed any more.', { off: listed(spared) });
  const medianText = figures.mbps(...medianAsTold(view));
  if (/signed for data/.test(reason)) return sayReason(reason);
  const told = { good, asked, medianText };
  const counts =
    good === asked
      ? say('All {asked} rounds count, and their median is {medianText}.', { asked, medianText })
      : outcome === 'refuted'
        ? say('{good} of {asked} rounds count, and enough of these measured too little.', { good, asked })
        : good === asked - 1
          ? say('{good} of {asked} rounds count. With 0 for the other one, the median is {medianText}.', told)
          : say('{good} of {asked} rounds count. With 0 for the others, the median is {medianText}.', told);
  return [counts, voids, rest, claimsWords(view)].filter(Boolean).join(' ');
};

/** Where a payer asked for another rate than the prover claims: what was tested is not its claim. */
const claimsWords = ({ claimMbps, claimsMbps }: PobView): string =>
  claimsMbps === undefined || claimsMbps === claimMbps
    ? ''
    : claimsMbps < claimMbps
      ? say('The prover itself claims only {claimed}.', { claimed: rateWords(claimsMbps) })
      : say('The prover itself claims {claimed}.', { claimed: rateWords(claimsMbps) });

/** The median, and with how many digits. A rate that is less than what was asked for is not rounded up to it. */
const medianAsTold = ({ medianMbps = 0, claimMbps }: PobView): readonly [mbps: number, digits: number] =>
  medianMbps < claimMbps && medianMbps.toFixed(1) === claimMbps.toFixed(1)
    ? [Math.floor(medianMbps * 100) / 100, 2]
    : [medianMbps, 1];

const rateWords = (mbps: number): string => figures.mbps(mbps, mbps % 1 === 0 ? 0 : 1);

/** From the first to the last, or a single number where both are written alike. */
const rangeOf = (rates: readonly number[]): string =>
  [...new Set([rates.at(0), rates.at(-1)].map((it) => figures.mbpsNumber(it ?? 0)))].join(' – ');

export const pobFigures = (view: PobView): Figure[] => {
  const { outcome, medianMbps, claimMbps, thresholdMbps, rounds, asked } = view;
  const rates = counted(view)
    .map((it) => it.mbps ?? 0)
    .sort((a, b) => a - b);
  const bytes = rounds.reduce((sum, it) => sum + it.bytes, 0);
  // Before the first round a 0 would look like something that was found.
  const isEmpty = outcome === 'measuring' && rounds.length === 0;
  const noRound = inWords(say('no round yet'));
  const noMedian =
    outcome === 'measuring'
      ? inWords(say('with the verdict'))
      : rates.length === 0
        ? inWords(say('no round counts'))
        : { value: '–' };
  const passes = Math.round((thresholdMbps / claimMbps) * 100);
  return [
    {
      label:
        rates.length < asked && rates.length > 0
          ? say('Median, unanswered rounds as 0')
          : say('Median of all {asked} rounds', { asked }),
      ...(medianMbps !== undefined
        ? { value: figures.mbpsNumber(...medianAsTold(view)), unit: 'Mbit/s' }
        : outcome === 'inconclusive' && rates.length > 0
          ? inWords(say('too low to verify'))
          : noMedian),
    },
    {
      label: say('Share of what was asked'),
      ...(medianMbps === undefined
        ? noMedian
        : {
            value: figures.percent(medianMbps / claimMbps, 0),
            unit: say('%, passes from {passes}', { passes }),
          }),
    },
    {
      label: say('Lowest to highest'),
      ...(isEmpty ? noRound : rates.length === 0 ? { value: '–' } : { value: rangeOf(rates), unit: 'Mbit/s' }),
    },
    isEmpty
      ? { label: say('Rounds that count'), ...noRound }
      : { label: say('Rounds that count'), value: String(rates.length), unit: say('of {most}', { most: asked }) },
    { label: say('Data sent'), ...(isEmpty ? noRound : { value: figures.megabytes(bytes), unit: 'MB' }) },
    {
      label: say('Took'),
      ...(view.endedAt === undefined
        ? inWords(say('with the verdict'))
        : { value: seconds(view.endedAt - view.startedAt), unit: 's' }),
    },
    ...(view.paidPoints === undefined ? [] : [paidFigure(outcome, view.paidPoints)]),
  ];
};

/** What stands under a round's number. */
export const underRound = (it: Round): string =>
  it.remark ??
  [
    it.loss === undefined ? '' : say('{share} % of the data lost', { share: figures.percent(it.loss) }),
    it.rttMs === undefined ? '' : say('{ms} round trip', { ms: figures.ms(it.rttMs) }),
  ]
    .filter(Boolean)
    .join(', ');
