import { expect, test } from 'vitest';
import type { Agent } from '../network.ts';
import { type Draft, defaultsFor, problemsOf } from './drafts.ts';

const prover = {
  id: 'IPv4/a',
  claims: { latitude: '52.5', longitude: 13.4, downlink_bandwidth: '500' },
} as unknown as Agent;

test('what a form begins with can be sent as it is, however many challengers are connected', () => {
  for (const proofType of ['pol', 'pob'] as const)
    for (const connected of [0, 1, 4, 12, 500]) {
      const draft = defaultsFor(proofType, prover, connected);
      expect([proofType, connected, problemsOf(proofType, draft)]).toEqual([proofType, connected, {}]);
      expect(Number(draft.tolerance)).toBeLessThanOrEqual(Number(draft.challengers) / 3);
    }
  expect(Object.keys(problemsOf('pol', defaultsFor('pol', undefined, 4))).sort()).toEqual([
    'latitude',
    'longitude',
    'prover',
  ]);
});

test('each field is told what it takes', () => {
  const wrong = (proofType: 'pol' | 'pob', changes: Partial<Draft>) =>
    Object.keys(problemsOf(proofType, { ...defaultsFor(proofType, prover, 12), ...changes }));
  const rows: [proofType: 'pol' | 'pob', field: keyof Draft, kept: string[], refused: string[]][] = [
    ['pol', 'latitude', ['-90', '90', ' 0 '], ['', '90.1', 'north', 'Infinity']],
    ['pol', 'longitude', ['-180', '180'], ['', '-180.1']],
    ['pob', 'bandwidthMbps', ['1', '1000000'], ['', '0', '1.5', '1000001', '-5']],
    ['pol', 'challengers', ['5', '200'], ['', '0', '201', '4.5']],
    ['pob', 'tolerance', ['0', '4'], ['', '5', '-1', '0.5']],
  ];
  for (const [proofType, field, kept, refused] of rows) {
    for (const value of kept) expect([field, value, wrong(proofType, { [field]: value })]).toEqual([field, value, []]);
    for (const value of refused)
      expect([field, value, wrong(proofType, { [field]: value })]).toEqual([field, value, [field]]);
  }
  // A place is no matter of a bandwidth, nor a bandwidth of a place.
  expect(wrong('pob', { latitude: '' })).toEqual([]);
  expect(wrong('pol', { bandwidthMbps: '' })).toEqual([]);
});
