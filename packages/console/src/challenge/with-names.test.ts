import type { Evidence } from '@trigpoint/proofs';
import { expect, test } from 'vitest';
import { withNames } from './with-names.ts';

const seat = (id: string, claims: object) => ({ challenger: { id, claims } });
const evidence = {
  transcript: {
    draw: { seats: [seat('IPv4/a', {}), seat('IPv4/b', { city: 'Hanau' }), seat('IPv4/c', { name: 'own' })] },
  },
} as unknown as Evidence;

test('challengers are called as they call themselves now, and evidence itself stays as it is', () => {
  const agents = [
    { id: 'IPv4/a', claims: { name: 'bandwidth-1' } },
    { id: 'IPv4/c', claims: { name: 'other' } },
  ];
  const before = JSON.stringify(evidence);
  const claims = withNames(evidence, agents).transcript.draw?.seats.map((it) => it.challenger.claims);
  expect(claims).toEqual([{ name: 'bandwidth-1' }, { city: 'Hanau' }, { name: 'own' }]);
  expect(JSON.stringify(evidence)).toBe(before);
  expect(withNames(evidence, undefined)).toBe(evidence);
});
