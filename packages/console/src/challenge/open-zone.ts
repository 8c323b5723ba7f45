import { fewestAsked } from '@trigpoint/proofs/registry';
import { countryInSentence } from '@trigpoint/proofs/zones';
import * as figures from '../figures.ts';
import { type Country, regionOf } from '../map/atlas.ts';
import { antipodeKm, distanceKm, earthRadiusKm, type Place, pointAt } from '../map/earth.ts';
import type { DrawnZone } from '../map/zones.ts';
import { language } from '../words/language.ts';
import { say, sayCount } from '../words/say.ts';
import { answered, drawnFor, type PolView, statedKm, type Witness } from './pol-view.ts';
import { disputedLead, isDisputed } from './told-apart.ts';

const mostNamed = 3;
const points = 1_000;
const goldenAngle = Math.PI * (3 - Math.sqrt(5));

/**
 * Whether a point lies in a country: a line from the point to the east then crosses the country's borders an odd number of
 * times. Countries are cut where longitudes begin again, so the map may be taken as flat. On the sphere the same question takes
 * far longer.
 */
const holds = ({ geometry, box }: Country, [x, y]: readonly [number, number]): boolean => {
  if (x < box[0] || x > box[2] || y < box[1] || y > box[3]) return false;
  let isInside = false;
  for (const rings of geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates)
    for (const ring of rings)
      for (let i = 1; i < ring.length; i++) {
        const [[ax = 0, ay = 0], [bx = 0, by = 0]] = [ring[i - 1] ?? [], ring[i] ?? []];
        if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isInside = !isInside;
      }
  return isInside;
};

const countryAt = (countries: readonly Country[], point: readonly [number, number]): Country | undefined =>
  countries.find((it) => holds(it, point));

/** Points spread evenly over everything up to this far from a place. Each stands for the same area. */
const around = (centre: Place, radiusKm: number): [number, number][] => {
  const cap = 1 - Math.cos(Math.min(radiusKm, antipodeKm) / earthRadiusKm);
  return Array.from({ length: points }, (_, i) =>
    pointAt(centre, i * goldenAngle, Math.acos(1 - (cap * (i + 0.5)) / points) * earthRadiusKm),
  );
};

/** English names some countries with an article. The German sentence ends in a list of names without. */
const inSentence = ({ id, name }: Country): string =>
  language === 'en' ? countryInSentence((id && regionOf(id)) ?? name, name) : name;

/** Countries outside the zone whose land the answers still allow, those with the largest part of it first. */
export const openCountries = (view: PolView, countries: readonly Country[], zone: DrawnZone): string[] => {
  const { claim, liars } = view;
  const near = answered(view).filter((it) => !it.isLookout);
  const isAllowed = (place: Place) =>
    near.filter((it) => distanceKm(it.place, place) <= (it.reachKm ?? antipodeKm)).length >= near.length - liars;
  const parts = new Map<string, number>();
  for (const [longitude, latitude] of around(claim.place, statedKm(view) ?? antipodeKm)) {
    if (!isAllowed({ latitude, longitude })) continue;
    const country = countryAt(countries, [longitude, latitude]);
    if (!country || zone.has?.(country.id, country.name)) continue;
    parts.set(inSentence(country), (parts.get(inSentence(country)) ?? 0) + 1);
  }
  return [...parts].sort((a, b) => b[1] - a[1]).map(([name]) => name);
};

/**
 * The distance from a place to the edge of a zone. The Earth is taken as flat around the place. That is exact enough for near
 * edges, and only those matter.
 */
export const edgeKm = ({ latitude, longitude }: Place, { outline }: Pick<DrawnZone, 'outline'>): number => {
  const kmPerDegree = (Math.PI * earthRadiusKm) / 180;
  const shrink = Math.cos((latitude * Math.PI) / 180);
  const flat = ([x = 0, y = 0]: readonly number[]): [number, number] => [
    (((x - longitude + 540) % 360) - 180) * kmPerDegree * shrink,
    (y - latitude) * kmPerDegree,
  ];
  let nearest = Number.POSITIVE_INFINITY;
  for (const line of outline.coordinates)
    for (let i = 1; i < line.length; i++) {
      const [[ax, ay], [bx, by]] = [flat(line[i - 1] as number[]), flat(line[i] as number[])];
      const [dx, dy] = [bx - ax, by - ay];
      const share = Math.max(0, Math.min(1, -(ax * dx + ay * dy) / (dx * dx + dy * dy || 1)));
      nearest = Math.min(nearest, Math.hypot(ax + share * dx, ay + share * dy));
    }
  return nearest;
};

