import { checkNumber, checkTogether } from '../claims.ts';
import type { Claims } from '../proof-type.ts';

/** A challenger may say how precisely it knows its own place; that loosens its disc and can only weaken its word. */
const mostOwnRadiusKm = 100;

export const ownRadiusKm = ({ radius = 0 }: Readonly<Record<string, string | number>>): number => {
  const km = Number(radius);
  return Number.isFinite(km) && km >= 0 ? Math.min(mostOwnRadiusKm, km) : 0;
};

/** latitude, longitude (degrees), radius (km); country, region and city are words. */
export const checkClaims = (claims: Claims): void => {
  checkNumber(claims, 'latitude', -90, 90);
  checkNumber(claims, 'longitude', -180, 180);
  checkNumber(claims, 'radius', 0, 20_038);
  checkTogether(claims, 'latitude', 'longitude');
};
