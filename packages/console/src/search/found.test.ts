import { expect, test } from 'vitest';
import { shortAgent, shortId } from '../figures.ts';
import type { Agent, Challenge } from '../network.ts';
import { foundBy, isIdOf, maybeId } from './found.ts';

const agent = (id: string, claims: Record<string, string>, role: Agent['role'] = 'prover'): Agent =>
  ({ id, claims, role, projectName: '', online: true, proofType: 'pol' }) as unknown as Agent;
const agents = [
  agent('IPv4/0xaa', { name: 'liar-sydney', city: 'Sydney' }),
  agent('IPv4/0xbb', { city: 'Sydney' }, 'challenger'),
  agent('IPv4/0xcc', { name: 'sydney' }),
  agent('IPv4/0xcd', { city: 'Cologne', country: 'DE' }, 'challenger'),
];
const challenges = [
  { id: '7', prover: 'IPv4/0xaa', payer: '0xdd' },
  { id: 'ask-1', prover: 'IPv4/0xee', payer: '0xdd' },
] as unknown as Challenge[];
const found = (text: string) => {
  const it = foundBy(text, agents, challenges);
  return [it.agents.map(({ id }) => id.slice(-2)), it.challenges.map(({ id }) => id)];
};

test('names, cities, keys and numbers are found, and what is called exactly so comes first', () => {
  expect(found('liar')).toEqual([['aa'], ['7']]);
  expect(found('köln')[0]).toEqual(['cd']);
  expect(found('Cologne')[0]).toEqual(['cd']);
  expect(found(' SYDNEY ')[0]).toEqual(['aa', 'bb', 'cc']);
  expect(found('sydney')[0]?.length).toBe(3);
  expect(found('liar-sydney')[0]?.[0]).toBe('aa');
  expect(found('0xbb')).toEqual([['bb'], []]);
  expect(found('ask-1')).toEqual([[], ['ask-1']]);
  expect(found('0xDD')[1]).toEqual(['7', 'ask-1']);
  expect(found('nobody')).toEqual([[], []]);
  expect(found('')).toEqual([[], []]);
});

test('the challenge with exactly this number comes before others, and before agents with the number in their keys', () => {
  const agents = [agent('IPv4/0x12', {})];
  const numbered = ['12', '2', '1'].map((id) => ({ id, prover: 'IPv4/0x12', payer: '0xdd' })) as unknown as Challenge[];
  const two = foundBy(' 2 ', agents, numbered);
  expect([two.agents.length, two.challenges.map(({ id }) => id), two.isExact]).toEqual([1, ['2', '12', '1'], true]);
  expect(foundBy('x12', agents, numbered).isExact).toBe(false);
});

test('an id is found by six letters of its beginning and by its short form, and not by its middle', () => {
  const [ask, key] = ['ask-95cf0060aded41415b0b28e42d888a32', 'IPv4/0x22f25484132a799e65b5856db923b5c9dcf4c65b'];
  for (const text of [
    ask,
    '95cf0060',
    '95cf00…8a32',
    'ask-95',
    ' ASK-95CF',
    shortId(ask, 10, 6),
    'ask-95cf…8a32',
    'ask-95cf...8a32',
  ])
    expect([text, isIdOf(text, ask)]).toEqual([text, true]);
  for (const text of ['', '95cf0', 'ask-9', 'ask-95cf…8a33', 'ask-95…cf…32', '…', 'a…2'])
    expect([text, isIdOf(text, ask)]).toEqual([text, false]);
  for (const text of [key, key.slice(5, 13), shortAgent(key)]) expect([text, isIdOf(text, key)]).toEqual([text, true]);
  expect(isIdOf('7', '7')).toBe(true);
  expect(isIdOf('7', '71')).toBe(false);
  const [challenge] = [{ id: ask, prover: 'IPv4/0xee', payer: key.slice(5) }] as unknown as Challenge[];
  for (const text of ['ask-95cf', '0x22f254'])
    expect(foundBy(text, [], [challenge as Challenge]).challenges).toEqual([challenge]);
  expect(foundBy(shortAgent(key), [agent(key, {})], []).agents).toHaveLength(1);
  expect(['8f3a5b', '8F3A5B0C', 'facade', '8f3a5', 'street art', 'frankfurt'].map(maybeId)).toEqual([
    ...[true, true, true],
    ...[false, false, false],
  ]);
});
