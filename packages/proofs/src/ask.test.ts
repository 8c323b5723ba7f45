import { askMaxBytes } from '@trigpoint/protocol';
import fc from 'fast-check';
import { encodeAbiParameters, parseAbiParameters } from 'viem';
import { describe, expect, it } from 'vitest';
import * as pob from './pob/ask.ts';
import * as pol from './pol/ask.ts';
import { AskError } from './proof-type.ts';

const registry = `0x${'11'.repeat(20)}` as const;
const prover = `0x${'ab'.repeat(20)}` as const;
const polParameters = parseAbiParameters('address, address, bool, uint256, uint256, int256, int256');
const pobParameters = parseAbiParameters('address, address, uint8, bool, uint256, uint256, uint256');

const lisbon: pol.PolAsk = {
  proverRegistry: registry,
  prover,
  isIPv6: false,
  challengers: 10,
  tolerance: 3,
  latitude: 38.7223,
  longitude: -9.1393,
};
const fast: pob.PobAsk = {
  proverRegistry: registry,
  prover,
  direction: 'up',
  isIPv6: true,
  challengers: 5,
  bandwidthMbps: 100,
  tolerance: 1,
};

const common = fc.integer({ min: 1, max: 100 }).chain((challengers) =>
  fc.record({
    proverRegistry: fc.constant(registry),
    prover: fc.constant(prover),
    isIPv6: fc.boolean(),
    challengers: fc.constant(challengers),
    tolerance: fc.integer({ min: 0, max: challengers - 1 }),
  }),
);

describe('challengeInfo of pol', () => {
  it('with the longest zone is as long as agents read, and not longer', () => {
    const polygon = JSON.stringify({
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 0],
        ],
      ],
    });
    const withZone = (bytes: number) => pol.encodeAsk({ ...lisbon, zone: polygon.padEnd(bytes) });
    expect((withZone(24_192).length - 2) / 2).toBe(askMaxBytes);
    expect(() => withZone(24_193)).toThrow('zone: at most 24192 characters.');
  });

  it('is the ABI tuple a Solidity caller would write, degrees as 1e18', () => {
    const info = encodeAbiParameters(polParameters, [
      registry,
      prover,
      false,
      10n,
      3n,
      38_722300000000000000n,
      -9_139300000000000000n,
    ]);
    expect(pol.encodeAsk(lisbon)).toBe(info);
    expect(pol.decodeAsk(info)).toEqual(lisbon);
  });

  it('brings every place back to the last bit', () => {
    const degrees = (limit: number) =>
      fc
        .double({ min: -limit, max: limit, noNaN: true })
        .map((d) => (Math.abs(d) < 1e-2 ? Math.round(d * 1e7) / 1e7 : d) + 0);
    fc.assert(
      fc.property(common, degrees(90), degrees(180), (ask, latitude, longitude) => {
        const whole = { ...ask, latitude, longitude };
        const back = pol.decodeAsk(pol.encodeAsk(whole));
        expect({ ...back, latitude: back.latitude + 0, longitude: back.longitude + 0 }).toEqual(whole);
      }),
      {
        examples: [
          [{ ...lisbon }, 90, -180],
          [{ ...lisbon }, 0, 1e-7],
        ],
      },
    );
  });

  it('keeps to 1e-18 degree where a number is finer than that', () => {
    expect(pol.decodeAsk(pol.encodeAsk({ ...lisbon, latitude: 1e-30 })).latitude).toBe(0);
    expect(pol.decodeAsk(pol.encodeAsk({ ...lisbon, latitude: 1.5e-18 })).latitude).toBe(1e-18);
  });

  it.each<[Partial<pol.PolAsk>, RegExp]>([
    [{ latitude: 90.000001 }, /^latitude .*-90 to 90/],
    [{ latitude: Number.NaN }, /^latitude/],
    [{ longitude: -180.5 }, /^longitude .*-180 to 180/],
    [{ longitude: Number.POSITIVE_INFINITY }, /^longitude/],
    [{ challengers: 0 }, /^challengers .*1 to 100/],
    [{ challengers: 101 }, /^challengers/],
    [{ challengers: 2.5 }, /^challengers/],
    [{ tolerance: 10 }, /^tolerance .*0 to 9/],
    [{ tolerance: -1 }, /^tolerance/],
    [{ prover: `0x${'00'.repeat(20)}` }, /^prover is the zero address/],
    [{ prover: '0xabc' }, /^prover/],
  ])('refuses to encode %o', (change, message) => {
    expect(() => pol.encodeAsk({ ...lisbon, ...change })).toThrow(AskError);
    expect(() => pol.encodeAsk({ ...lisbon, ...change })).toThrow(message);
  });

  it.each<[string, [bigint, bigint, bigint, bigint], RegExp]>([
    ['latitude 91', [10n, 3n, 91n * 10n ** 18n, 0n], /^latitude/],
    ['longitude -181', [10n, 3n, 0n, -181n * 10n ** 18n], /^longitude/],
    ['2^255 challengers', [2n ** 255n, 0n, 0n, 0n], /^challengers/],
    ['no challengers', [0n, 0n, 0n, 0n], /^challengers/],
    ['a tolerance of all', [3n, 3n, 0n, 0n], /^tolerance/],
  ])('refuses %s from the chain', (_, [challengers, tolerance, latitude, longitude], message) => {
    const info = encodeAbiParameters(polParameters, [
      registry,
      prover,
      false,
      challengers,
      tolerance,
      latitude,
      longitude,
    ]);
    expect(() => pol.decodeAsk(info)).toThrow(AskError);
    expect(() => pol.decodeAsk(info)).toThrow(message);
  });
});

describe('challengeInfo of pob', () => {
  it('is the ABI tuple a Solidity caller would write', () => {
    const info = encodeAbiParameters(pobParameters, [registry, prover, 1, true, 5n, 100n, 1n]);
    expect(pob.encodeAsk(fast)).toBe(info);
    expect(pob.decodeAsk(info)).toEqual(fast);
  });

  it('brings every ask back', () => {
    fc.assert(
      fc.property(
        common,
        fc.constantFrom('down' as const, 'up' as const),
        fc.integer({ min: 1, max: 1_000_000 }),
        (ask, direction, bandwidthMbps) => {
          const whole = { ...ask, direction, bandwidthMbps };
          expect(pob.decodeAsk(pob.encodeAsk(whole))).toEqual(whole);
        },
      ),
    );
  });

  it.each<[Partial<pob.PobAsk>, RegExp]>([
    [{ bandwidthMbps: 0 }, /^bandwidthMbps .*1 to 1000000/],
    [{ bandwidthMbps: 1e9 }, /^bandwidthMbps/],
    [{ bandwidthMbps: 0.5 }, /^bandwidthMbps/],
    [{ tolerance: 5 }, /^tolerance/],
    [{ direction: 'sideways' as 'up' }, /^direction/],
  ])('refuses to encode %o', (change, message) => {
    expect(() => pob.encodeAsk({ ...fast, ...change })).toThrow(AskError);
    expect(() => pob.encodeAsk({ ...fast, ...change })).toThrow(message);
  });

  it('refuses a third direction and the bytes of a pol ask', () => {
    expect(() => pob.decodeAsk(encodeAbiParameters(pobParameters, [registry, prover, 2, true, 5n, 100n, 1n]))).toThrow(
      /^direction is 2/,
    );
    expect(() => pob.decodeAsk(pol.encodeAsk(lisbon))).toThrow(AskError);
  });
});
