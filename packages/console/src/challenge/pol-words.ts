import { fewestAsked } from '@trigpoint/proofs/registry';
import * as figures from '../figures.ts';
import { distanceKm } from '../map/earth.ts';
import type { Figure } from '../parts/figure-strip.tsx';
import { seconds } from '../times.ts';
import { say, sayCount, sayReason } from '../words/say.ts';
import { inWords, paidFigure } from './figure-words.ts';
import {
  answered,
  drawnFor,
  excludes,
  ifNoneLiedKm,
  isZoneAlone,
  type PolView,
  statedKm,
  type Witness,
} from './pol-view.ts';
import { disputedLead, isDisputed, severalLead } from './told-apart.ts';

/** Stands in place of a number that is not known yet, so that nothing moves when it comes. */
const none = '–';

/** Answers that no single place could give: more than one machine holds the prover's key. */
export const isSeveral = ({ reason }: PolView): boolean => reason.startsWith('Several machines');

/** The claim is unlikely, but too few answers rule it out. */
const isImprobable = ({ reason }: PolView): boolean => reason.startsWith('It is improbable');

/** What follows "Verified:", "Refuted:" or "Inconclusive:". */
export const polSays = (view: PolView): string => {
  const { outcome, claim, witnesses, liars, zone } = view;
  const prover = view.prover === '' ? say('the prover') : view.prover;
  if (zone && outcome === 'verified') return say('{prover} is inside {zone}', { prover, zone: zone.words });
  if (zone?.finding === 'outside' && outcome === 'refuted')
    return say('{prover} is not in {zone}', { prover, zone: zone.words });
  if (zone?.finding === 'undecided' && outcome === 'inconclusive' && answered(view).length > 0)
    return say('it is open whether {prover} is in {zone}', { prover, zone: zone.words });
  switch (outcome) {
    case 'verified':
      return say('{prover} is within {distance} of {place}', {
        prover,
        distance: figures.atMostKm(statedKm(view) ?? 0),
        place: claim.name,
      });
    case 'refuted':
      return isSeveral(view)
        ? say('several machines answer under one key')
        : say('{prover} is not in {zone}', { prover, zone: claim.name });
    case 'measuring':
      return say('answers are still coming in');
    case 'contradictory':
      return say('no single place fits the answers');
    default: {
      const near = witnesses.filter((it) => it.near && it.state === 'answered').length;
      if (answered(view).length === 0) return say('nobody could measure {prover}', { prover });
      if (isImprobable(view)) return say('{place} is improbable, but not disproved', { place: claim.name });
      return near <= liars
        ? say('too few challengers near {place}', { place: claim.name })
        : say('not enough to tell about {place}', { place: claim.name });
    }
  }
};

const mediumWords = {
  any_medium: say('The claim is refuted even if the answers travelled by radio, which is faster than fibre.'),
  fibre: say('This assumes that no answer travelled faster than light does in fibre.'),
} as const;

const anyOf = (liars: number): string | number => (liars === 1 ? say('one') : liars);

/** How many answers there are, and how many of them are of lookouts, which can only refute. */
const answersWords = (heard: readonly Witness[]): string => {
  const lookouts = heard.filter((it) => it.isLookout).length;
  const answers = sayCount(heard.length, '{n} answer', '{n} answers');
  return lookouts === 0 ? answers : say('{answers} ({lookouts} of lookouts)', { answers, lookouts });
};

const againstWords = (view: PolView): string => {
  const heard = answered(view);
  const against = heard.filter(excludes).length;
  const of = answersWords(heard);
  if (against === 0) return say('None of {answers} speaks against the claim.', { answers: of });
  return against === 1
    ? say('1 of {answers} speaks against the claim.', { answers: of })
    : say('{against} of {answers} speak against the claim.', { against, answers: of });
};

