import { bearing, distanceKm, isPlace, type Place } from '../geo.ts';
import type { Candidate } from '../proof-type.ts';
import { distinct, shuffle } from '../shuffle.ts';

/** A challenger within this distance can tell one region from the next. */
export const nearKm = 2_000;
/** Fewer challengers within this distance cannot tell one place from the next. */
const nearNeeded = 4;

export const placeOf = ({ claims }: Pick<Candidate, 'claims'>): Place | undefined => {
  const { latitude, longitude } = claims;
  if (!latitude?.trim() || !longitude?.trim()) return undefined;
  const place = { latitude: Number(latitude), longitude: Number(longitude) };
  return isPlace(place) ? place : undefined;
};

/**
 * Chooses which nodes of the mesh judge another node's place. (Challengers of a challenge are drawn by `draw` in draw/draw.ts.) Half of
 * them, and at least four, are the nearest to the claim, quadrant by quadrant. The others are from all over the world. Which nodes are
 * chosen matters more than any formula: ten around the claim tell as much as 227 anywhere. Quadrants are used because a crowd on one
 * side shares one path. The order of `eligible` does not matter: the seed decides.
 */
export function chooseChallengers(
  claim: Place,
  eligible: readonly Candidate[],
  count: number,
  seed: Uint8Array,
): string[] {
  const placed = distinct(shuffle(seed, eligible)).flatMap((it) => {
    const place = placeOf(it);
    return place ? [{ id: it.id, place, km: distanceKm(claim, place) }] : [];
  });
  const wanted = Math.max(Math.ceil(count / 2), Math.min(count, nearNeeded));
  const near = placed.filter(({ km }) => km <= nearKm).sort((a, b) => a.km - b.km || (a.id < b.id ? -1 : 1));
  const chosen = new Set<string>();
  const quadrants: string[][] = [[], [], [], []];
  for (const { id, place } of near)
    quadrants[Math.floor(((bearing(claim, place) / (2 * Math.PI) + 1) % 1) * 4)]?.push(id);
  for (let rank = 0; chosen.size < wanted && quadrants.some((it) => rank < it.length); rank++) {
    const next = quadrants.flatMap((it) => it[rank] ?? []);
    for (const { id } of near) if (next.includes(id) && chosen.size < wanted) chosen.add(id);
  }
  for (const { id } of placed) if (chosen.size < count) chosen.add(id);
  return [...chosen];
}
