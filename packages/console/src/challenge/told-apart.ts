import * as figures from '../figures.ts';
import { distanceKm } from '../map/earth.ts';
import { say, sayCount } from '../words/say.ts';
import { answered, bounds, excludes, type PolView, type Witness } from './pol-view.ts';

/**
 * The signed sentence of a verdict calls a challenger after the largest city around it, because a challenger chooses its own
 * name. The sentences below use the names that the rest of the page uses, so that a reader finds a challenger in the list.
 */

/** The two challengers whose discs are furthest apart; undefined where all discs touch each other. */
const furthestApart = (heard: readonly Witness[]): { a: Witness; b: Witness; km: number } | undefined => {
  let found: { a: Witness; b: Witness; km: number; gapKm: number } | undefined;
  for (const [i, a] of heard.entries())
    for (const b of heard.slice(i + 1)) {
      const km = distanceKm(a.place, b.place);
      const gapKm = km - (a.reachKm ?? 0) - (b.reachKm ?? 0);
      if (gapKm > (found?.gapKm ?? 0)) found = { a, b, km, gapKm };
    }
  return found;
};

/** The sentence about answers that no single place could give. */
export const severalLead = (view: PolView): string | undefined => {
  const pair = furthestApart(answered(view).filter(bounds));
  if (!pair) return undefined;
  const { a, b, km } = pair;
  const apart = say(
    '{a} had its answer after {aMs} and {b}, {distance} from it, after {bMs}: no single place is near enough to both.',
    {
      ...{ a: a.name, b: b.name, distance: figures.km(km) },
      ...{ aMs: figures.exactMs(a.fastestMs ?? 0), bMs: figures.exactMs(b.fastestMs ?? 0) },
    },
  );
  const liars = Number(/At least (\d+) /.exec(view.reason)?.[1] ?? Number.NaN);
  return Number.isNaN(liars)
    ? apart
    : `${apart} ${say('At least {liars} of those who measured would have to lie for it to be one machine.', { liars })}`;
};

export const isDisputed = ({ reason }: PolView): boolean => reason.endsWith('or the claim is not exact.');

/** The sentence about answers that speak against a claim and are too few to refute it. */
export const disputedLead = (view: PolView): string | undefined => {
  const heard = answered(view);
  const against = heard.filter(excludes);
  const [widest] = against.toSorted((a, b) => b.shortKm - a.shortKm);
  if (!widest) return undefined;
  const claim = view.claim.name;
  const told = sayCount(
    against.length,
    '{n} of {all} answers speaks against {claim}.',
    '{n} of {all} answers speak against {claim}.',
    { all: heard.length, claim },
  );
  const because = say(
    '{name} had its answer after {ms}, so it is at most {reach} from the prover, but {distance} from {claim}.',
    {
      ...{ name: widest.name, ms: figures.exactMs(widest.fastestMs ?? 0), claim },
      ...{ reach: figures.atMostKm(widest.reachKm ?? 0), distance: figures.km(widest.toClaimKm) },
    },
  );
  const either =
    against.length === 1
      ? say('Either that one lies or the claim is not exact.')
      : say('Either {n} of them lie or the claim is not exact.', { n: against.length });
  return `${told} ${because} ${either}`;
};
