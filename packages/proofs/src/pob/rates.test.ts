import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { link, makeSeries } from './fixtures.ts';
import { bucketBits } from './plan.ts';
import { median, readRound } from './rates.ts';

const rate = (...args: Parameters<typeof makeSeries>): number => readRound(makeSeries(...args)).mbps;
const error = (saw: number, truth: number): number => Math.abs(saw / truth - 1);

describe('the rate of a round', () => {
  const directions = ['down', 'up'] as const;

  test('is the link’s, in both directions, at every rate and whatever the end', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...directions),
        fc.integer({ min: 5, max: 300 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (direction, mbps, end) => {
          expect(error(rate(link(mbps), { direction, end }), mbps)).toBeLessThan(0.015);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('does not rise with a bucket of up to 1 MB, nor with a queue of a second', () => {
    for (const direction of directions) {
      for (const bucketBytes of [250_000, 1_000_000]) {
        expect(error(rate(link(50, { bucketBytes }), { direction }), 50)).toBeLessThan(0.05);
      }
      expect(error(rate(link(50, { queueBytes: 6_250_000 }), { direction }), 50)).toBeLessThan(0.02);
    }
  });

  test('falls short by at most 6 % on a path of up to 200 ms, and never rises', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200 }), (rttMs) => {
        const saw = rate(link(20, { rttMs }));
        expect(saw / 20).toBeGreaterThan(0.94);
        expect(saw / 20).toBeLessThan(1.015);
      }),
      { numRuns: 15 },
    );
  });

  test('of a claim above the link is the link’s', () => {
    for (const direction of directions) {
      for (const factor of [1.15, 1.25, 2]) {
        expect(error(rate(link(50), { direction, claimMbps: 50 * factor }), 50)).toBeLessThan(0.03);
      }
    }
  });

  test('of a claim below the link is at least the claim', () => {
    expect(rate(link(500), { claimMbps: 50 })).toBeGreaterThan(50);
  });

  test('does not rise for a prover that hides bytes early and shows them late', () => {
    for (const bucketBytes of [32_000, 1_000_000]) {
      const path = link(50, { bucketBytes });
      const said = (datagrams: number, atUs: number) => (atUs < 500_000 ? Math.floor(datagrams / 2) : datagrams);
      expect(rate(path, { claimMbps: 62.5, said }) / 50).toBeLessThan(1.03);
    }
    // A queue deep enough to lose nothing: then only the time since the first datagram tells.
    const deep = link(50, { queueBytes: 6_250_000 });
    const said = (datagrams: number, atUs: number) => (atUs < 500_000 ? Math.floor(datagrams / 2) : datagrams);
    expect(rate(deep, { claimMbps: 62.5, said }) / 50).toBeLessThan(1.03);
  });

  test('over TCP is the link’s for an honest prover, between its bounds', () => {
    for (const direction of directions) {
      for (const mbps of [5, 50]) {
        const { mbps: saw, bounds } = readRound(makeSeries(link(mbps), { direction, transport: 'tcp' }));
        expect(error(saw, mbps)).toBeLessThan(0.015);
        expect(bounds[0] / mbps).toBeGreaterThan(0.95);
        expect(bounds[0]).toBeLessThanOrEqual(saw);
        expect(bounds[1]).toBeGreaterThanOrEqual(saw);
      }
    }
  });

  test('over TCP is bound to what the link surely carries, whatever a prover hides and whatever its bucket lends', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 5, max: 250 }),
        fc.double({ min: 1, max: 2, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 0.9, noNaN: true }),
        fc.double({ min: 0.4, max: 0.7, noNaN: true }),
        (mbps, factor, filled, shown, until) => {
          const claimMbps = mbps * factor;
          const bucketBytes = (filled * bucketBits(claimMbps)) / 8;
          const said = (datagrams: number, atUs: number) =>
            atUs < until * 4e6 ? Math.floor(datagrams * shown) : datagrams;
          const made = makeSeries(link(mbps, { bucketBytes }), { claimMbps, transport: 'tcp', said });
          expect(readRound(made).bounds[0] / mbps).toBeLessThan(1.001);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('is void when either machine was busy, the sender slow, datagrams unread or digests false', () => {
    const voids = (over: Parameters<typeof makeSeries>[1]) => readRound(makeSeries(link(20), over)).voids;
    expect(voids({})).toEqual([]);
    expect(voids({ over: { held_us: 60_000 } })).toContain('challenger_busy');
    expect(voids({ over: { dropped: 100 } })).toContain('unread');
    expect(voids({ over: { checked: 'mismatch' } })).toContain('false_digest');
    expect(voids({ over: { report: '{}' } })).toContain('no_report');
    expect(voids({ over: { marks: [] } })).toContain('sparse');
    const { sent, report } = makeSeries(link(20));
    expect(voids({ over: { sent: sent.map(([at, n]) => [at, Math.floor(n * 0.85)]) } })).toContain('slow_sender');
    expect(voids({ over: { late: 100 } })).toContain('slow_sender');
    expect(voids({ over: { report: report.replace('"held_us":0', '"held_us":60000') } })).toContain('prover_busy');
  });
});

test('the lower median never lies outside its values', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2);
  expect(median([])).toBe(0);
});
