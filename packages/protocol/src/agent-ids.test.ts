import { expect, test } from 'vitest';
import { keyOfAgent } from './agent-ids.ts';
import { isKey, keyTypeOf, proverIdOf } from './keys.ts';

test('the key of an agent is what follows the address family, however that is written, or the key alone', () => {
  expect(['IPv4/0xAb', 'IPv6/0xAb', 'ipv4/0xAb', '0xAb'].map(keyOfAgent)).toEqual(Array(4).fill('0xAb'));
  expect(keyOfAgent('')).toBe('');
});

test('a key is an address or a solana key, and shows its type', () => {
  const [address, solana] = [`0x${'aB'.repeat(20)}`, '1'.repeat(32)];
  expect([address, solana].map((it) => [isKey(it), keyTypeOf(it)])).toEqual([
    [true, 'ethereum'],
    [true, 'solana'],
  ]);
  expect(['', '0x', `${address}0`, `IPv4/${address}`, '0'.repeat(32)].filter(isKey)).toEqual([]);
  expect(proverIdOf({ prover: address, isIPv6: true })).toBe(`IPv6/${address.toLowerCase()}`);
});
