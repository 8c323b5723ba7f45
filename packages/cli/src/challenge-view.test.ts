import { findProfile } from '@trigpoint/proofs/registry';
import { expect, test } from 'vitest';
import { ChallengeView, readingLines } from './challenge-view.ts';

const seat = (id: string, claims: Readonly<Record<string, string>>) => ({
  ...{ challenger: { id, claims }, lookout: false, state: 'assigned', message: null },
});

test('the line of a running challenge says when the answers are due, by the service’s clock, until all are in', () => {
  const view = new ChallengeView();
  const take = (second: number, event: object) =>
    view.take({ at: `2030-05-01T12:00:${second}.000Z`, ...event } as Parameters<typeof view.take>[0]);
  expect(view.line()).not.toMatch(/due/);
  take(10, { kind: 'accepted', asked: 2, until: '2030-05-01T12:00:30.000Z' });
  expect(view.line()).toMatch(/0 of 2 have reported, answers due within 20 s$/);
  take(15, { kind: 'reading', answered: 1 });
  expect(view.line()).toMatch(/1 of 2 has reported, answers due within 15 s$/);
  take(16, { kind: 'reading', answered: 2 });
  expect(view.line()).toMatch(/2 of 2 have reported$/);
});

test('challengers go by the city that they claim, by their name, or else by their key, and none is cut down to the same', () => {
  const key = `IPv4/0x${'ab'.repeat(20)}`;
  const seats = [
    seat('IPv4/0x1', { city: 'Cologne' }),
    seat('IPv4/0x2', {}),
    seat('IPv4/0x3', { city: '' }),
    seat(key, {}),
  ];
  const names = new Map(
    ['one', 'bandwidth-challenger-1', 'bandwidth-challenger-2'].map((it, i) => [`IPv4/0x${i + 1}`, it]),
  );
  const evidence = { transcript: { draw: { seats }, verdict: { detail: {} } } };
  const lines = readingLines(findProfile('pob') as never, evidence as never, names);
  expect(lines.map((it) => it.slice(4, 26).trim()).slice(0, 4)).toEqual([
    'Cologne',
    'bandwidth-challenger-1',
    'bandwidth-challenger-2',
    '0xababab…abab',
  ]);
});
