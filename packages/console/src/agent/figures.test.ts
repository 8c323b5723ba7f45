import { expect, test } from 'vitest';
import type { AgentDetail } from '../network.ts';
import { onDay } from '../times.ts';
import { figuresOf } from './figures.ts';

const [hour, day] = [3_600_000, 86_400_000];
const now = Date.parse('2026-11-15T12:00:00Z');
const agent = (extra: Partial<AgentDetail> = {}): AgentDetail => ({
  id: 'IPv4/a',
  keyType: 'ethereum',
  publicKey: 'a',
  projectName: '',
  projectPublicKey: '',
  claims: { latitude: 50.11, longitude: 8.68 },
  online: true,
  last_alive: '',
  verified_result: null,
  verified_place: { latitude: 0, longitude: 0, uncertainty_km: 40.2, challenge_id: '7', at: '' },
  number_of_challenges: 1200,
  number_of_successful_challenges: 1194,
  admission: null,
  version: '',
  first_seen: new Date(now - 90 * day).toISOString(),
  seen: { since: '', spans: [], share: 0.998 },
  results: [],
  set_aside: null,
  set_aside_evidence: [],
  refusals: [],
  ...extra,
});
const shown = (...of: Parameters<typeof figuresOf>) =>
  Object.fromEntries(figuresOf(...of).map(({ label, value, unit }) => [label, [value, unit]]));

test('counts, shares and the bound of its place; what it earned for its owner alone', () => {
  const figures = shown(agent(), 'challenger', { now });
  expect(figures).toMatchObject({
    'Readings it had to give': ['1,200', undefined],
    'Answered in time': ['99.5', '%'],
    'Uptime, 30 days': ['99.8', '%'],
    // A bound is rounded up.
    'Shown to be within': ['41', 'km of its claim'],
  });
  expect(figures).not.toHaveProperty(['Earned, 7 days']);
  const balance = {
    ...{ points: 9, points_exact: '9', earned_in_7_days: 2.5, earned_in_7_days_exact: '2.5' },
    ...{ fuel: 0, budgets: [], entries: [], next_cursor: null },
  };
  expect(shown(agent(), 'prover', { now, balance })).toMatchObject({
    'Earned, 7 days': ['2.5', 'POINTS'],
    'Times tested': ['1,200', undefined],
    Verified: ['99.5', '%'],
  });
});

test('an agent that did nothing yet has no share of nothing', () => {
  const fresh = agent({ number_of_challenges: 0, number_of_successful_challenges: 0, verified_place: null });
  const figures = shown(fresh, 'challenger', { now });
  expect(figures['Answered in time']).toEqual(['–', '%']);
  expect(figures['Its claimed place']).toEqual(['not verified', undefined]);
});

test('an agent that states no place has none to verify', () => {
  expect(shown(agent({ claims: {}, verified_place: null }), 'prover', { now })).not.toHaveProperty([
    'Its claimed place',
  ]);
  expect(shown(agent({ claims: {} }), 'prover', { now })['Shown to be within']).toEqual(['41', 'km of its claim']);
});

test('a prover whose claims were tested in vain does not wait for its first test', () => {
  const refuted = agent({ number_of_challenges: 3, number_of_successful_challenges: 0, verified_place: null });
  expect(shown(refuted, 'prover', { now })['Its claimed place']).toEqual(['never verified', undefined]);
  expect(shown(refuted, 'challenger', { now })['Its claimed place']).toEqual(['not verified', undefined]);
});

test('a place that was verified is told so only while no later challenge says otherwise', () => {
  const at = '2026-11-14T09:00:00Z';
  const place = { latitude: 0, longitude: 0, uncertainty_km: 40.2, challenge_id: '7', at };
  const own = (since: 'stands' | 'open' | 'refuted') => {
    const figures = shown(agent({ verified_place: place }), 'prover', { now, since });
    return figures['Shown to be within'] ?? figures['Its claimed place'];
  };
  const day = onDay(Date.parse(at));
  expect(own('stands')).toEqual(['41', 'km of its claim']);
  expect(own('open')).toEqual(['41', `km, last verified ${day}`]);
  expect(own('refuted')).toEqual(['refuted', `(last verified ${day})`]);
});

test('a challenger that reached nobody is told to have reached nobody, although it answered', () => {
  const result = (message: object) => ({ message: JSON.stringify(message) }) as AgentDetail['results'][number];
  const unreachable = result({ failure: { failure: 'unreachable', detail: '' } });
  const reached = (results: AgentDetail['results']) =>
    shown(agent({ results }), 'challenger', { now })['Reached the prover'];
  expect(reached([unreachable, unreachable])).toEqual(['0', 'of the newest 2']);
  expect(reached([unreachable, result({ series: { rtts_us: [900] } })])?.[0]).toBe('1');
  expect(reached([])).toEqual(['–', 'of the newest 0']);
});

test('uptime says what it is counted over', () => {
  const label = (ageMs: number) =>
    figuresOf(agent({ first_seen: new Date(now - ageMs).toISOString() }), 'prover', { now })[2]?.label;
  expect([hour, day, 1.4 * day, 2 * day, 29.6 * day, 30 * day, 400 * day].map(label)).toEqual([
    'Uptime since first seen',
    'Uptime, 1\u00a0day',
    'Uptime, 1\u00a0day',
    'Uptime, 2\u00a0days',
    'Uptime, 30\u00a0days',
    'Uptime, 30 days',
    'Uptime, 30 days',
  ]);
});
