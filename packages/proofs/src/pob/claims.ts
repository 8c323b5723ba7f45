import { checkNumber } from '../claims.ts';
import type { Claims } from '../proof-type.ts';

/** Mbit/s; `bandwidth` is an alias of the downlink. */
export const checkClaims = (claims: Claims): void => {
  for (const name of ['bandwidth', 'downlink_bandwidth', 'uplink_bandwidth']) checkNumber(claims, name, 0, 1_000_000);
};
