import { askService, type Client } from '@trigpoint/client';
import type { Profile } from '@trigpoint/proofs';
import { findProfile } from '@trigpoint/proofs/registry';
import { expect, test } from 'vitest';
import type { Agent } from '../network.ts';
import { askAgainPath } from './ask-again.ts';
import { defaultsFor, fieldsOf, fieldValue, isUnclaimed, problemsOf, problemsSoFar, withChoice } from './drafts.ts';
import { infoOf } from './send.ts';

const prover = {
  id: 'IPv4/a',
  claims: { latitude: '52.5', longitude: 13.4, downlink_bandwidth: '500' },
} as unknown as Agent;
const [pol, pob] = ['pol', 'pob'].map((id) => findProfile(id) as Profile) as [Profile, Profile];

test('what a form begins with can be sent as it is', () => {
  for (const profile of [pol, pob]) {
    const draft = defaultsFor(profile, prover);
    expect([profile.id, problemsOf(profile, draft)]).toEqual([profile.id, {}]);
    expect(Number(draft.tolerance)).toBeLessThanOrEqual(Number(draft.challengers) / 3);
  }
  expect(Object.keys(problemsOf(pol, defaultsFor(pol, undefined))).sort()).toEqual(['latitude', 'longitude', 'prover']);
});

test('a number that the prover does not claim is told apart from one that it does', () => {
  const names = pol.fields.map((it) => it.name);
  expect(names.filter((it) => isUnclaimed(pol, it, {}, prover.claims))).toEqual([]);
  expect(names.filter((it) => isUnclaimed(pol, it, {}, { city: 'Town 1' }))).toEqual(['latitude', 'longitude']);
  expect(isUnclaimed(pol, 'zone', {}, {})).toBe(false);
  const ofDirection = (direction: string) => isUnclaimed(pob, 'bandwidthMbps', { direction }, prover.claims);
  expect([ofDirection('down'), ofDirection('up')]).toEqual([false, true]);
});

test('a form that nobody changed asks for exactly what the command line asks for', async () => {
  const registry = `0x${'0'.repeat(40)}` as const;
  const about = { chain: null, asks_without_chain: { seed_from: 'block', guest_keys: false } };
  const id = `IPv4/0x${'12'.repeat(20)}`;
  for (const profile of [pol, pob]) {
    const asked: unknown[] = [];
    // `trigpoint request --prover …` gives the SDK a prover and nothing else.
    const client = {
      proofType: profile.id,
      url: 'http://127.0.0.1',
      request: async () => ({ json: async () => about }),
      call: async (name: string, body: { ask?: string }) => {
        if (name === 'prover') return { result: { claims: prover.claims } };
        asked.push(body.ask);
        return { result: { challenge_id: '1', challenge_status: '', seed_from: 'block' } };
      },
    } as unknown as Client;
    await askService(client, { prover: id });
    expect(infoOf(profile, defaultsFor(profile, { ...prover, id }), registry)).toBe(asked[0]);
  }
});

test('who asks again asks the same, and not what the prover claims', () => {
  const nobody = { proverRegistry: `0x${'0'.repeat(40)}`, prover: `0x${'12'.repeat(20)}`, isIPv6: false } as const;
  const again = (profile: Profile, ask: object) => {
    const info = profile.encode({ ...nobody, challengers: 8, tolerance: 2, ...ask });
    const query = new URL(askAgainPath(profile, prover.id, info), 'http://127.0.0.1').searchParams;
    expect([query.get('type'), query.get('prover')]).toEqual([profile.id, prover.id]);
    const draft = defaultsFor(profile, prover, Object.fromEntries(query));
    expect([profile.id, problemsOf(profile, draft)]).toEqual([profile.id, {}]);
    return draft;
  };
  const place = { latitude: 1.5, longitude: -2 };
  const full = again(pol, {
    ...place,
    zone: 'DE,AT',
    radiusKm: 20,
    challengers: 5,
    tolerance: 0,
    liars: 2,
    withstands: 9,
  });
  expect(full).toMatchObject({ challengers: '5', tolerance: '0' });
  expect(full.fields).toMatchObject({
    ...{ latitude: '1.5', longitude: '-2', zone: 'DE,AT', radiusKm: '20', liars: '2', withstands: '9' },
  });
  expect(again(pob, { direction: 'up', bandwidthMbps: 5 }).fields).toMatchObject({
    direction: 'up',
    bandwidthMbps: '5',
  });
  const corners = Array.from({ length: 400 }, (_, i) => [i / 10, i % 2]);
  const polygon = JSON.stringify({ type: 'Polygon', coordinates: [[...corners, corners[0]]] });
  expect(again(pol, { ...place, zone: polygon }).fields.zone).toBe('');
});

test('another direction asks for what the prover claims there, and keeps a number that was typed', () => {
  const { fields } = defaultsFor(pob, prover);
  expect(fields).toMatchObject({ direction: 'down', bandwidthMbps: '500' });
  const both = { ...prover.claims, uplink_bandwidth: '40' };
  expect(withChoice(pob, fields, { direction: 'up' }, both).bandwidthMbps).toBe('40');
  expect(withChoice(pob, fields, { direction: 'up' }, prover.claims).bandwidthMbps).toBe('');
  expect(withChoice(pob, { ...fields, bandwidthMbps: '7' }, { direction: 'up' }, both).bandwidthMbps).toBe('7');
});

