import * as figures from '../figures.ts';
import { distanceKm } from '../map/earth.ts';
import type { Figure } from '../parts/figure-strip.tsx';
import { seconds } from '../times.ts';
import { answered, excludes, type PolView } from './pol-view.ts';

/** Stands where a number is still to come, so that nothing moves when it does. */
const none = '–';

const people = (n: number) => figures.plural(n, 'challenger');

/** Answers that no single place could give: more than one machine holds the prover's key. */
const isSeveral = ({ reason }: PolView): boolean => reason.startsWith('Several machines');

/** What follows "Verified:" and its kin. */
export const polSays = (view: PolView): string => {
  const { outcome, claim, boundsKm, witnesses, asked } = view;
  const heard = answered(view).length;
  switch (outcome) {
    case 'verified':
      return `within ${figures.atMostKm(boundsKm[0] ?? 0)} of ${claim.name}`;
    case 'refuted':
      return isSeveral(view) ? 'several machines answer under one key' : `the prover is not in ${claim.name}`;
    case 'measuring':
      return heard === 0 && witnesses.length === 0 ? 'waiting for challengers' : `${heard} of ${asked} have answered`;
    default: {
      const near = witnesses.filter((it) => it.near && it.state === 'answered').length;
      if (heard === 0) return `nobody could measure ${claim.name}`;
      return near < 4 ? `too few challengers near ${claim.name}` : `not enough to tell about ${claim.name}`;
    }
  }
};

/** Who agrees, then what survives liars. Two sentences at most. */
export const polLead = (view: PolView, now: number): string => {
  const { outcome, boundsKm, asked, estimate, reason } = view;
  const heard = answered(view);
  const against = heard.filter(excludes).length;
  if (outcome === 'verified') {
    const agree = `${heard.length - against} of ${people(heard.length)} agree with the claim.`;
    const one = boundsKm[1];
    return one === undefined
      ? agree
      : `${agree} If any one of them lied, the prover is still within ${figures.atMostKm(one)}.`;
  }
  if (outcome === 'refuted') {
    // Ruled out by how the delays fit together, not by a single answer: the verdict's own words say it best.
    if (against === 0) return reason.replace(/^[^.]*\. /, '');
    const where = estimate
      ? ` The answers come from within ${figures.atMostKm(estimate.radiusKm)} of ${estimate.name ?? figures.compass(estimate.place.latitude, estimate.place.longitude)}.`
      : '';
    const all = against === 1 ? 'and it' : `and all ${against}`;
    return `${against} of ${people(heard.length)} rule it out, ${all} would have to be lying for the claim to hold.${where}`;
  }
  if (outcome === 'measuring') {
    if (heard.length === 0) return `${people(asked)} will measure how long the prover takes to answer.`;
    const left =
      view.dueAt === undefined ? '' : ` At most ${Math.max(0, Math.round((view.dueAt - now) / 1000))} s left.`;
    const soFar = against === 0 ? 'So far nothing rules the claim out.' : `So far ${against} rule the claim out.`;
    return `${soFar}${left}`;
  }
  return reason;
};

/** The first cell is the number in the verdict. */
export const polFigures = (view: PolView): Figure[] => {
  const { outcome, boundsKm, estimate, claim, liars, asked } = view;
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
      { label: 'Needed to refute', value: String(liars + 1), unit: `of ${heard.length}` },
      ...tail,
    ];
  return [
    {
      label: 'Furthest from the claim',
      value: boundsKm[0] === undefined ? none : figures.atMostKmNumber(boundsKm[0]),
      unit: 'km',
    },
    { label: 'Estimate to claim', value: apartKm === undefined ? none : figures.kmNumber(apartKm), unit: 'km' },
    {
      label: outcome === 'measuring' ? 'Answered' : 'Challengers that agree',
      value: String(heard.length - against),
      unit: `of ${asked}`,
    },
    { label: 'Fastest round trip', value: fastest === undefined ? none : figures.msNumber(fastest), unit: 'ms' },
    ...tail,
  ];
};
