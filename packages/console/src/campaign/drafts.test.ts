import { routes } from '@trigpoint/protocol';
import { Compile } from '@trigpoint/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CampaignDraft, emptyDraft, problemsOf, toCampaign } from './drafts.ts';

const now = Date.parse('2026-11-15T12:00:00Z');
const draft: CampaignDraft = { ...emptyDraft(now), name: 'Street art' };
const wrongOf = (changes: Partial<CampaignDraft>) => Object.keys(problemsOf({ ...draft, ...changes }));
const x = (length: number) => 'x'.repeat(length);
const tags = (n: number, length = 1) => Array.from({ length: n }, () => x(length)).join(', ');

test('an empty form lacks a name and nothing else', () => {
  expect(Object.keys(problemsOf(emptyDraft(now)))).toEqual(['name']);
  expect(problemsOf(draft)).toEqual({});
});

type Row = readonly [field: keyof CampaignDraft, kept: readonly string[], refused: readonly string[]];
const rows: readonly Row[] = [
  ['name', ['a', x(128)], ['', '  ', x(129)]],
  ['description', ['', x(4096)], [x(4097)]],
  ['tags', ['', ' , ,', 'a, b', tags(32, 64)], [tags(33), tags(1, 65)]],
  ['radius', ['0.01', '20038', ' 10 ', '2,5'], ['', '0', '-1', '20039', 'ten', '1e999']],
  ['totalRewards', ['5', '1000000', '12,5'], ['', '0', '-5', 'NaN', '1,000']],
  ['rewardPerTask', ['0.000001', '500', '0,125'], ['', '0', '500.1', '500,1']],
  ['fuel', ['0', '1.5', '1,5'], ['', '-0.1', 'much']],
  ['maxSubmissions', ['1', '9007199254740991'], ['', '0', '1.5', '1,5', '-1', '9007199254740992']],
  ['endsAt', ['2030-01-01T00:00'], ['', 'soon', '2020-01-01T00:00', draft.startsAt]],
  ['proofMinutes', ['', ' ', '1', '525600'], ['0', '1.5', '-1', '525601', 'an hour']],
  ['bannerUrl', ['', 'http://a', 'https://a/b.png'], ['a.png', 'ftp://a', 'javascript:alert(1)', `https://${x(2048)}`]],
];

test.each(rows)('%s: what is taken, and what is told to be wrong at its own field', (field, kept, refused) => {
  for (const value of kept) expect([value, wrongOf({ [field]: value })]).toEqual([value, []]);
  for (const value of refused) expect([value, wrongOf({ [field]: value })[0]]).toEqual([value, field]);
});

test('a place has both coordinates, on Earth, or none', () => {
  const at = (latitude: string, longitude: string) => wrongOf({ latitude, longitude });
  for (const [latitude, longitude] of [
    ['', ''],
    ['0', '0'],
    ['-90', '180'],
    ['90', '-180'],
    ['52,52', '13,4'],
  ] as const)
    expect(at(latitude, longitude)).toEqual([]);
  expect(at('1', '')).toEqual(['longitude']);
  expect(at('', '1')).toEqual(['longitude']);
  expect(at('90.1', '0')).toEqual(['latitude']);
  expect(at('0', '180.1')).toEqual(['longitude']);
  expect(at('north', 'east').sort()).toEqual(['latitude', 'longitude']);
});

test('what has no problem is taken by the service, whatever was typed', () => {
  const check = Compile(routes['create-campaign'].body);
  const number = fc.oneof(
    fc.constantFrom('', ' ', '0', '-1', '0.5', '90', '-180', '1e3', '525601', '99999999999999999999', 'x', '0x10'),
    fc.double({ noNaN: true }).map(String),
    fc.nat().map(String),
  );
  const typed = fc.record({
    name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 140 }),
    description: fc.string({ maxLength: 20 }),
    tags: fc.oneof(
      fc.string(),
      fc.nat(40).map((n) => tags(n)),
      fc.nat(80).map((n) => tags(1, n)),
    ),
    latitude: number,
    longitude: number,
    radius: number,
    totalRewards: number,
    rewardPerTask: number,
    fuel: number,
    maxSubmissions: number,
    startsAt: fc.constantFrom('2026-01-01T00:00', '', 'soon'),
    endsAt: fc.constantFrom('2026-01-02T00:00', '2025-01-01T00:00', ''),
    review: fc.boolean(),
    isActive: fc.boolean(),
    proofMinutes: number,
    bannerUrl: fc.constantFrom('', 'https://a', 'a'),
  });
  // Each change alone, so that most drafts have no other problem that would hide it.
  const oneChange = typed.chain((it) =>
    fc.constantFrom(...(Object.keys(it) as (keyof CampaignDraft)[])).map((field) => ({ ...draft, [field]: it[field] })),
  );
  fc.assert(
    fc.property(oneChange, (it) => {
      fc.pre(Object.keys(problemsOf(it)).length === 0);
      const { starts_at, ends_at, ...rest } = toCampaign(it);
      const body = {
        ...rest,
        type: 'individual',
        currency: 'POINTS',
        starts_at: (starts_at as Date).toISOString(),
        ends_at: (ends_at as Date).toISOString(),
      };
      expect([body, check.Check(body)]).toEqual([body, true]);
    }),
    { numRuns: 500 },
  );
});

test('what is left empty is left out, and what is typed is sent as it was meant', () => {
  expect(toCampaign(draft)).toEqual({
    campaign: 'Street art',
    description: '',
    tags: [],
    radius: 100,
    total_rewards: 500,
    reward_per_task: 5,
    fuel_required: 1,
    max_submissions: 100,
    starts_at: new Date(now),
    ends_at: new Date(now + 7 * 86_400_000),
    is_active: true,
    review: false,
  });
  expect(
    toCampaign({
      ...draft,
      name: ' Street art ',
      tags: ' art,, walls ,',
      latitude: ' 52.5',
      longitude: '13,4',
      radius: '0,5',
      totalRewards: '12,5',
      rewardPerTask: '2,5',
      fuel: '1,5',
      proofMinutes: '60',
      bannerUrl: 'https://a/b.png',
    }),
  ).toMatchObject({
    campaign: 'Street art',
    tags: ['art', 'walls'],
    latitude: 52.5,
    longitude: 13.4,
    ...{ radius: 0.5, total_rewards: 12.5, reward_per_task: 2.5, fuel_required: 1.5 },
    require_proof: { max_age_minutes: 60 },
    banner_url: 'https://a/b.png',
  });
});