const comesFromWords = ({ estimate, noEstimate }: PolView): string => {
  if (!estimate) return noEstimate ? noEstimateWords[noEstimate].lead : '';
  const { place, name = figures.compass(place.latitude, place.longitude), radiusKm } = estimate;
  return say('The answers most likely come from within {distance} of {place}.', {
    distance: figures.atMostKm(radiusKm),
    place: name,
  });
};

const inSentences = (...sentences: readonly string[]): string => sentences.filter(Boolean).join(' ');

/** What a verdict about a zone rests on; undefined where the sentence of the verdict says it. */
const zoneLead = (view: PolView): string | undefined => {
  const { outcome, zone, liars, liarsOfAll, asked } = view;
  const medium = zone?.holdsIn === 'fibre' ? mediumWords.fibre : '';
  if (outcome === 'verified') {
    const inside =
      liars === 0
        ? say('All land that the answers allow is inside.')
        : say(
            'All land that the answers allow is inside, even if any {any} of the {n} challengers that were asked lied.',
            {
              any: anyOf(liars),
              n: drawnFor(view),
            },
          );
    return inSentences(inside, againstWords(view), medium);
  }
  if (outcome !== 'refuted' || zone?.finding !== 'outside' || isSeveral(view)) return undefined;
  const outside =
    liarsOfAll === 0
      ? say('Every place that the answers allow is outside.')
      : drawnFor(view) === asked
        ? say(
            'Every place that the answers allow is outside, even if any {any} of the {n} challengers that were asked lied.',
            { any: anyOf(liarsOfAll), n: asked },
          )
        : say(
            'Every place that the answers allow is outside, even if any {any} of the {n} challengers and lookouts that were asked lied.',
            { any: anyOf(liarsOfAll), n: asked },
          );
  return inSentences(outside, medium, ruleOutWords(view), comesFromWords(view));
};

const ruleOutWords = (view: PolView): string => {
  const [heard, claim] = [answered(view), view.claim.name];
  const against = heard.filter(excludes).length;
  if (against === 0) return '';
  return against === 1
    ? sayCount(heard.length, '1 of {n} answer rules {claim} out.', '1 of {n} answers rules {claim} out.', { claim })
    : say('{against} of {n} answers rule {claim} out.', { against, n: heard.length, claim });
};

/** First how many agree, then what holds even if some lied. */
export const polLead = (view: PolView): string => {
  const { outcome, reason, holdsIn } = view;
  const heard = answered(view);
  const against = heard.filter(excludes).length;
  if (outcome === 'inconclusive' && heard.length === 0 && view.asked > 0)
    return sayCount(
      view.asked,
      'The challenger that was asked could not measure it, so nothing is known about where it is.',
      'None of the {n} challengers that were asked could measure it, so nothing is known about where it is.',
    );
  if (view.zone && (outcome !== 'refuted' || view.zone.finding === 'outside'))
    return zoneLead(view) ?? sayReason(reason);
  if (outcome === 'verified') return inSentences(againstWords(view), holdsWords(view));
  if (outcome === 'refuted') {
    const several = isSeveral(view) ? severalLead(view) : undefined;
    if (several !== undefined) return inSentences(several, holdsIn ? mediumWords[holdsIn] : '');
    // No single answer rules the claim out, so the sentence of the verdict is shown.
    if (against === 0) return sayReason(reason.replace(/^[^.]*\. /, ''));
    const out =
      against === 1
        ? sayCount(
            heard.length,
            '1 of {n} answer rules it out, and it would have to be a lie for the claim to hold.',
            '1 of {n} answers rules it out, and it would have to be a lie for the claim to hold.',
          )
        : say('{against} of {answers} rule it out, and all {against} would have to be lies for the claim to hold.', {
            against,
            answers: answersWords(heard),
          });
    return inSentences(out, holdsIn ? mediumWords[holdsIn] : '', comesFromWords(view));
  }
  return (isDisputed(view) ? disputedLead(view) : tooWideLead(view)) ?? sayReason(reason);
};

