import { expect, test } from 'vitest';
import type { Agent, Challenge } from '../network.ts';
import { foundBy } from './found.ts';

const agent = (id: string, claims: Record<string, string>, role: Agent['role'] = 'prover'): Agent =>
  ({ id, claims, role, projectName: '', online: true, proofType: 'pol' }) as unknown as Agent;
const agents = [
  agent('IPv4/0xaa', { name: 'liar-sydney', city: 'Sydney' }),
  agent('IPv4/0xbb', { city: 'Sydney' }, 'challenger'),
  agent('IPv4/0xcc', { name: 'sydney' }),
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
  expect(found(' SYDNEY ')[0]).toEqual(['aa', 'bb', 'cc']);
  expect(found('sydney')[0]?.length).toBe(3);
  expect(found('liar-sydney')[0]?.[0]).toBe('aa');
  expect(found('0xbb')).toEqual([['bb'], []]);
  expect(found('ask-1')).toEqual([[], ['ask-1']]);
  expect(found('0xDD')[1]).toEqual(['7', 'ask-1']);
  expect(found('nobody')).toEqual([[], []]);
  expect(found('')).toEqual([[], []]);
});
