import { expect, test } from 'vitest';
import { addressKind, mayNameTarget } from './address-kinds.ts';

const kinds = {
  public: ['1.1.1.1', '198.18.0.9', '198.19.255.1', '203.0.113.7', '2001:2:0:1::1', '2001:db8::1', '2606:4700::1111'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', 'fc00::1', 'fd12:3456::1'],
  loopback: ['127.0.0.1', '127.255.0.1', '::1'],
  never: [
    ...['', 'localhost', 'example.org', 'metadata.google.internal', '2130706433', '0x7f.0.0.1', '127.1', '010.0.0.1'],
    ...['1.1.1.1:53', '[2001:db8::1]', '1.1.1.1 ', '0.0.0.0', '169.254.169.254', '169.254.0.1', '100.100.100.200'],
    ...['168.63.129.16', '192.0.0.192', '224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255'],
    ...['::', '::2', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:1.1.1.1', '::ffff:a00:1', '64:ff9b::a00:1'],
    ...['2002:7f00:1::', '2001:0:1::', 'fe80::1', 'fe80::1%eth0', '2001:db8::1%lo', 'fec0::1', 'ff02::1'],
    ...['fd00:ec2::254', '100::1', '4000::1'],
  ],
};

for (const [kind, addresses] of Object.entries(kinds))
  test(`${kind} addresses are known as such`, () => {
    expect(addresses.filter((it) => addressKind(it) !== kind)).toEqual([]);
  });

test('a service names targets as near as itself or farther, and never what is nobody’s', () => {
  const all = ['public', 'private', 'loopback', 'never'] as const;
  const named = Object.fromEntries(all.map((it) => [it, all.filter((target) => mayNameTarget(it, target))]));
  expect(named).toEqual({
    public: ['public'],
    private: ['public', 'private'],
    loopback: ['public', 'private', 'loopback'],
    never: ['public'],
  });
});
