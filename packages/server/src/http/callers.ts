/** The caller that an address counts as. For IPv6 that is the /64, which one household or office shares. */
export const callerOf = (address: string): string => {
  const groups = groupsOf(address);
  return groups ? `${groups.slice(0, 4).join(':')}::/64` : address.replace('::ffff:', '');
};

/**
 * The /48 of an IPv6 address, which is counted as well. Some providers give one site a whole /48, which is 65,536 times a /64.
 * Others give each customer a /64 of one /48, so a /48 is allowed as much as `callersOfSite` callers. Undefined for IPv4.
 */
export const siteNetworkOf = (address: string): string | undefined => {
  const groups = groupsOf(address);
  return groups && `${groups.slice(0, 3).join(':')}::/48`;
};
export const callersOfSite = 16;

/** The eight groups of an IPv6 address. Undefined for IPv4, also if it is written as IPv6. */
const groupsOf = (address: string): string[] | undefined => {
  if (!address.includes(':') || address.startsWith('::ffff:')) return undefined;
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  return [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
};
