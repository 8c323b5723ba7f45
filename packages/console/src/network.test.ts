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

test('agents are named by what they state, otherwise by their key; before they are loaded, by nothing', () => {
  const names = namesOf([agent('IPv4/a', { claims: { city: 'Lisbon' } }), agent('IPv4/b')]);
  expect([...names]).toEqual([
    ['IPv4/a', 'Lisbon'],
    ['IPv4/b', 'b'],
  ]);
  expect(namesOf(undefined).size).toBe(0);
});
