import { BlockList, isIP, isIPv4 } from 'node:net';

/**
 * Where an address leads. `public`: to somebody on the internet. `private`: to the same site. `loopback`: to the same machine.
 * `never`: nobody is measured there; among these are host names, multicast, link-local addresses and the addresses where
 * clouds give machines their credentials.
 */
export type AddressKind = 'public' | 'private' | 'loopback' | 'never';

type Kinds = Readonly<Record<'never' | 'loopback' | 'private', readonly string[]>>;

const kinds4: Kinds = {
  loopback: ['127.0.0.0/8'],
  never: [
    ...['0.0.0.0/8', '169.254.0.0/16', '192.0.0.0/24', '192.88.99.0/24', '224.0.0.0/3'],
    ...['100.100.100.200/32', '168.63.129.16/32'],
  ],
  private: ['10.0.0.0/8', '100.64.0.0/10', '172.16.0.0/12', '192.168.0.0/16'],
};
/**
 * IPv6 addresses that stand for IPv4 ones (mapped, NAT64, 6to4, Teredo) are never dialled: they would get around the lists of IPv4.
 */
const kinds6: Kinds = {
  loopback: ['::1/128'],
  never: [
    ...['::/96', '::ffff:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '2001::/32', '2002::/16'],
    ...['100::/64', 'fd00:ec2::/32', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
  ],
  private: ['fc00::/7'],
};

const listOf = (ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    list.addSubnet(network, Number(bits), family);
  }
  return list;
};

/** Each family has lists of its own, because a list compares mapped addresses with both. */
const listsOf = (kinds: Kinds, family: 'ipv4' | 'ipv6') =>
  (['loopback', 'never', 'private'] as const).map((kind) => [kind, listOf(kinds[kind], family)] as const);
const lists = { ipv4: listsOf(kinds4, 'ipv4'), ipv6: listsOf(kinds6, 'ipv6') };
/** The range from which addresses of the internet are given out. */
const global6 = listOf(['2000::/3'], 'ipv6');

/**
 * Documentation and benchmark ranges count as public: nobody has them, so nobody is hurt, and networks that are cut off from
 * the internet use them to stand for it.
 */
export const addressKind = (address: string): AddressKind => {
  // A zone (fe80::1%eth0) names an interface of this machine.
  if (isIP(address) === 0 || address.includes('%')) return 'never';
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  const [kind] = lists[family].find(([, list]) => list.check(address, family)) ?? [];
  if (kind !== undefined) return kind;
  return family === 'ipv6' && !global6.check(address, family) ? 'never' : 'public';
};

/**
 * Whether a service may tell an agent to dial a target. `service` is the kind of the address at which the agent reaches the
 * service. A service on the internet must not name addresses inside the agent's own network.
 */
export const mayNameTarget = (service: AddressKind, target: AddressKind): boolean => {
  if (target === 'never') return false;
  if (target === 'public') return true;
  return service === 'loopback' || (service === 'private' && target === 'private');
};
