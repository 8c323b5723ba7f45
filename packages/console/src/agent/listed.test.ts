import { expect, test } from 'vitest';
import type { Agent, Challenge } from '../network.ts';
import { chosenFrom, listedOf, type SortedBy } from './listed.ts';

const agent = (name: string, extra: Partial<Agent> = {}): Agent =>
  ({
    ...{
      id: `IPv4/${name}`,
      projectName: '',
      claims: { name },
      online: true,
      last_alive: '2026-01-01',
      role: 'prover',
    },
    ...{ proofType: 'pol', number_of_challenges: 0, ...extra },
  }) as Agent;
const ended = (prover: string, minute: number, verified = 'true'): Challenge =>
  ({
    ...{ id: `${prover} ${minute}`, prover: `IPv4/${prover}`, proofType: 'pol', verified },
    state: verified === '' ? 'ACCEPTED_BY_CHALLENGE_COORDINATOR' : 'ENDED_SUCCESSFULLY',
    challenge_end_time: `2026-01-01T00:${String(minute).padStart(2, '0')}:00Z`,
  }) as Challenge;

const all = listedOf(
  [
    agent('b', { number_of_challenges: 3, last_alive: '2026-01-02' }),
    agent('a', { online: false, number_of_challenges: 9 }),
    agent('c', { role: 'challenger', claims: { name: 'c', city: 'Mainz' }, last_alive: '2026-01-03' }),
  ],
  [ended('a', 50), ended('a', 49, 'false'), ended('b', 10), ended('b', 59, ''), ended('c', 5)],
);
const names = (wanted: Partial<Parameters<typeof chosenFrom>[1]>) =>
  chosenFrom(all, { role: 'any', onlineOnly: false, find: '', sort: 'verdict', ...wanted }).map(
    (it) => it.agent.claims.name,
  );

test('verdicts stand beside whom they are about, oldest first, without those that still run', () => {
  expect(all.map((it) => it.verdicts.map(({ verified }) => verified))).toEqual([['true'], ['false', 'true'], []]);
  const many = Array.from({ length: 14 }, (_, i) => ended('b', i));
  expect(listedOf([agent('b')], many)[0]?.verdicts.map(({ id }) => id)).toEqual(many.slice(-10).map(({ id }) => id));
});

test('each order puts first what its name says', () => {
  const first: Record<SortedBy, string[]> = {
    verdict: ['a', 'b', 'c'],
    name: ['a', 'b', 'c'],
    seen: ['c', 'b', 'a'],
    challenges: ['a', 'b', 'c'],
  };
  for (const [sort, order] of Object.entries(first))
    expect([sort, names({ sort: sort as SortedBy })]).toEqual([sort, order]);
});

test('role, presence and words narrow the list', () => {
  expect(names({ role: 'challenger' })).toEqual(['c']);
  expect(names({ onlineOnly: true })).toEqual(['b', 'c']);
  expect(names({ find: ' mAINz ' })).toEqual(['c']);
  expect(names({ find: 'nobody' })).toEqual([]);
});
