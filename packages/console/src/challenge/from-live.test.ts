import { expect, test } from 'vitest';
import { fromLive } from './from-live.ts';
import { add, type Heard, nothing } from './live.ts';
import type { HistoryRow } from './outcomes.ts';
import { leftOf, runningSays } from './running-challenge.tsx';

const start = Date.parse('2026-01-02T03:04:05Z');
const row: HistoryRow = {
  id: '7',
  state: 'ACCEPTED_BY_CHALLENGE_COORDINATOR',
  challenge_start_time: new Date(start).toISOString(),
  challenge_end_time: new Date(start + 30_000).toISOString(),
  prover: 'IPv4/prover',
  payer: '0xab',
  parameters: {},
  verified: '',
  reason: '',
  result: {},
};
type Told = [kind: string, data: Record<string, unknown>];
const hear = (...told: Told[]): Heard =>
  told.reduce((heard, [kind, data], i) => add(heard, { at: start + i * 1000, kind, data }), nothing);
const asked = (n: number): Told => ['accepted', { asked: n, until: new Date(start + 30_000).toISOString() }];
const round = (number: number): Told => ['round', { number }];
const answered = (n: number): Told => ['reading', { answered: n }];

test('what is heard adds up, and ends with the challenge', () => {
  const heard = hear(asked(8), answered(1));
  expect(heard.events.map((it) => it.kind)).toEqual(['accepted', 'reading']);
  expect([heard.ended, add(heard, { at: 0, kind: 'ended', data: {} }).ended]).toEqual([false, true]);
  expect(nothing.events).toEqual([]);
});

test('a running challenge shows how many were asked and how many have reported', () => {
  const view = fromLive(row, hear(asked(8), answered(1), answered(2)));
  expect(view).toMatchObject({ asked: 8, answered: 2, round: undefined, endsAt: start + 30_000 });
  expect(runningSays(view)).toBe('2 of 8 have reported');
  expect(runningSays(fromLive(row, hear(asked(8), answered(1))))).toBe('1 of 8 has reported');
});

test('before anything was heard it waits; a new attempt starts from nothing', () => {
  const waits = fromLive(row, nothing);
  expect([waits.asked, waits.answered, runningSays(waits)]).toEqual([0, 0, 'waiting for challengers']);
  expect(runningSays(fromLive({ ...row, prover: '' }, nothing))).toMatch(/^waiting for a prover that was never here/);
  expect(fromLive(row, hear(asked(5), round(1), answered(1), round(2), asked(3)))).toMatchObject({
    asked: 3,
    answered: 0,
    round: undefined,
  });
});

test('the round that runs is told until the last has reported', () => {
  expect(fromLive(row, hear(asked(2), round(1))).round).toBe(1);
  expect(fromLive(row, hear(asked(2), round(1), answered(1), round(2))).round).toBe(2);
  expect(fromLive(row, hear(asked(2), round(1), answered(1), round(2), answered(2))).round).toBeUndefined();
});

test('what happened is told from the request on, the newest nine', () => {
  const told = (heard: Heard) => fromLive(row, heard).moments.map((it) => it.text);
  expect(told(hear(asked(2), round(1), answered(1), round(2)))).toEqual([
    'Request read from the chain',
    '2\u00a0challengers drawn',
    'Round 1 began',
    'Answer 1 came in',
    'Round 2 began',
  ]);
  expect(told(hear(asked(1)))[1]).toBe('1\u00a0challenger drawn');
  expect(told(hear(...Array.from({ length: 30 }, (_, i) => round(i + 1))))).toHaveLength(10);
});

test('numbers that are none, or too many, break nothing', () => {
  expect(fromLive(row, hear(['accepted', { asked: 'x' }], answered(3)))).toMatchObject({ asked: 0, answered: 0 });
  expect(fromLive(row, hear(asked(3), answered(9))).answered).toBe(3);
});

test('the time that is left counts from the measurement, by the service’s clock', () => {
  const left = (heard: Heard, now: number) => leftOf(fromLive(row, heard), now);
  // Before anybody was asked nothing is known, however long the service would wait.
  expect(left(nothing, start).value).toBe('–');
  const heard = hear(asked(2), answered(1));
  expect(left(heard, start + 20_000)).toMatchObject({ value: '10', unit: 's' });
  // A busy service is late: no number says otherwise.
  expect(left(heard, start + 40_000)).toEqual({ label: 'Answers due within', value: 'a moment' });
  expect(left(hear(asked(2), answered(2)), start + 20_000).value).toBe('judging');
  // A browser that is an hour ahead heard of it at once, and of the first event late.
  const hour = 3_600_000;
  const ahead = [
    { at: start, kind: 'accepted', data: asked(2)[1], heardAt: start + hour + 5000 },
    { at: start + 6000, kind: 'reading', data: { answered: 1 }, heardAt: start + hour + 6000 },
  ].reduce(add, nothing);
  expect(left(ahead, start + hour + 20_000).value).toBe('10');
  // The clock on the page moves once a second: it may stand before the moment at which all was heard.
  expect(left(ahead, start + hour - 500).value).toBe('30');
});

test('a request that was made at the service is not said to come from a chain', () => {
  expect(fromLive({ ...row, id: 'ask-00' }, nothing).moments[0]?.text).toBe(
    'Request made at the service, without a transaction',
  );
});
