import { expect, test } from 'vitest';
import { pobFromLive, polFromLive } from './from-live.ts';
import { add, type Heard, nothing } from './live.ts';
import type { HistoryRow } from './outcomes.ts';

const start = Date.parse('2026-01-02T03:04:05Z');
const row: HistoryRow = {
  id: '7',
  state: 'ACCEPTED_BY_CHALLENGE_COORDINATOR',
  challenge_start_time: new Date(start).toISOString(),
  challenge_end_time: new Date(start + 30_000).toISOString(),
  prover: 'IPv4/prover',
  payer: '0xab',
  parameters: { latitude: '50.1', longitude: '8.7', bandwidth_mbps: '100', direction: 'up' },
  verified: '',
  reason: '',
  result: {},
};
const agents = new Map([
  ['IPv4/prover', { city: 'Frankfurt', radius: 10 }],
  ['IPv4/a', { city: 'Amsterdam', latitude: 52.4, longitude: 4.9 }],
  ['IPv4/b', { city: 'Berlin', latitude: 52.5, longitude: 13.4 }],
  ['IPv4/c', { city: 'Cologne', latitude: 50.9, longitude: 7 }],
  ['IPv4/nowhere', {}],
]);
const hear = (...told: [kind: string, data: Record<string, unknown>][]): Heard =>
  told.reduce((heard, [kind, data], i) => add(heard, { at: start + i * 1000, kind, data }), nothing);
const chosen = (...challengers: string[]): [string, Record<string, unknown>] => ['accepted', { challengers }];
const progress = (challenger: string, data: object): [string, Record<string, unknown>] => [
  'progress',
  { challenger, ...data },
];

test('what is heard adds up: events in order, the newest progress of each, every point of a rate', () => {
  const heard = hear(
    chosen('IPv4/a'),
    progress('IPv4/a', { probes: 24, answered: 1 }),
    progress('IPv4/a', { answered: 2 }),
    progress('IPv4/b', { t_ms: 40, mbps: 90 }),
    progress('IPv4/b', { t_ms: 80, mbps: 95 }),
  );
  expect(heard.events.map((it) => it.kind)).toEqual(['accepted']);
  expect(heard.progress.get('IPv4/a')).toMatchObject({ probes: 24, answered: 2 });
  expect([...heard.curves]).toEqual([
    [
      'IPv4/b',
      [
        [40, 90],
        [80, 95],
      ],
    ],
  ]);
  expect([heard.ended, add(heard, { at: 0, kind: 'ended', data: {} }).ended]).toEqual([false, true]);
  expect(nothing.events).toEqual([]);
});

test('a running location challenge shows each challenger in the state it was heard in', () => {
  const heard = hear(
    chosen('IPv4/a', 'IPv4/b', 'IPv4/c', 'IPv4/nowhere', 'IPv4/unknown'),
    progress('IPv4/a', { fastest_us: 7240, answered: 24, probes: 24 }),
    ['reading', { challenger: 'IPv4/a', failure: null }],
    progress('IPv4/b', { fastest_us: 9000, answered: 3, probes: 24 }),
    ['reading', { challenger: 'IPv4/c', failure: 'timeout' }],
  );
  const view = polFromLive(row, heard, agents);
  expect(view.witnesses.map((it) => [it.name, it.state, it.remark, it.fastestMs])).toEqual([
    ['Amsterdam', 'answered', undefined, 7.24],
    ['Berlin', 'probing', 'probing, 3 of 24', undefined],
    ['Cologne', 'failed', 'the prover did not answer in time', undefined],
  ]);
  expect(view).toMatchObject({
    outcome: 'measuring',
    asked: 5,
    liars: 1,
    boundsKm: [],
    startedAt: start,
    dueAt: start + 30_000,
  });
  expect(view.claim).toEqual({ place: { latitude: 50.1, longitude: 8.7 }, name: 'Frankfurt', radiusKm: 10 });
});

test('before anything was heard nobody is shown; a new attempt starts with its own challengers', () => {
  expect(polFromLive(row, nothing, agents)).toMatchObject({ witnesses: [], asked: 0 });
  const again = hear(chosen('IPv4/a', 'IPv4/b'), chosen('IPv4/c'));
  expect(polFromLive(row, again, agents).witnesses.map((it) => [it.name, it.state])).toEqual([['Cologne', 'assigned']]);
});

test('what happened is told from the request on, rounds counted from 1, the newest nine', () => {
  const told = (heard: Heard) => pobFromLive(row, heard, agents).moments.map((it) => it.text);
  expect(
    told(
      hear(
        chosen('IPv4/a', 'IPv4/b'),
        ['reading', { challenger: 'IPv4/a', failure: null }],
        ['round', { position: 1, challenger: 'IPv4/b' }],
        ['refused', { challenger: 'IPv4/b' }],
      ),
    ),
  ).toEqual([
    'Request read from the chain',
    '2\u00a0challengers chosen',
    'Reading, Amsterdam',
    'Round 2, Berlin',
    'Reading refused, Berlin',
  ]);
  expect(told(hear(chosen('IPv4/a')))[1]).toBe('1\u00a0challenger chosen');
  const many = Array.from({ length: 30 }, (_, i): [string, Record<string, unknown>] => [
    'round',
    { position: i, challenger: 'x' },
  ]);
  expect(told(hear(...many))).toHaveLength(10);
  expect(told(hear(...many)).at(-1)).toBe('Round 30, x');
});

test('whose turn is to come stays secret', () => {
  const heard = hear(chosen('IPv4/a', 'IPv4/b', 'IPv4/c'), ['round', { position: 0, challenger: 'IPv4/b' }]);
  const { rounds } = pobFromLive(row, heard, agents);
  expect(rounds.map((it) => [it.name, it.state])).toEqual([
    ['Berlin', 'running'],
    ['', 'waiting'],
    ['', 'waiting'],
  ]);
  expect(JSON.stringify(rounds.slice(1))).not.toMatch(/IPv4/);
});

test('a round that was read has the median of its second half, a failed one a reason', () => {
  const rates = [10, 20, 90, 100, 95].map((mbps, i) => progress('IPv4/a', { t_ms: i * 40, mbps }));
  const heard = hear(
    chosen('IPv4/a', 'IPv4/b'),
    ...rates,
    ['reading', { challenger: 'IPv4/a', failure: null }],
    ['reading', { challenger: 'IPv4/b', failure: 'unreachable' }],
  );
  const view = pobFromLive(row, heard, agents);
  expect(view.rounds.map((it) => [it.state, it.mbps, it.remark])).toEqual([
    ['counted', 100, 'Read; judged at the end'],
    ['voided', undefined, 'could not reach the prover'],
  ]);
  expect(view).toMatchObject({ direction: 'up', claimMbps: 100, thresholdMbps: 90, asked: 2 });
  const { direction: _none, ...parameters } = row.parameters;
  expect(pobFromLive({ ...row, parameters }, nothing, agents)).toMatchObject({ direction: 'down', rounds: [] });
});