export interface Missing {
  /** Answers that keep the prover this near its claim keep it on one side of the edge. */
  readonly withinKm: number;
  readonly needed: number;
  readonly had: number;
  readonly of: number;
}

const keepsWithin = (km: number) => (it: Witness) => it.toClaimKm + (it.reachKm ?? antipodeKm) <= km;

/**
 * How many answers would decide. A place counts as possible while the answers that rule it out are no more than may be lies. So
 * one answer more than that, each with a disc that ends before the edge, rules out everything beyond the edge. Near seats can
 * show that the prover is inside; all seats can show that it is outside.
 */
export const missingFor = (view: PolView, withinKm: number, isClaimInside: boolean): Missing => {
  const heard = answered(view).filter((it) => !isClaimInside || !it.isLookout);
  return {
    withinKm,
    needed: (isClaimInside ? view.liars : view.liarsOfAll) + 1,
    had: heard.filter(keepsWithin(withinKm)).length,
    of: heard.length,
  };
};

/** The first few names, and how many more there are. */
export const listedWords = (names: readonly string[], all: number): string => {
  const named = names.slice(0, mostNamed);
  const more = Math.max(all, names.length) - named.length;
  if (more > 0)
    return sayCount(more, '{names} and one more country', '{names} and {n} more countries', {
      names: named.join(', '),
    });
  const last = named.at(-1) ?? '';
  return named.length < 2 ? last : say('{others} and {last}', { others: named.slice(0, -1).join(', '), last });
};

/** More countries than these say nothing about where the prover is. */
const mostTelling = 50;

const alsoWords = (names: readonly string[], all: number): string =>
  names.length === 0 || all > mostTelling
    ? say('The answers also allow land outside it.')
    : say('The answers also allow land of {list}.', { list: listedWords(names, all) });

/** The challengers of a claim keep the prover out of the zone, but they count only for what they can confirm. */
const shownOnlyNear = ({ withinKm, needed, had, of }: Missing, farKm: number): string =>
  say(
    'Its challengers keep it within {far} of its claim, and the zone begins {edge} from there. They can show that it is inside a zone, not that it is outside: for that {needed} of all answers must each keep it out of the zone; {had} of {of} did.',
    { far: figures.atMostKm(farKm), edge: figures.km(Math.floor(withinKm)), needed, had, of },
  );

/** The words of a zone that stays open: which countries are possible too, and what would decide it. */
export const openZoneWords = (names: readonly string[], all: number, missing: Missing | undefined): string => {
  const also = alsoWords(names, all);
  if (!missing || missing.had >= missing.needed || missing.withinKm < 1)
    return `${also} ${say('Challengers closer to the prover would tell.')}`;
  const { needed, had, of } = missing;
  const edge = figures.km(Math.floor(missing.withinKm));
  const decides = say(
    'The nearest edge is {edge} from its claim. To decide it, {needed} answers must each keep the prover nearer than that, counted from the claim; {had} of {of} did.',
    { needed, edge, had, of },
  );
  return `${also} ${decides} ${say('Ask again with more challengers near the claim, or at a time when its line is less busy.')}`;
};

/** Undefined where the signed sentence says it better: nothing was measured, too few were asked, or the answers allow no land. */
export const openZoneLead = (
  view: PolView,
  countries: readonly Country[],
  zone: DrawnZone | undefined,
): string | undefined => {
  const { claim } = view;
  if (view.zone?.finding !== 'undecided' || answered(view).length === 0 || drawnFor(view) < fewestAsked)
    return undefined;
  if (countries.length === 0 || !zone) return undefined;
  const names = zone.has ? openCountries(view, countries, zone) : [];
  if (zone.has && names.length === 0) return undefined;
  const home = countryAt(countries, [claim.place.longitude, claim.place.latitude]);
  const isClaimInside = home !== undefined && zone.has?.(home.id, home.name) === true;
  const missing = zone.has ? missingFor(view, edgeKm(claim.place, zone), isClaimInside) : undefined;
  if (isDisputed(view)) return [alsoWords(names, view.zone.reached ?? 0), disputedLead(view)].filter(Boolean).join(' ');
  const farKm = statedKm(view) ?? antipodeKm;
  if (missing && !isClaimInside && farKm < missing.withinKm) return shownOnlyNear(missing, farKm);
  return openZoneWords(names, view.zone.reached ?? 0, missing);
};
