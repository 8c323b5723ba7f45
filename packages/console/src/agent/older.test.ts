import { expect, test } from 'vitest';
import { type Agent, mostAgents } from '../network.ts';
import { fullGroups, idsFor, withOlder } from './older.ts';

const agent = (id: string, role: Agent['role'] = 'prover', more: Partial<Agent> = {}): Agent =>
  ({ id, role, proofType: 'pol', online: false, ...more }) as Agent;
const many = (n: number, role: Agent['role']) => Array.from({ length: n }, (_, i) => agent(`IPv4/${i}`, role));

test('a role of which as many are loaded as fit may have more', () => {
  expect(fullGroups([...many(mostAgents, 'prover'), ...many(3, 'challenger')])).toEqual([
    { proofType: 'pol', role: 'prover' },
  ]);
  expect(fullGroups(many(mostAgents - 1, 'prover'))).toEqual([]);
  expect(fullGroups([])).toEqual([]);
});

test('older agents come behind, and one that was alive meanwhile is listed once, as it is now', () => {
  const now = [agent('a', 'prover', { online: true }), agent('b')];
  expect(withOlder(now, [])).toBe(now);
  expect(withOlder(now, [agent('a'), agent('c'), agent('a', 'challenger')])).toEqual([
    ...now,
    agent('c'),
    agent('a', 'challenger'),
  ]);
});

test('a whole key is looked up in its family, or in both', () => {
  const key = `0x${'ab'.repeat(20)}`;
  expect(idsFor(` ${key} `)).toEqual([`IPv4/${key}`, `IPv6/${key}`]);
  expect(idsFor(`IPv6/${key}`)).toEqual([`IPv6/${key}`]);
  expect(idsFor('4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T')).toHaveLength(2);
  for (const it of ['', 'frankfurt', key.slice(0, 41), `${key}0`]) expect(idsFor(it)).toEqual([]);
});
