import { expect, test } from 'vitest';
import type { Agent } from '../network.ts';
import { firstChoice } from './first-choice.ts';

const prover = (name: string, online = true) =>
  ({ id: `IPv4/${name}`, role: 'prover', online, claims: { name, city: 'Sydney' } }) as unknown as Agent;
const chosen = (names: readonly Agent[], isDevelopment: boolean, wanted = '') =>
  firstChoice(names, wanted, isDevelopment)?.claims.name;

test('a form begins with whom a link names, with an honest prover of a development network, or with the only one', () => {
  const all = ['liar-sydney', 'eu-server-2', 'honest-frankfurt'].map((it) => prover(it));
  expect(chosen(all, true)).toBe('honest-frankfurt');
  expect(chosen(all, true, 'IPv4/liar-sydney')).toBe('liar-sydney');
  // What somebody calls its prover means nothing elsewhere.
  expect(chosen(all, false)).toBeUndefined();
  expect(chosen(all, false, 'IPv4/eu-server-2')).toBe('eu-server-2');
  expect(chosen([prover('db-7')], false)).toBe('db-7');
  // Whom a link names and nobody knows is not replaced by another one.
  expect(chosen(all, true, 'IPv4/gone')).toBeUndefined();
  expect(chosen([prover('db-7')], false, 'IPv4/gone')).toBeUndefined();
  expect(chosen([prover('liar-sydney'), prover('honest-frankfurt', false)], true)).toBeUndefined();
  expect(chosen([], true)).toBeUndefined();
});
