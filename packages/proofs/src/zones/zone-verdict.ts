import { asin, atan2, radiansPerDegree, type Vector } from '../fixed-math.ts';
import type { Place } from '../geo.ts';
import { AllowedPlaces, type Disc } from './allowed-places.ts';
import type { Atlas } from './atlas.ts';
import { meetingOf, type Region, type Side } from './region.ts';

/**
 * What the answers say about a zone. `inside`: they allow no land outside the zone. `outside`: they allow no land of the zone.
 * `contradiction`: they allow no place at all. The sea belongs to no zone: a prover that can only be at sea is `undecided`.
 */
export type ZoneVerdict = 'inside' | 'outside' | 'contradiction' | 'undecided';

/** A zone, as the allowed places are compared with it: with its own land, and with all other land. */
export interface Zone {
  meets(allowed: AllowedPlaces, witnesses: readonly Place[]): boolean;
  othersMeet(allowed: AllowedPlaces, witnesses: readonly Place[]): boolean;
}

const placeOf = ({ x, y, z }: Vector): Place => ({
  latitude: asin(Math.max(-1, Math.min(1, z))) / radiansPerDegree,
  longitude: atan2(y, x) / radiansPerDegree,
});

/** How far borders may be off. At 1:10,000,000 they are within 3.9 km of better ones in 99 of 100 places. */
export const borderMarginKm = 5;

/**
 * Decides by the discs of all answers, of which at least `needed` must hold the true place. It is exact but for its margins. These can
 * only turn the verdict into `undecided`.
 */
export function zoneVerdict(
  discs: readonly Disc[],
  needed: number,
  zone: Zone,
  marginKm = borderMarginKm,
): ZoneVerdict {
  const allowed = new AllowedPlaces(discs, needed, marginKm);
  if (allowed.isEverywhere) return 'undecided';
  const witnesses = allowed.witnesses().map(placeOf);
  if (witnesses.length === 0) return 'contradiction';
  const canBeIn = zone.meets(allowed, witnesses);
  const canBeOut = zone.othersMeet(allowed, witnesses);
  if (canBeIn === canBeOut || allowed.piecesLeft < 0) return 'undecided';
  return canBeIn ? 'inside' : 'outside';
}

/** Whether the allowed places may meet a region: its border meets them, or one of their parts lies wholly in it. */
export const meets = (region: Region, allowed: AllowedPlaces, witnesses: readonly Place[]): boolean =>
  meetingOf(region.lines, allowed) !== undefined || witnesses.some((it) => region.holds(it));

/** The land of some countries. */
export function landZone(atlas: Atlas, codes: readonly string[]): Zone {
  const isOwn = new Set(codes);
  const own = atlas.land(isOwn);
  const others = atlas.land(atlas.codes.filter((it) => !isOwn.has(it)));
  return {
    meets: (allowed, witnesses) => meets(own, allowed, witnesses),
    othersMeet: (allowed, witnesses) => meets(others, allowed, witnesses),
  };
}

/** The countries whose land the discs allow. */
export function reachedCountries(discs: readonly Disc[], needed: number, atlas: Atlas): string[] {
  const allowed = new AllowedPlaces(discs, needed, borderMarginKm);
  const witnesses = allowed.isEverywhere ? [] : allowed.witnesses().map(placeOf);
  return atlas.codes.filter((code) => allowed.isEverywhere || meets(atlas.land([code]), allowed, witnesses)).sort();
}

/** The land within a polygon. */
export function polygonZone(atlas: Atlas, polygon: Region): Zone {
  const land = atlas.land(atlas.codes);
  const inside: Side = polygon;
  const outside: Side = { holds: (place) => !polygon.holds(place), mayDivide: (box) => polygon.mayDivide(box) };
  /**
   * Whether the allowed places meet land on one side of the polygon. Its border is the coast on that side, and the polygon's border
   * on land.
   */
  const landMeets = (allowed: AllowedPlaces, witnesses: readonly Place[], side: Side) =>
    meetingOf(land.lines, allowed, side) !== undefined ||
    meetingOf(polygon.lines, allowed, land) !== undefined ||
    witnesses.some((it) => side.holds(it) && land.holds(it));
  return {
    meets: (allowed, witnesses) => landMeets(allowed, witnesses, inside),
    othersMeet: (allowed, witnesses) => landMeets(allowed, witnesses, outside),
  };
}
