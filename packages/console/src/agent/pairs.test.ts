import { expect, test } from 'vitest';
import { pairsOf } from './pairs.ts';

const id = 'IPv4/own';
const reading = (prover: string, challenger: string, rttUs: number) => ({
  challenge_id: 'mesh-1',
  prover,
  challenger,
  received_at: '2026-01-02T03:04:07.000Z',
  signature: '0x',
  message: JSON.stringify({
    challenge_id: 'mesh-1',
    attempt: 1,
    prover,
    challenger,
    proof_type: 'pol',
    series: { rtts_us: [rttUs + 50, rttUs, rttUs - 100], starved: [2] },
    started_at: '2026-01-02T03:04:05.678Z',
    ended_at: '2026-01-02T03:04:06.678Z',
    prover_counter_signature: null,
  }),
});

test('whom it cannot have answered so soon comes first; of whom nothing is stated, nothing is said', () => {
  const known = new Map([
    ['IPv4/near', { latitude: 50.1, longitude: 7, city: 'Near' }],
    ['IPv4/far', { latitude: 41, longitude: -74, city: 'Far' }],
  ]);
  const set_aside_evidence = [
    reading(id, 'IPv4/near', 1_000),
    reading('IPv4/gone', id, 2_000),
    reading('IPv4/far', id, 3_000),
  ];
  const pairs = pairsOf({ id, claims: { latitude: 50, longitude: 7 }, set_aside_evidence }, known);
  expect(pairs.map((it) => [it.name, it.fastestMs, it.impossible, it.apartKm === undefined])).toEqual([
    ['Far', 3, true, false],
    ['Near', 1, false, false],
    ['IPv4/gone'.slice(5), 2, false, true],
  ]);
});
