/** One household or office shares a /64, so that is what an IPv6 caller counts as. */
export const callerOf = (address: string): string => {
  const groups = groupsOf(address);
  return groups ? `${groups.slice(0, 4).join(':')}::/64` : address.replace('::ffff:', '');
};

/**
 * The /48 of an IPv6 address, which counts as well: providers give one site up to a /48, and that is 65,536 of a /64. Others give
 * each customer a /64 of the same /48, so it is allowed as much as so many callers. Undefined for IPv4.
 */
export const siteNetworkOf = (address: string): string | undefined => {
  const groups = groupsOf(address);
  return groups && `${groups.slice(0, 3).join(':')}::/48`;
};
export const callersOfSite = 16;

/** Undefined for IPv4, also where it is written as IPv6. */
const groupsOf = (address: string): string[] | undefined => {
  if (!address.includes(':') || address.startsWith('::ffff:')) return undefined;
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  return [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
};