test('each field is told what it takes', () => {
  const wrong = (profile: Profile, field: string, value: string) => {
    const draft = defaultsFor(profile, prover);
    const isOwn = profile.fields.some(({ name }) => name === field);
    const changed = isOwn ? { ...draft, fields: { ...draft.fields, [field]: value } } : { ...draft, [field]: value };
    return Object.keys(problemsOf(profile, changed));
  };
  const rows: [profile: Profile, field: string, kept: string[], refused: string[]][] = [
    [pol, 'latitude', ['-90', '90', ' 0 '], ['', '90.1', 'north', 'Infinity']],
    [pol, 'longitude', ['-180', '180'], ['', '-180.1']],
    [pob, 'bandwidthMbps', ['1', '1000000'], ['', '0', '1.5', '1000001', '-5']],
    [
      pol,
      'zone',
      ['', 'EU', ' DE,AT ', 'Germany, austria', '{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}'],
      [
        'Mars',
        'Korea',
        '{"type":"Polygon","coordinates":[[[0,0],[1,1],[1,0],[0,1],[0,0]]]}',
        '{',
        '{"type":"Point"}',
        '{"type":"Polygon"}',
        '{"type":"MultiPolygon","coordinates":[]}',
      ],
    ],
    [pol, 'challengers', ['7', '100'], ['', '0', '101', '4.5']],
    [pob, 'tolerance', ['0', '2'], ['', '3', '5', '-1', '0.5']],
  ];
  for (const [profile, field, kept, refused] of rows) {
    for (const value of kept) expect([field, value, wrong(profile, field, value)]).toEqual([field, value, []]);
    for (const value of refused) expect([field, value, wrong(profile, field, value)]).toEqual([field, value, [field]]);
  }
});

test('a decimal comma is a point, and nothing else is read into a number', () => {
  const latitude = (text: string) => {
    const draft = defaultsFor(pol, prover);
    return { ...draft, fields: { ...draft.fields, latitude: text } };
  };
  const field = pol.fields.find((it) => it.name === 'latitude') as Profile['fields'][number];
  expect(problemsOf(pol, latitude('50,11'))).toEqual({});
  expect(fieldValue(field, ' -50,11 ')).toBe(-50.11);
  for (const text of ['50,1,1', '50,', ',5', '1.0,5']) expect(problemsOf(pol, latitude(text)).latitude).toBeDefined();
});

test('numbers that rule each other out are told at once, and a field by itself once somebody has left it', () => {
  const draft = defaultsFor(pol, prover);
  const atOnce = (changes: object, fields: Record<string, string> = {}) =>
    problemsSoFar(pol, { ...draft, ...changes, fields: { ...draft.fields, ...fields } }, new Set());
  expect(atOnce({ challengers: '3', tolerance: '1' })).toEqual({ challengers: expect.stringMatching(/never verify/) });
  expect(atOnce({}, { liars: '1' })).toEqual({ liars: expect.stringMatching(/from 3 to 7/) });
  expect(atOnce({ prover: '' }, { latitude: '', zone: 'Mars' })).toEqual({});
  expect(atOnce({}, { liars: '1', zone: 'Mars' })).toEqual({ liars: expect.any(String) });
  expect(atOnce({ challengers: '3', tolerance: '7' })).toEqual({});
  const wrong = { ...draft, fields: { ...draft.fields, latitude: '', zone: 'Mars' } };
  expect(Object.keys(problemsSoFar(pol, wrong, new Set(['zone', 'longitude'])))).toEqual(['zone']);
});

test('a zone is sent as codes, whatever it was called, and quoted as it was typed', () => {
  const draft = (zone: string) => ({ ...defaultsFor(pol, prover), fields: { latitude: '1', longitude: '2', zone } });
  expect(fieldsOf(pol, draft('Germany, austria')).zone).toBe('DE,AT');
  expect(problemsOf(pol, draft('GERMNY')).zone).toBe('zone: "GERMNY" is no country. Nearest: Germany (DE).');
});

test('what can never be verified is said before it is sent', () => {
  const of = (challengers: string, tolerance: string, fields: Record<string, string> = {}) => {
    const draft = defaultsFor(pol, prover);
    return problemsOf(pol, { ...draft, challengers, tolerance, fields: { ...draft.fields, ...fields } });
  };
  expect(of('3', '1').challengers).toMatch(/can never verify a claim/);
  expect(of('100', '96').tolerance).toMatch(/Let at most 66 drop out/);
  expect(of('8', '3', { liars: '5' }).tolerance).toMatch(/6 answers are needed/);
  expect(of('8', '2', { liars: '5' })).toEqual({});
  // More liars than are asked: another tolerance would not help.
  expect(of('4', '1', { liars: '5' }).challengers).toMatch(/6 answers are needed .* Ask more challengers/);
  expect(of('12', '2', { liars: '3' })).toEqual({ liars: 'A whole number of challengers, from 5 to 11.' });
  expect(of('8', '2', { liars: 'all' })).toEqual({ liars: expect.any(String) });
});
