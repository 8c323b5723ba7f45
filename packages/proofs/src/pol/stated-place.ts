import { distanceKm } from '../geo.ts';
import { possibleLiars } from '../never-verified.ts';
import { plural } from '../number-words.ts';
import type { MeshAgreement, MeshRules } from '../proof-type.ts';
import { distinct } from '../shuffle.ts';
import { ownRadiusKm, placeOf } from './claims.ts';
import { boundsKm, isImpossiblePair, reachKm } from './discs.ts';
import { atMostKm } from './distances.ts';
import { defaultAcceptableKm, profile } from './profile.ts';

/** With fewer independent measurers no candidate counts as being where it says. */
const fewestMeasured = 7;

/**
 * Whether a challenger stands where it says, by what admitted challengers measured of it. The rule is that for a prover's claim: the
 * measurers nearest to the stated place decide, and a third of them may lie. Which measurers are nearest follows from the network
 * alone. So a challenger that stays silent towards some of them only weakens its own case.
 */
export const standsWhereItSays: NonNullable<MeshRules['agrees']> = (claims, measurers, settings): MeshAgreement => {
  const stated = placeOf({ claims });
  if (!stated) return { agrees: false, because: 'It states no place.' };
  const placed = measurers.flatMap((it) => {
    const place = placeOf(it);
    return place ? [{ ...it, place, km: distanceKm(stated, place) }] : [];
  });
  placed.sort((a, b) => a.km - b.km || (a.id < b.id ? -1 : 1));
  const voices = new Set(distinct(placed));
  const heard = placed.filter((it) => voices.has(it));
  const measured = heard.flatMap((it) => (it.rttUs === undefined ? [] : [{ ...it, rttMs: it.rttUs / 1000 }]));
  if (measured.length < fewestMeasured)
    return {
      agrees: false,
      because: `${plural(measured.length, 'independent challenger')} measured it, and ${fewestMeasured} are needed.`,
    };
  const against = measured.filter(({ km, rttMs }) => isImpossiblePair(km, rttMs)).length;
  if (against > possibleLiars(measured.length))
    return { agrees: false, because: `${against} of ${measured.length} measurements contradict its stated place.` };
  const near = new Set(heard.slice(0, profile.challengers.usual).map(({ id }) => id));
  const liars = possibleLiars(near.size);
  const discs = measured
    .filter(({ id }) => near.has(id))
    .map((it) => ({ centre: it.place, radiusKm: reachKm(it.rttMs, ownRadiusKm(it.claims)) }));
  const km = boundsKm(stated, discs, liars)[liars] as number;
  const given = Number(settings.max_uncertainty_km);
  const acceptableKm = Number.isFinite(given) && given > 0 ? given : defaultAcceptableKm;
  const within = `${plural(measured.length, 'independent challenger')} measured it: it is within ${atMostKm(km)} of its stated place, even if ${liars} of the ${near.size} nearest lied`;
  return km <= acceptableKm
    ? { agrees: true, because: `${within}.` }
    : { agrees: false, because: `${within}, and ${atMostKm(acceptableKm)} are needed.` };
};
