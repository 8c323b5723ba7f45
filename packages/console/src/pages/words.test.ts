import { expect, test } from 'vitest';
import { dotOf } from '../agent/dots.ts';
import { allowAssetImports } from '../map/testing-assets.ts';
import { type Agent, type Challenge, hoursOf, median, type Statistics } from '../network.ts';
import { failed } from './operator.tsx';

allowAssetImports();
const { figuresOf, titleOf } = await import('./explore.tsx');
const { claimWords } = await import('../agent/claims.ts');

const agent = (claims: Agent['claims'], extra: Partial<Agent> = {}): Agent =>
  ({ id: 'IPv4/a', claims, online: true, role: 'prover', proofType: 'pol', ...extra }) as Agent;

test('what an agent says of itself stands in one line', () => {
  const nb = '\u00a0';
  expect(claimWords(agent({ latitude: '52.523', longitude: 13.4 }))).toBe('52.52, 13.40');
  const pob = { proofType: 'pob' } as const;
  expect(claimWords(agent({ downlink_bandwidth: '500', uplink_bandwidth: 50 }, pob))).toBe(
    `500${nb}Mbit/s down · 50${nb}Mbit/s up`,
  );
  expect(claimWords(agent({ bandwidth: '100' }, pob))).toBe(`100${nb}Mbit/s down`);
  expect(claimWords(agent({}))).toBe('nothing');
});

test('failed requests are a share of all; without requests there is none', () => {
  const sample = (status: string, value: number) => ({
    name: 'trigpoint_http_requests_total',
    labels: { status },
    value,
  });
  expect(failed([sample('200', 995), sample('404', 4), sample('503', 1)])).toBe('0.10');
  expect([failed([]), failed([sample('200', 0)])]).toEqual(['–', '–']);
});

test('the network is counted with its countries, or its cities where they share one', () => {
  const nb = '\u00a0';
  const [lisbon, porto, berlin] = [
    agent({ city: 'Lisbon', country: 'PT' }),
    agent({ city: 'Porto', country: 'PT' }),
    agent({ city: 'Berlin', country: 'DE' }),
  ];
  expect(titleOf([lisbon, porto, berlin])).toBe(`3${nb}agents in 2 countries`);
  expect(titleOf([lisbon, porto])).toBe(`2${nb}agents in 2 cities`);
  // Some state no place, and stand in none of the cities.
  expect(titleOf([lisbon, porto, agent({})])).toBe(`3${nb}agents, 2 of them say they are in 2 cities`);
  expect(titleOf([lisbon, berlin, agent({ city: 'Porto' })])).toBe(
    `3${nb}agents, 2 of them say they are in 2 countries`,
  );
  expect([titleOf([lisbon]), titleOf([agent({})]), titleOf([])]).toEqual([
    `1${nb}agent`,
    `1${nb}agent`,
    `0${nb}agents`,
  ]);
  expect(titleOf(undefined)).toBe('Agents');
});

test('a dot on the world map is rounded to about 10 km, and leads to its agent', () => {
  expect(dotOf(agent({ latitude: '52.5234', longitude: -13.4567, city: 'Here', name: 'called' }))).toEqual([
    {
      id: 'IPv4/a',
      place: { latitude: 52.5, longitude: -13.5 },
      name: 'called',
      online: true,
      href: '/agents/pol/prover/IPv4/a',
    },
  ]);
  expect(dotOf(agent({ city: 'Here' }))).toEqual([]);
});

test('a median is one of its values, whatever is missing', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([Number.NaN, 3])).toBe(3);
  expect(median([])).toBeUndefined();
  expect([1, 4]).toContain(median([4, 1]));
});

const hours = (...sums: number[]) => sums.map((n, i) => ({ hour: `h${i}`, true: n, false: 1, inconclusive: 0 }));
const statistics = (extra: Partial<Statistics>): Statistics => ({
  provers: 0,
  challengers: 0,
  open_challenges: 1,
  ended: { true: 3, false: 1, inconclusive: 0 },
  hours: hours(1, 2),
  ...extra,
});
const both = new Map([
  ['pol', statistics({})],
  ['pob', statistics({ open_challenges: 2, hours: hours(10, 20) })],
]);

test('hours of both types are added by their names, where one type lacks an hour too', () => {
  expect(hoursOf(both.values()).map((it) => [it.hour, it.true, it.false, it.inconclusive])).toEqual([
    ['h0', 11, 2, 0],
    ['h1', 22, 2, 0],
  ]);
  expect(hoursOf([statistics({ hours: hours(1, 2) }), statistics({ hours: hours(10, 20).slice(1) })])).toMatchObject([
    { hour: 'h0', true: 1 },
    { hour: 'h1', true: 22 },
  ]);
});

test('figures of the network: sums of both types, medians of what ended, and a dash for what is not known', () => {
  const row = (proofType: 'pol' | 'pob', verified: string, tookS: number, km?: string) =>
    ({
      proofType,
      verified,
      state: verified === '' ? 'ACCEPTED_BY_CHALLENGE_COORDINATOR' : 'ENDED_SUCCESSFULLY',
      challenge_start_time: '2026-01-01T00:00:00Z',
      challenge_end_time: new Date(Date.parse('2026-01-01T00:00:00Z') + tookS * 1000).toISOString(),
      result: km ? { uncertainty_km: km } : {},
    }) as unknown as Challenge;
  const challenges = [
    row('pol', 'true', 8, '41.2'),
    row('pol', 'false', 9, '9999'),
    row('pob', 'true', 30),
    row('pol', '', 500),
  ];
  const shown = (...of: Parameters<typeof figuresOf>) => figuresOf(...of).map((it) => it.value);
  expect(shown([agent({}), agent({}, { online: false })], both, challenges)).toEqual([
    '1',
    '8',
    '75.0',
    '42',
    '9.0',
    '3',
  ]);
  expect(shown([], undefined, [])).toEqual(['0', '–', '–', '–', '–', '–']);
});
