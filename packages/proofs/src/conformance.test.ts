import { describe, expect, test } from 'vitest';
import { type Fixtures, pledgesOf } from './conformance.ts';
import { cores } from './example/rules.ts';
import type { CountSeries } from './example/transcript.ts';
import type { PobAsk } from './pob/ask.ts';
import { link, makeSeries } from './pob/fixtures.ts';
import { pob } from './pob/rules.ts';
import type { PobSeries } from './pob/transcript.ts';
import type { PolAsk } from './pol/ask.ts';
import * as location from './pol/fixtures.ts';
import { pol } from './pol/rules.ts';
import type { PolSeries } from './pol/transcript.ts';
import type { Ask, Candidate, JudgeInput, ProofType } from './proof-type.ts';
import { proofTypes } from './registry.ts';

const common: Ask = {
  proverRegistry: `0x${'1'.repeat(40)}`,
  prover: `0x${'2'.repeat(40)}`,
  isIPv6: false,
  challengers: 5,
  tolerance: 1,
};
const asks: readonly Ask[] = [
  common,
  { ...common, isIPv6: true, challengers: 1, tolerance: 0 },
  { ...common, prover: `0x${'f'.repeat(40)}`, challengers: 30, tolerance: 10 },
];
/** Eighty around one place and all over the world; every fifth shares an owner, every seventh a network with another. */
const eligible: readonly Candidate[] = location.challengersAround({ latitude: 1.35, longitude: 103.82 }, 80).map(
  (it, i): Candidate => ({
    ...it,
    owner: i % 5 === 0 ? 'one-owner' : it.owner,
    subnet: i % 7 === 0 ? '198.51.100.0/24' : it.subnet,
  }),
);

const inputOf =
  <A extends Ask, S>(ask: A, claims: Record<string, string>, series: S): (() => JudgeInput<A, S>) =>
  () => ({
    ask,
    claims,
    asked: ask.challengers,
    settings: {},
    readings: eligible.slice(0, ask.challengers).map((challenger, n) => ({ challenger, series, round: n + 1 })),
  });

const polFixtures: Fixtures<PolAsk, PolSeries> = {
  asks: asks.flatMap((ask) => [
    { ...ask, latitude: 1.3521, longitude: 103.8198 },
    { ...ask, latitude: -90, longitude: 180 },
    { ...ask, latitude: 0.000001, longitude: -0.1 },
  ]),
  eligible,
  honest: location.honest,
  lying: location.lying,
  lies: location.lies,
};

const pobAsk: PobAsk = { ...common, direction: 'down', bandwidthMbps: 20 };
const fast = makeSeries(link(20));
const pobFixtures: Fixtures<PobAsk, PobSeries> = {
  asks: asks.flatMap((ask) => [
    { ...ask, direction: 'down' as const, bandwidthMbps: 20 },
    { ...ask, direction: 'up' as const, bandwidthMbps: 1000 },
  ]),
  eligible,
  honest: inputOf(pobAsk, { bandwidth: '20' }, fast),
  lying: inputOf({ ...pobAsk, bandwidthMbps: 40 }, { bandwidth: '40' }, makeSeries(link(20), { claimMbps: 40 })),
  lies: [
    { ...fast, marks: fast.marks.map(([at]) => [at, 0]) },
    { ...fast, marks: fast.marks.map(([at, n]) => [at * 2, n]) },
    makeSeries(link(40)),
    makeSeries(link(1)),
  ],
};

const coresFixtures: Fixtures<Ask, CountSeries> = {
  asks,
  eligible,
  honest: inputOf(common, { cores: '8' }, { cores: 8 }),
  lying: inputOf(common, { cores: '64' }, { cores: 8 }),
  lies: [{ cores: 0 }, { cores: 4096 }],
};

/** A new type is its folder and its line here and in the registry: nothing else knows types by name. */
const types: readonly (readonly [ProofType, Fixtures<Ask, unknown>])[] = [
  [pol, polFixtures],
  [pob, pobFixtures],
  [cores, coresFixtures],
] as never;

for (const [type, fixtures] of types) {
  describe(type.title, () => {
    for (const pledge of pledgesOf(type, fixtures)) test(pledge.name, () => pledge.check());
  });
}

test('every registered type is held to the promises, under an id and an attribute of its own', () => {
  for (const type of proofTypes) expect(types.map(([it]) => it)).toContain(type);
  for (const key of ['id', 'attributeId', 'title'] as const)
    expect(new Set(types.map(([type]) => type[key])).size).toBe(types.length);
});
