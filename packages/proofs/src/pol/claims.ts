import { checkNumber, checkTogether } from '../claims.ts';
import type { Claims } from '../proof-type.ts';

/** latitude, longitude (degrees), radius (km); country, region and city are words. */
export const checkClaims = (claims: Claims): void => {
  checkNumber(claims, 'latitude', -90, 90);
  checkNumber(claims, 'longitude', -180, 180);
  checkNumber(claims, 'radius', 0, 20_038);
  checkTogether(claims, 'latitude', 'longitude');
};
