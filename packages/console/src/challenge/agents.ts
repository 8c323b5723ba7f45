import { shortAgent } from '../figures.ts';
import type { Place } from '../map/earth.ts';
import { sayPlace } from '../words/say.ts';

export type Claims = Readonly<Record<string, string | number>>;

export const placeOf = (claims: Claims): Place | undefined => {
  const [latitude, longitude] = [Number(claims.latitude ?? Number.NaN), Number(claims.longitude ?? Number.NaN)];
  return Number.isFinite(latitude) && Number.isFinite(longitude) ? { latitude, longitude } : undefined;
};

const stated = (...all: readonly (string | number | undefined)[]): string | undefined => {
  const found = all.find((it) => it !== undefined);
  return found === undefined || found === '' ? undefined : String(found);
};

/** City, region or country as an agent states it. */
export const statedPlace = ({ city, region, country }: Claims): string | undefined => {
  const place = stated(city, region, country);
  return place === undefined ? undefined : sayPlace(place, stated(country));
};

/** A place in a sentence about a claim: its name, otherwise the short key of who claims it. */
export const claimName = (id: string, claims: Claims): string => statedPlace(claims) ?? shortAgent(id);

/** A place in two decimals, which is as exact as a sentence about it needs. */
export const placeInDegrees = ({ latitude, longitude }: Place): string =>
  `${latitude.toFixed(2)}, ${longitude.toFixed(2)}`;

/** The place that was asked about. The prover's word for a place names it only where the prover claims this place. */
export const askedName = (id: string, claims: Claims, asked: Place | undefined): string => {
  const claimed = placeOf(claims);
  if (!asked || (claimed && placeInDegrees(claimed) === placeInDegrees(asked))) return claimName(id, claims);
  return placeInDegrees(asked);
};

/** What a prover is called: where it says it is would be no name, since that is what is asked. */
export const proverName = (id: string, { name }: Claims): string => stated(name) ?? shortAgent(id);

/** What a challenger is called: by its name, by the place it states, otherwise by its short key. */
export const nameOf = (id: string, claims: Claims): string => stated(claims.name) ?? claimName(id, claims);

/**
 * A sentence of the service with names in place of the ids of agents. Their short keys stay beside the names, because agents choose
 * their own names.
 */
export const withNamesOf = (text: string, known: ReadonlyMap<string, Claims>): string =>
  text.replace(/\bIPv[46]\/[0-9A-Za-z]+/g, (id) => {
    const [name, key] = [nameOf(id, known.get(id) ?? {}), shortAgent(id)];
    return name === key ? key : `${name} (${key})`;
  });

/** The small print beside a name: its country, and the key that tells two of one city apart. */
export const whereOf = (id: string, claims: Claims): string =>
  [claims.city === undefined ? undefined : claims.country, shortAgent(id)].filter(Boolean).join(' · ');

export const agentPath = (proofType: string, role: 'prover' | 'challenger', id: string): string =>
  `/agents/${proofType}/${role}/${id.split('/').map(encodeURIComponent).join('/')}`;
