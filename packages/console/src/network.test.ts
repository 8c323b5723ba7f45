import { expect, test } from 'vitest';
import { type Agent, distinctAgents, namesOf } from './network.ts';

const agent = (id: string, extra: Partial<Agent> = {}): Agent => ({
  id,
  keyType: 'ethereum',
  publicKey: id,
  projectName: '',
  projectPublicKey: '',
  claims: {},
  online: false,
  last_alive: '',
  verified_place: null,
  verified_result: null,
  number_of_challenges: 0,
  number_of_successful_challenges: 0,
  admission: null,
  role: 'prover',
  proofType: 'pol',
  ...extra,
});

test('a machine in several roles counts once, and as online if it is online in any of them', () => {
  const [prover, challenger, other] = [agent('a'), agent('a', { role: 'challenger', online: true }), agent('b')];
  expect(distinctAgents([prover, challenger, other])).toEqual([challenger, other]);
  expect(distinctAgents([challenger, prover, other])).toEqual([challenger, other]);
  expect(distinctAgents([])).toEqual([]);
});

test('agents are named by what they are called, otherwise by their key; before they are loaded, by nothing', () => {
  const named = { claims: { name: 'liar-sydney', city: 'Sydney' } };
  const challenger = agent('IPv4/c', { role: 'challenger', claims: { city: 'Lisbon' } });
  const names = namesOf([agent('IPv4/a', named), agent('IPv4/b', { claims: { city: 'Sydney' } }), challenger]);
  expect([...names]).toEqual([
    ['IPv4/a', 'liar-sydney'],
    ['IPv4/b', 'b'],
    ['IPv4/c', 'Lisbon'],
  ]);
  expect(namesOf(undefined).size).toBe(0);
});
