import { expect, test } from 'vitest';
import { groupsOf, networkOf } from './addresses.ts';

test('a network is a /24 or a /48, however its addresses are written', () => {
  expect(['203.0.113.7', '::ffff:203.0.113.200'].map(networkOf)).toEqual(['203.0.113.0/24', '203.0.113.0/24']);
  const same = ['2001:db8:1::1', '2001:0DB8:0001:ffff::2', '2001:db8:1:2:3:4:5:6'].map(networkOf);
  expect(new Set(same)).toEqual(new Set(['2001:db8:1::/48']));
  expect(networkOf('2001:db8:2::1')).toBe('2001:db8:2::/48');
  expect(networkOf('::1')).toBe('0:0:0::/48');
});

test('the groups of an address are counted from its beginning, whatever stands at its end', () => {
  const firstOf = (address: string) => groupsOf(address).slice(0, 4).join(':');
  expect(firstOf('a::b:c:d:e:192.0.2.1')).toBe('a:0:b:c');
  expect(firstOf('fe80::1%eth0')).toBe('fe80:0:0:0');
});
