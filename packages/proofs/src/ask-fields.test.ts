import { expect, test } from 'vitest';
import type { NumberField, Profile } from './proof-type.ts';
import { fillFields, findProfile, isAsClaimed, profiles, usualTypes, whyNotField } from './registry.ts';

const pol = findProfile('pol') as Profile;
const pob = findProfile('pob') as Profile;

test('fields are as given, else as the prover claims, else the first choice', () => {
  const claims = {
    latitude: '50.11',
    longitude: 8.68,
    downlink_bandwidth: '20.9',
    bandwidth: '7',
    uplink_bandwidth: 5,
  };
  expect(fillFields(pol, { latitude: 1 }, claims).fields).toEqual({ latitude: 1, longitude: 8.68 });
  expect(fillFields(pob, {}, claims).fields).toEqual({ direction: 'down', bandwidthMbps: 20 });
  expect(fillFields(pob, { direction: 'up' }, claims).fields).toEqual({ direction: 'up', bandwidthMbps: 5 });
  expect(fillFields(pob, {}, { bandwidth: '7' }).fields).toEqual({ direction: 'down', bandwidthMbps: 7 });
});

test('an ask is as claimed if its numbers are those that the claims give', () => {
  const claims = { latitude: '50.11', longitude: 8.68, downlink_bandwidth: '20.9', uplink_bandwidth: 5 };
  const asks = (bandwidth_mbps: string, direction: string) => isAsClaimed(pob, { bandwidth_mbps, direction }, claims);
  expect([asks('20', 'down'), asks('5', 'up'), asks('24', 'down'), asks('20', 'up')]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(isAsClaimed(pol, { latitude: '50.1101', longitude: '8.68', zone: 'EU', radius_km: '20' }, claims)).toBe(true);
  expect(isAsClaimed(pol, { latitude: '48', longitude: '8.68' }, claims)).toBe(false);
  for (const profile of [pol, pob]) expect(isAsClaimed(profile, {}, {})).toBe(false);
});

test('what nobody says is missing, under the name of the claim', () => {
  expect(fillFields(pol, {}, { latitude: '50' })).toEqual({ fields: { latitude: 50 }, missing: ['longitude'] });
  expect(fillFields(pob, { direction: 'up' }, { downlink_bandwidth: 1 }).missing).toEqual(['uplink_bandwidth']);
  expect(fillFields(pol, {}, { latitude: 'north', longitude: '' }).missing).toContain('latitude');
});

test.each([
  ['latitude', '-90', undefined],
  ['latitude', '90.1', 'A number from −90 to 90.'],
  ['latitude', ' ', 'A number from −90 to 90.'],
])('%s "%s": %s', (name, text, wrong) => {
  expect(whyNotField(pol.fields.find((it) => it.name === name) as NumberField, text)).toBe(wrong);
});

test('a whole number is digits alone, and a choice one of its values', () => {
  const [direction, bandwidth] = pob.fields;
  if (!direction || !bandwidth) throw new Error('pob has two fields');
  expect(whyNotField(bandwidth, '20')).toBeUndefined();
  for (const text of ['0', '1.5', '1e3', '2000000', ''])
    expect(whyNotField(bandwidth, text)).toMatch(/^A whole number of Mbit\/s, from 1 to [\d,]+\.$/);
  expect(whyNotField(direction, 'up')).toBeUndefined();
  expect(whyNotField(direction, 'sideways')).toBe('One of down, up.');
});

test('examples are registered and not usual', () => {
  expect(usualTypes).toEqual(['pol', 'pob']);
  expect(profiles.filter((it) => it.isExample).map((it) => it.id)).toEqual(['poc']);
});
