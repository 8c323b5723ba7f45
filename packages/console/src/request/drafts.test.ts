import type { Profile } from '@trigpoint/proofs';
import { findProfile } from '@trigpoint/proofs/registry';
import { expect, test } from 'vitest';
import type { Agent } from '../network.ts';
import { defaultsFor, problemsOf } from './drafts.ts';

const prover = {
  id: 'IPv4/a',
  claims: { latitude: '52.5', longitude: 13.4, downlink_bandwidth: '500' },
} as unknown as Agent;
const [pol, pob] = ['pol', 'pob'].map((id) => findProfile(id) as Profile) as [Profile, Profile];

test('what a form begins with can be sent as it is, however many challengers are connected', () => {
  for (const profile of [pol, pob])
    for (const connected of [0, 1, 4, 12, 500]) {
      const draft = defaultsFor(profile, prover, connected);
      expect([profile.id, connected, problemsOf(profile, draft)]).toEqual([profile.id, connected, {}]);
      expect(Number(draft.tolerance)).toBeLessThanOrEqual(Number(draft.challengers) / 3);
    }
  expect(Object.keys(problemsOf(pol, defaultsFor(pol, undefined, 4))).sort()).toEqual([
    'latitude',
    'longitude',
    'prover',
  ]);
});

test('each field is told what it takes', () => {
  const wrong = (profile: Profile, field: string, value: string) => {
    const draft = defaultsFor(profile, prover, 12);
    const isOwn = profile.fields.some(({ name }) => name === field);
    const changed = isOwn ? { ...draft, fields: { ...draft.fields, [field]: value } } : { ...draft, [field]: value };
    return Object.keys(problemsOf(profile, changed));
  };
  const rows: [profile: Profile, field: string, kept: string[], refused: string[]][] = [
    [pol, 'latitude', ['-90', '90', ' 0 '], ['', '90.1', 'north', 'Infinity']],
    [pol, 'longitude', ['-180', '180'], ['', '-180.1']],
    [pob, 'bandwidthMbps', ['1', '1000000'], ['', '0', '1.5', '1000001', '-5']],
    [pol, 'challengers', ['7', '100'], ['', '0', '101', '4.5']],
    [pob, 'tolerance', ['0', '2'], ['', '3', '5', '-1', '0.5']],
  ];
  for (const [profile, field, kept, refused] of rows) {
    for (const value of kept) expect([field, value, wrong(profile, field, value)]).toEqual([field, value, []]);
    for (const value of refused) expect([field, value, wrong(profile, field, value)]).toEqual([field, value, [field]]);
  }
});

test('what can never be verified is said before it is sent', () => {
  const of = (challengers: string, tolerance: string) =>
    problemsOf(pol, { ...defaultsFor(pol, prover, 12), challengers, tolerance });
  expect(of('3', '1').challengers).toMatch(/can never verify a claim/);
  expect(of('100', '96').tolerance).toMatch(/Let at most 66 drop out/);
});
