import { inSentence, ofWording } from '../wording.ts';
import { median } from './rates.ts';
import * as spec from './spec.ts';

/** What the sentence of a verdict tells about the rounds. */
export interface Told {
  readonly asked: number;
  /** `downlink` or `uplink`. */
  readonly link: string;
  readonly askedMbps: number;
  /** As the prover claims for this direction. */
  readonly claimedMbps: number | undefined;
  /** The rates of the rounds that count, lowest first. */
  readonly rates: readonly number[];
  /** How many of these are below what passes. */
  readonly below: number;
  /** The median of all rounds that were asked for, with 0 for those that do not count. */
  readonly middle: number;
  readonly liars: number;
  readonly frauds: number;
  readonly overTcp: boolean;
  /** Why rounds do not count, each cause once: in words, or the failure that a challenger reported. */
  readonly causes: readonly Cause[];
}

export interface Cause {
  readonly failure?: string;
  readonly detail: string;
}

/** One sentence for each way in which a bandwidth is decided or stays open. */
export interface Wording {
  tooFewAsked(told: Told): string;
  fraud(told: Told): string;
  noClaim(told: Told): string;
  notDriven(told: Told): string;
  reached(told: Told): string;
  below(told: Told): string;
  /** The rates decide nothing. */
  open(told: Told): string;
  noneCounts(told: Told): string;
}

export const wordingOf = (settings: Readonly<Record<string, string>>): Wording =>
  ofWording(settings, [first, second, third, fourth]);

const fixed = (value: number | undefined): string => (value ?? 0).toFixed(2);
const least = ({ rates }: Told): string => fixed(rates[0]);
const most = ({ rates }: Told): string => fixed(rates.at(-1));
const overTcp = (told: Told): string => (told.overTcp ? ' (over TCP, because UDP did not get through)' : '');
const mostNamed = 3;

const asks = ({ askedMbps }: Told): string => `90 % of the ${askedMbps} asked`;
const saw = (told: Told, one: string, range: string): string =>
  `${told.rates.length} of ${told.asked} challengers${one} saw ${range} Mbit/s ${told.link}${overTcp(told)}`;
const sawFirst = (told: Told): string => saw(told, ', one after another,', `${least(told)} to ${most(told)}`);
const spoilt = ({ causes }: Told, what: string): string => {
  const named = causes.slice(0, mostNamed).map(({ failure, detail }) => (failure ? `${failure}: ${detail}` : detail));
  return named.length > 0 ? ` What spoilt ${what}: ${named.join('; ')}.` : '';
};

const first: Wording = {
  tooFewAsked: ({ asked }) =>
    `Only ${asked} challenger${asked === 1 ? ' was' : 's were'} asked. Fewer than ${spec.FEWEST_ASKED} can never verify or refute a claim, because none of them may lie.`,
  fraud: ({ frauds, asked }) =>
    `The prover signed for data that never reached it: ${frauds} of ${asked} challengers hold its signed false digest and the seed that disproves it.`,
  noClaim: ({ link }) => `The prover claims no ${link} bandwidth, so nothing was measured.`,
  notDriven: ({ claimedMbps, link, askedMbps }) =>
    `A link is never driven faster than its prover claims, nor than ${spec.MAX_MBPS} Mbit/s. The prover claims ${claimedMbps} Mbit/s ${link}, so nobody could see whether it has the ${askedMbps} asked. Ask for at most what it claims.`,
  reached: (told) => `${sawFirst(told)}. The median is ${fixed(told.middle)}, at least ${asks(told)}.`,
  below: (told) => `${sawFirst(told)}. The median is ${fixed(median(told.rates))}, less than ${asks(told)}.`,
  open: (told) =>
    `${sawFirst(told)}, and ${told.below} of them saw less than ${asks(told)}. The median over all ${told.asked} asked is too low to verify the claim, and ${told.asked - told.liars} below it would refute it.${spoilt(told, 'the others')}`,
  noneCounts: (told) => `None of ${told.asked} rounds is valid.${spoilt(told, 'the others')}`,
};

const range = (told: Told): string => (least(told) === most(told) ? least(told) : `${least(told)} to ${most(told)}`);
const sawSecond = (told: Told): string => saw(told, told.rates.length === 1 ? '' : ', one after another,', range(told));

