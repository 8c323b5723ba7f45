import { groupsOf, networkOf } from '../network/addresses.ts';

/** False for IPv4, also if it is written as IPv6. */
const isVersion6 = (address: string): boolean => address.includes(':') && !address.startsWith('::ffff:');

/** The caller that an address counts as. For IPv6 that is the /64, which one household or office shares. */
export const callerOf = (address: string): string =>
  isVersion6(address) ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : address.replace('::ffff:', '');

/**
 * The /48 of an IPv6 address, which is counted as well. Some providers give one site a whole /48, which is 65,536 times a /64.
 * Others give each customer a /64 of one /48, so a /48 is allowed as much as `callersOfSite` callers. Undefined for IPv4.
 */
export const siteNetworkOf = (address: string): string | undefined =>
  isVersion6(address) ? networkOf(address) : undefined;
export const callersOfSite = 16;
