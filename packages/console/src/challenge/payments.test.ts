import { expect, test } from 'vitest';
import { verified as pob } from '../specimen/pob-fixtures.ts';
import { verified as pol } from '../specimen/pol-fixtures.ts';
import { pobPaid, polPaid } from './payments.ts';
import type { Round } from './pob-view.ts';
import type { Witness } from './pol-view.ts';
import { notNeededWords } from './readings.ts';

const [first, second] = pob.rounds.map((it) => it.challenger) as [string, string];
const payments = {
  points: 3.5,
  payments: [
    { challenger: first, points: 3.5, reason: 'reading accepted' },
    { challenger: second, points: 0, reason: 'voided' },
  ],
};
const lastWords = (view: { moments: readonly { text: string }[] }) => view.moments.at(-1)?.text;

test('while payments are being loaded a view stays as it is', () => {
  expect(polPaid(pol, undefined)).toBe(pol);
  expect(pobPaid(pob, undefined)).toBe(pob);
});

test('the sum stands in the view and behind the last moment alone', () => {
  for (const [before, after] of [
    [pol, polPaid(pol, payments)],
    [pob, pobPaid(pob, payments)],
  ] as const) {
    expect(after.paidPoints).toBe(3.5);
    expect(lastWords(after)).toBe(`${lastWords(before)}, 3.5 POINTS paid by the network`);
    expect(after.moments.slice(0, -1)).toEqual(before.moments.slice(0, -1));
  }
});

test('who was paid without being needed is told with the sum', () => {
  const [one, ...others] = pob.rounds as [Round, ...Round[]];
  const [seat, ...seats] = pol.witnesses as [Witness, ...Witness[]];
  const spared = { ...pob, rounds: [...others, { ...one, state: 'not-needed' as const }] };
  const left = { ...pol, witnesses: [...seats, { ...seat, state: 'failed' as const, remark: notNeededWords }] };
  for (const it of [pobPaid(spared, payments), polPaid(left, payments)])
    expect(lastWords(it)).toMatch(/3\.5 POINTS paid by the network, also to those not needed$/);
});

test('where nothing was paid, nothing is said of a payment', () => {
  const nothing = { points: 0, payments: [] };
  expect(lastWords(polPaid(pol, nothing))).toBe(lastWords(pol));
  expect(polPaid(pol, nothing).paidPoints).toBe(0);
});

test('each round has what its own challenger was paid, also 0', () => {
  const rounds = pobPaid(pob, payments).rounds.map((it) => it.paidPoints);
  expect(rounds.slice(0, 2)).toEqual([3.5, 0]);
  expect(rounds.slice(2)).toEqual(pob.rounds.slice(2).map((it) => it.paidPoints));
});