/** What the distance of a verdict rests on, and the smaller one if nobody lied. */
const holdsWords = (view: PolView): string => {
  const ifNone = ifNoneLiedKm(view);
  return ifNone === undefined
    ? ''
    : say(
        'The distance holds even if any {any} of the {n} challengers that were asked lied; if nobody lied, the prover is within {km}.',
        { any: anyOf(view.liars), km: figures.atMostKm(ifNone), n: drawnFor(view) },
      );
};

/** The distance within which the payer would have taken the claim for verified, if that is why a verdict is open. */
const limitOf = ({ reason }: PolView): string | undefined =>
  /(?:within|at most) ([\d,]+)\skm counts as verified/.exec(reason)?.[1];

/**
 * A place that is known less exactly than was asked for: with the distance that the page shows. Older sentences that were signed
 * give only the one that holds if nobody lied.
 */
const tooWideLead = (view: PolView): string | undefined => {
  const [limit, stated] = [limitOf(view), statedKm(view)];
  if (limit === undefined || stated === undefined) return undefined;
  const place = view.claim.name;
  const verifies = say('Only a place within {limit} counts as verified.', {
    limit: figures.exactKm(Number(limit.replaceAll(',', ''))),
  });
  if (!figures.isAnywhere(stated))
    return inSentences(
      say('The prover may be in {place}, or up to {distance} from there.', {
        place,
        distance: figures.atMostKm(stated),
      }),
      holdsWords(view),
      verifies,
    );
  const ifNone = ifNoneLiedKm(view);
  return ifNone === undefined
    ? undefined
    : inSentences(
        say(
          'If any {any} of the {n} challengers that were asked lied, the prover could be anywhere; if nobody lied, it is within {km} of {place}.',
          { any: anyOf(view.liars), n: drawnFor(view), km: figures.atMostKm(ifNone), place },
        ),
        verifies,
      );
};

/** Patterns in the sentence of a verdict that tell why it is open, each with what helps. The first that fits counts. */
const advices: readonly (readonly [why: RegExp, advice: string])[] = [
  [
    /^The answers contradict|^Several machines/,
    say('What to do: see that only one machine has the prover’s key, then ask again.'),
  ],
  [
    /the prover is not there\.$/,
    say('What to do: see that the claimed place is right, and ask again when the line of the prover is less busy.'),
  ],
  [
    /improbable|the claim is not exact\.$/,
    say('What to do: see that the claimed place is exact, then ask again, which draws other challengers.'),
  ],
  [/^Only \d+ challengers? w/, say('What to do: ask at least {n} challengers.', { n: fewestAsked })],
  [/^Too few of those/, say('What to do: ask about a zone, or ask again when more challengers near it are online.')],
  [/the request demands/, say('What to do: ask more challengers.')],
];

/** What somebody can do about an open verdict; undefined where it is decided, and where the sentence about a zone says it. */
export const polAdvice = (view: PolView): string | undefined => {
  const { outcome, reason } = view;
  if (outcome !== 'inconclusive' && outcome !== 'contradictory') return undefined;
  if (answered(view).length === 0)
    return say(
      'What to do: see that the prover is connected and that its firewall lets UDP and TCP out, then ask again.',
    );
  const advice =
    limitOf(view) === undefined
      ? advices.find(([why]) => why.test(reason))?.[1]
      : view.isRadiusAsked
        ? say('What to do: “Run again” lets you ask for a larger radius, or about a zone.')
        : say('What to do: ask about a zone, or ask more challengers where more are near it.');
  if (outcome === 'inconclusive' && view.zone?.finding === 'undecided' && drawnFor(view) >= fewestAsked)
    return undefined;
  return advice ?? say('What to do: ask again with more challengers near it, or when its line is less busy.');
};

const noEstimateWords = {
  outside: {
    lead: say('The place that fits the answers best lies outside the disc of one of them, so no estimate is shown.'),
    unit: say('none: it lies outside a disc'),
  },
  apart: { lead: say('No place lies in every disc.'), unit: say('no place lies in every disc') },
} as const;

