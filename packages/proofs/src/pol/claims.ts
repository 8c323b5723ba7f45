import { isPlace, type Place } from '../geo.ts';
import type { Measurer } from '../proof-type.ts';

/** Where an agent says it stands. */
export const placeOf = ({ claims }: Pick<Measurer, 'claims'>): Place | undefined => {
  const { latitude, longitude } = claims;
  if (!latitude?.trim() || !longitude?.trim()) return undefined;
  const place = { latitude: Number(latitude), longitude: Number(longitude) };
  return isPlace(place) ? place : undefined;
};

/** A challenger may state how precisely its own place is known. That makes its disc larger, so it can only weaken its reading. */
const mostOwnRadiusKm = 100;

export const ownRadiusKm = ({ radius = 0 }: Readonly<Record<string, unknown>>): number => {
  const km = Number(radius);
  return Number.isFinite(km) && km >= 0 ? Math.min(mostOwnRadiusKm, km) : 0;
};
