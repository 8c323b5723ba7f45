import { findProfile } from '@trigpoint/proofs/registry';
import { expect, test } from 'vitest';
import { readingLines } from './challenge-view.ts';

const seat = (id: string, claims: Readonly<Record<string, string>>) => ({
  ...{ challenger: { id, claims }, lookout: false, state: 'assigned', message: null },
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
