import * as figures from '../figures.ts';
import { distanceKm } from '../map/earth.ts';
import type { Figure } from '../parts/figure-strip.tsx';
import { seconds } from '../times.ts';
import { answered, excludes, ifNoneLiedKm, type PolView, statedKm } from './pol-view.ts';

/** Stands in place of a number that is not known yet, so that nothing moves when it comes. */
const none = '–';

const people = (n: number) => figures.plural(n, 'challenger');

/** Answers that no single place could give: more than one machine holds the prover's key. */
const isSeveral = ({ reason }: PolView): boolean => reason.startsWith('Several machines');

/** The claim is unlikely, but too few answers rule it out. */
const isImprobable = ({ reason }: PolView): boolean => reason.startsWith('It is improbable');

/** What follows "Verified:", "Refuted:" or "Inconclusive:". */
export const polSays = (view: PolView): string => {
  const { outcome, claim, witnesses, liars, zone } = view;
  if (zone && outcome === 'verified') return `inside ${zone.words}`;
  if (zone?.finding === 'outside' && outcome === 'refuted') return `the prover is not in ${zone.words}`;
  if (zone?.finding === 'undecided' && outcome === 'inconclusive' && answered(view).length > 0)
    return `it is open whether the prover is in ${zone.words}`;
  switch (outcome) {
    case 'verified':
      return `within ${figures.atMostKm(statedKm(view) ?? 0)} of ${claim.name}`;
    case 'refuted':
      return isSeveral(view) ? 'several machines answer under one key' : `the prover is not in ${claim.name}`;
    case 'measuring':
      return 'answers are still coming in';
    default: {
      const near = witnesses.filter((it) => it.near && it.state === 'answered').length;
      if (answered(view).length === 0) return `nobody could measure ${claim.name}`;
      if (isImprobable(view)) return `${claim.name} is improbable, but not disproved`;
      return near <= liars ? `too few challengers near ${claim.name}` : `not enough to tell about ${claim.name}`;
    }
  }
};

const mediumWords = {
  any_medium: ' This holds whatever the answers travelled through.',
  fibre: ' This assumes that answers travel no faster than light in fibre.',
} as const;

/** First how many agree, then what holds even if some lied. */
export const polLead = (view: PolView): string => {
  const { outcome, liars, estimate, reason, holdsIn } = view;
  const heard = answered(view);
  const against = heard.filter(excludes).length;
  // Of a zone the sentence of the verdict says what it rests on.
  if (view.zone && (outcome !== 'refuted' || view.zone.finding === 'outside')) return reason;
  if (outcome === 'verified') {
    const agree = `${heard.length - against} of ${figures.plural(heard.length, 'answer')} agree with the claim.`;
    const ifNone = ifNoneLiedKm(view);
    if (ifNone === undefined) return agree;
    const around = heard.some((it) => it.isLookout) ? ' around the claim' : '';
    return `${agree} The distance holds even if any ${liars === 1 ? 'one' : liars} of the challengers${around} lied; if nobody lied, the prover is within ${figures.atMostKm(ifNone)}.`;
  }
  if (outcome === 'refuted') {
    // No single answer rules the claim out, so the sentence of the verdict is shown.
    if (against === 0) return reason.replace(/^[^.]*\. /, '');
    const where = estimate
      ? ` The answers come from within ${figures.atMostKm(estimate.radiusKm)} of ${estimate.name ?? figures.compass(estimate.place.latitude, estimate.place.longitude)}.`
      : '';
    const all = against === 1 ? 'and it' : `and all ${against}`;
    const medium = holdsIn ? mediumWords[holdsIn] : '';
    return `${against} of ${people(heard.length)} rule it out, ${all} would have to be lying for the claim to hold.${medium}${where}`;
  }
  return reason;
};

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
  const took = view.endedAt === undefined ? undefined : seconds(view.endedAt - view.startedAt);
  const tail: Figure[] = [
    { label: 'Took', value: took ?? none, unit: 's' },
    view.paidPoints === undefined
      ? { label: 'Signed readings', value: String(heard.length), unit: `of ${asked}` }
      : { label: 'Paid to challengers', value: figures.points(view.paidPoints), unit: 'POINTS' },
  ];
  if (outcome === 'refuted')
    return [
      ...(apartKm === undefined ? [] : [{ label: 'Claim to estimate', value: figures.kmNumber(apartKm), unit: 'km' }]),
      ...(estimate
        ? [{ label: 'Estimate holds to', value: `± ${figures.atMostKmNumber(estimate.radiusKm)}`, unit: 'km' }]
        : []),
      { label: 'Rule the claim out', value: String(against), unit: `of ${heard.length}` },
      { label: 'Needed to refute', value: String(liarsOfAll + 1), unit: `of ${asked} asked` },
      ...tail,
    ];
  const stated = statedKm(view);
  const inKm = (km: number | undefined) => (km === undefined ? none : figures.atMostKmNumber(km));
  return [
    {
      label: liars === 0 ? 'Furthest from the claim' : `Furthest, even if ${liars} lied`,
      value: inKm(stated),
      unit: 'km',
    },
    { label: 'If nobody lied', value: inKm(boundsKm[0]), unit: 'km' },
    { label: 'Estimate to claim', value: apartKm === undefined ? none : figures.kmNumber(apartKm), unit: 'km' },
    { label: 'Challengers that agree', value: String(heard.length - against), unit: `of ${asked}` },
    { label: 'Fastest round trip', value: fastest === undefined ? none : figures.msNumber(fastest), unit: 'ms' },
    ...tail,
  ];
};
