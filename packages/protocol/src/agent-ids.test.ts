import { expect, test } from 'vitest';
import { keyOfAgent } from './agent-ids.ts';

test('the key of an agent is what follows the address family, however that is written, or the key alone', () => {
  expect(['IPv4/0xAb', 'IPv6/0xAb', 'ipv4/0xAb', '0xAb'].map(keyOfAgent)).toEqual(Array(4).fill('0xAb'));
  expect(keyOfAgent('')).toBe('');
});