/** The first cell is the number in the verdict. */
export const polFigures = (view: PolView): Figure[] => {
  const { outcome, boundsKm, estimate, claim, liars, liarsOfAll, asked } = view;
  const heard = answered(view);
  const against = heard.filter(excludes).length;
  const fastest = heard.reduce<number | undefined>(
    (least, it) => (it.fastestMs !== undefined && (least === undefined || it.fastestMs < least) ? it.fastestMs : least),
    undefined,
  );
  const apartKm = estimate && distanceKm(estimate.place, claim.place);
  const noEstimate = view.noEstimate && noEstimateWords[view.noEstimate].unit;
  const isOpen = outcome === 'measuring';
  // Before the first answer a 0 would look like something that was found.
  const isEmpty = isOpen && heard.length === 0;
  const ofAsked = (n: number) =>
    isEmpty ? inWords(say('no answer yet')) : { value: String(n), unit: say('of {asked} asked', { asked }) };
  const ruleOut: Figure = {
    // A claim may not fit all answers together though each of them allows it.
    label:
      against === 0 && (outcome === 'refuted' || isImprobable(view))
        ? say('Rule the claim out alone')
        : say('Rule the claim out'),
    ...(isEmpty
      ? inWords(say('no answer yet'))
      : { value: String(against), unit: sayCount(heard.length, 'of {n} answer', 'of {n} answers') }),
  };
  const took = view.endedAt === undefined ? undefined : seconds(view.endedAt - view.startedAt);
  const tail: Figure[] = [
    {
      label: say('Took'),
      ...(took === undefined
        ? isOpen
          ? inWords(say('with the verdict'))
          : { value: none }
        : { value: took, unit: 's' }),
    },
    view.paidPoints === undefined
      ? { label: say('Challengers that measured'), ...ofAsked(heard.length) }
      : paidFigure(outcome, view.paidPoints),
  ];
  if (outcome === 'refuted' && !isZoneAlone(view))
    return [
      ...(apartKm === undefined
        ? []
        : [{ label: say('Claim to estimate'), value: figures.kmNumber(apartKm), unit: 'km' }]),
      ...(estimate
        ? [
            {
              label: say('How exact the estimate is'),
              value: `± ${figures.atMostKmNumber(estimate.radiusKm)}`,
              unit: 'km',
            },
          ]
        : []),
      ruleOut,
      { label: say('To refute the claim'), value: String(liarsOfAll + 1), unit: say('would be enough') },
      ...(noEstimate ? [{ label: say('Estimate'), ...inWords(noEstimate) }] : []),
      ...tail,
    ];
  const stated = statedKm(view);
  // Without an answer the distance is half the way around the Earth, which nobody measured.
  const inKm = (km: number | undefined) => {
    if (km === undefined || heard.length === 0) return { value: none, unit: 'km' };
    return figures.isAnywhere(km)
      ? { value: say('anywhere'), unit: '' }
      : { value: figures.atMostKmNumber(km), unit: 'km' };
  };
  const agreement: Figure[] = [
    ruleOut,
    {
      label: say('Fastest round trip'),
      ...(isEmpty
        ? inWords(say('no answer yet'))
        : { value: fastest === undefined ? none : figures.exactMsNumber(fastest), unit: 'ms' }),
    },
  ];
  // Where no place fits, there is no distance to tell. Before the verdict nobody knows which distances it will tell.
  if (isOpen || outcome === 'contradictory') return [...agreement, ...tail];
  return [
    {
      label:
        liars === 0
          ? say('Furthest from the claim')
          : sayCount(liars, 'Furthest, even if one lied', 'Furthest, even if {n} lied'),
      ...inKm(stated),
    },
    { label: say('If nobody lied'), ...inKm(boundsKm[0]) },
    {
      label: say('Estimate to claim'),
      ...(apartKm === undefined
        ? noEstimate
          ? inWords(noEstimate)
          : { value: none }
        : { value: figures.kmNumber(apartKm), unit: 'km' }),
    },
    ...agreement,
    ...tail,
  ];
};