/** It tells that a missing round counts as 0, and names a single rate once. */
const second: Wording = {
  ...first,
  reached(told) {
    const missing = told.asked - told.rates.length;
    const others = missing > 0 ? `With 0 for the other ${missing === 1 ? 'one' : missing}, the` : 'The';
    return `${sawSecond(told)}. ${others} median is ${fixed(told.middle)}, at least ${asks(told)}.`;
  },
  below: (told) => `${sawSecond(told)}. The median is ${fixed(median(told.rates))}, less than ${asks(told)}.`,
  open(told) {
    const { asked, rates, below } = told;
    const missing = asked - rates.length;
    const others = missing === 1 ? 'The other round counts' : `The other ${missing} rounds count`;
    const ofAll =
      missing === 0 ? `The median of all ${asked} is` : `${others} as 0 Mbit/s, so the median of all ${asked} is`;
    const who = below === 0 ? 'none' : below === rates.length ? 'all' : `${below} of them`;
    return `${sawSecond(told)}, and ${who} saw less than ${asks(told)}. ${ofAll} too low to verify the claim. It is refuted where at least ${asked - told.liars} rounds are below.${spoilt(told, 'the others')}`;
  },
  noneCounts: (told) => `None of ${told.asked} rounds is valid.${spoilt(told, 'them')}`,
};

const failures: Readonly<Record<string, string>> = {
  unreachable: 'no connection',
  timeout: 'no answer in time',
  refused: 'a refusal',
  own_fault: 'a fault of the challenger',
};

const passes = ({ askedMbps }: Told): string => `90 % of the ${askedMbps} Mbit/s asked for`;
const measured = (told: Told): string =>
  `${told.rates.length} of ${told.asked} challengers measured ${range(told)} Mbit/s ${told.link}${overTcp(told)}${told.rates.length === 1 ? '' : ', one after another'}.`;
const othersCount = ({ asked, rates }: Told): string => {
  const missing = asked - rates.length;
  return missing === 0 ? '' : ` The other ${missing === 1 ? 'one counts' : `${missing} count`} as 0.`;
};
const share = (told: Told, all: string, those: string): string => {
  const { rates, below } = told;
  if (rates.length === 1) return `That is ${below === 0 ? 'at least' : 'less than'} ${passes(told)}.`;
  if (below === 0) return `${all} measured at least ${passes(told)}.`;
  return `${below === rates.length ? all : `${below} of ${those}`} measured less than ${passes(told)}.`;
};
const because = ({ causes }: Told, what: string): string => {
  const named = causes
    .slice(0, mostNamed)
    .map(({ failure, detail }) =>
      failure ? `${failures[failure] ?? failure} (${inSentence(detail)})` : inSentence(detail),
    );
  return named.length > 0 ? ` What spoilt ${what}: ${named.join('; ')}.` : '';
};

const stillOpen = (told: Told, shareWords: string): string =>
  `${measured(told)} ${shareWords}${othersCount(told)} The median of all ${told.asked} is too low to verify the claim. To refute it, at least ${told.asked - told.liars} must measure less.${because(told, told.asked - told.rates.length === 1 ? 'the other one' : 'the others')}`;

/** Written so that nobody has to read a sentence twice: one fact in each, and every number with what it counts. */
const third: Wording = {
  ...second,
  tooFewAsked: ({ asked }) =>
    `Only ${asked} challenger${asked === 1 ? ' was' : 's were'} asked. Fewer than ${spec.FEWEST_ASKED} can never verify or refute a claim, because one of them could be lying.`,
  fraud: ({ frauds, asked }) =>
    `The prover signed for data that never reached it. ${frauds} of ${asked} challengers have its signature under a false digest, and the seed that proves the digest false.`,
  notDriven: ({ claimedMbps, link, askedMbps }) =>
    `Nothing is measured faster than the prover claims, nor faster than ${spec.MAX_MBPS} Mbit/s. The prover claims ${claimedMbps} Mbit/s ${link}, so it stays open whether it has the ${askedMbps} Mbit/s asked for. Ask for at most what it claims.`,
  reached: (told) =>
    `${measured(told)}${othersCount(told)} The median of all ${told.asked} is ${fixed(told.middle)}, at least ${passes(told)}.`,
  below: (told) => `${measured(told)} Their median is ${fixed(median(told.rates))}, less than ${passes(told)}.`,
  open: (told) => stillOpen(told, share(told, 'All of them', 'them')),
  noneCounts: (told) => `None of the ${told.asked} rounds counts.${because(told, 'them')}`,
};

/** After "2 of 5 challengers", "all of them" could be all five. */
const fourth: Wording = {
  ...third,
  open(told) {
    const { length } = told.rates;
    return stillOpen(told, share(told, length === 2 ? 'Both' : `All ${length}`, `these ${length}`));
  },
};
