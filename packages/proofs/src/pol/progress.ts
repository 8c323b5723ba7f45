import { distanceKm, type Place } from '../geo.ts';
import type { ProofType } from '../proof-type.ts';
import { ownRadiusKm } from './claims.ts';
import { reachKm } from './discs.ts';
import { atMostKmNumber, inKm } from './distances.ts';

/** No place on Earth is further away. */
const halfRoundKm = 20_015;

const placeOf = ({ latitude, longitude }: Readonly<Record<string, unknown>>): Place | undefined =>
  latitude === undefined || longitude === undefined
    ? undefined
    : { latitude: Number(latitude), longitude: Number(longitude) };

/** The fastest round trip so far, how far away the prover can be by it, and whether the claim is further away than that. */
export const progress: ProofType['progress'] = (updates, { parameters, claims }) => {
  const fastest = updates.findLast(({ fastest_us: us }) => typeof us === 'number' && us > 0)?.fastest_us;
  if (typeof fastest !== 'number') return undefined;
  const rttMs = fastest / 1000;
  const withinKm = reachKm(rttMs, ownRadiusKm(claims));
  const [claim, place] = [placeOf(parameters), placeOf(claims)];
  const awayKm = claim && place && distanceKm(claim, place);
  const isAgainst = awayKm !== undefined && awayKm > withinKm;
  const bound = withinKm < halfRoundKm ? `within ${atMostKmNumber(withinKm).padStart(6)} km` : 'no bound';
  return {
    figure: `${rttMs.toFixed(2).padStart(7)} ms`,
    bar: rttMs,
    note: isAgainst ? `${bound}  claim is ${inKm(awayKm)} away` : bound,
    isAgainst,
  };
};
