import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { common } from '../conformance-fixtures.ts';
import type { Claims, Failure, Reading, SeriesFault, Verdict } from '../proof-type.ts';
import { newestWording } from '../wording.ts';
import type { PobAsk } from './ask.ts';
import { link, makeSeries } from './fixtures.ts';
import { longestUs, planOf, scheduledAt } from './plan.ts';
import { pob } from './rules.ts';
import type { PobSeries } from './series.ts';
import * as spec from './spec.ts';

const ask = (over: Partial<PobAsk> = {}): PobAsk => ({ ...common, direction: 'down', bandwidthMbps: 20, ...over });
const candidate = (n: number) => ({ id: `IPv4/${n}`, claims: {}, owner: `o${n}`, network: `s${n}` });
const honest = makeSeries(link(20));
const away: Failure = { failure: 'unreachable', detail: 'The prover did not dial.' };

const fraud: SeriesFault = { kind: 'prover_fraud', detail: 'A digest is false.' };

/** `frauds` are the rounds whose digests turned out false when they were computed again. */
const judge = (
  series: readonly (PobSeries | Failure)[],
  over: Partial<PobAsk> = {},
  frauds: readonly number[] = [],
  claims: Claims = { bandwidth: '1000', uplink_bandwidth: '1000' },
  settings: Record<string, string> = {},
): Verdict => {
  const readings: Reading<PobSeries>[] = series.map((it, n) => ({
    challenger: candidate(n),
    series: it,
    round: n + 1,
    faults: frauds.includes(n) ? [fraud] : [],
  }));
  const asked = series.length;
  return pob.judge({ ask: ask({ challengers: asked, ...over }), claims, readings, asked, settings });
};

/** Lies that a challenger may tell, as series. */
const lies: (PobSeries | Failure)[] = [
  { ...honest, marks: honest.marks.map(([at]) => [at, 0]) },
  {
    ...honest,
    marks: honest.marks.map(([at, n]) => [Math.round(at / 2), n]),
    sent: honest.sent.map(([at, n]) => [Math.round(at / 2), n]),
  },
  { ...honest, marks: honest.marks.map(([at, n]) => [at * 2, n]) },
  { ...honest, checked: 'mismatch' },
  { ...honest, held_us: 1_000_000 },
  { ...honest, report: '{}' },
  away,
];

describe('the verdict', () => {
  test('five honest rounds decide, and everything in the result is a string', () => {
    const { verified, reason, result } = judge(Array(5).fill(honest));
    expect(verified).toBe('true');
    expect(Number(result.bandwidth_mbps) / 20).toBeCloseTo(1, 1);
    expect(reason).toContain('5 challengers');
    expect(Object.values(result).every((value) => typeof value === 'string')).toBe(true);
    expect(result).toMatchObject({
      direction: 'down',
      rounds_valid: '5',
      rounds_total: '5',
      transport: 'udp',
      fraud: '',
    });
  });

  test('a claim of 1.15 times the truth is not verified', () => {
    for (const factor of [1.15, 1.25, 2]) {
      const series = makeSeries(link(20), { claimMbps: 20 * factor });
      expect(judge(Array(5).fill(series), { bandwidthMbps: 20 * factor }).verified).toBe('false');
    }
  });

  test('with no more than a third lying, no verdict is turned round and the value moves less than 3 %', () => {
    const pick = fc.nat({ max: lies.length - 1 });
    fc.assert(
      fc.property(
        fc.integer({ min: 4, max: 10 }),
        fc.boolean(),
        fc.array(pick, { minLength: 3, maxLength: 3 }),
        fc.nat(),
        (k, isTrue, told, at) => {
          const asked = isTrue ? 20 : 23;
          const real = makeSeries(link(20), { claimMbps: asked });
          const liars = Math.floor(k / 3);
          const series = Array.from({ length: k }, (_, n) =>
            (n + at) % k < liars ? (lies[told[n % 3] ?? 0] ?? away) : real,
          );
          const { verified, result } = judge(series, { bandwidthMbps: asked });
          expect(verified).not.toBe(isTrue ? 'false' : 'true');
          const alone = judge(Array(k).fill(real), { bandwidthMbps: asked }).result.bandwidth_mbps;
          if (verified !== 'inconclusive')
            expect(Math.abs(Number(result.bandwidth_mbps) / Number(alone) - 1)).toBeLessThan(0.03);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('over TCP no prover gets more by its bucket and by hiding, and no honest one is refuted for what others could do', () => {
    const over = (mbps: number, claimMbps: number, bucketBytes: number, untilUs = 0) => {
      const said = (datagrams: number, atUs: number) => (atUs < untilUs ? 1 : datagrams);
      const series = makeSeries(link(mbps, { bucketBytes }), { claimMbps, transport: 'tcp', said });
      return judge(Array(5).fill(series), { bandwidthMbps: claimMbps });
    };
    for (const untilUs of [330_000, 2_000_000]) {
      for (const mbps of [36, 43.5, 44.9]) expect(over(mbps, 50, 1e6, untilUs).verified).not.toBe('true');
    }
    const open = over(44.9, 50, 1e6, 2_000_000);
    expect(open).toMatchObject({ verified: 'inconclusive', result: { transport: 'tcp', rounds_valid: '0' } });
    expect(open.reason).toContain('over TCP this line looks like a slower one');
    expect(over(50, 50, 32_000)).toMatchObject({ verified: 'true', result: { transport: 'tcp' } });
    expect(over(46, 50, 32_000).verified).toBe('inconclusive');
    expect(over(44, 50, 32_000).verified).toBe('false');
  });

  test('one liar of five leaves the verdict as it was', () => {
    for (const lie of lies) {
      for (let at = 0; at < 5; at++) {
        expect(judge(Array.from({ length: 5 }, (_, n) => (n === at ? lie : honest))).verified).toBe('true');
      }
    }
  });

  test('missing rounds count as zero, and what is left open says why', () => {
    expect(judge([honest, honest, honest, away, away]).verified).toBe('true');
    const { verified, reason } = judge([honest, honest, away, away, away]);
    expect(verified).toBe('inconclusive');
    expect(reason).toContain('2 of 5');
    expect(reason).toContain('did not dial');
  });

  test('the second wording tells what a round counts that is missing, and names a single rate once', () => {
    const second = { wording: '2' };
    const reasonOf = (of: Parameters<typeof judge>[0]) => judge(of, {}, [], undefined, second).reason;
    expect(reasonOf([honest, away, away, away, away])).toMatch(
      /^1 of 5 challengers saw [\d.]+ Mbit\/s downlink, and none saw less than 90 % of the \d+ asked\. The other 4 rounds count as 0 Mbit\/s, so the median of all 5 is too low to verify the claim\. It is refuted where at least 4 rounds are below\. What spoilt/,
    );
    expect(reasonOf([honest, honest, away, away, away])).toContain('The other 3 rounds count');
    const slow = makeSeries(link(20), { claimMbps: 40 });
    expect(judge([slow, slow, away, away, away], { bandwidthMbps: 40 }, [], undefined, second).reason).toContain(
      ', and all saw less than 90 % of the 40 asked. The other 3 rounds count as 0',
    );
    expect(reasonOf([away, away, away, away, away])).toContain('None of 5 rounds is valid. What spoilt them: ');
    expect(reasonOf([honest, honest, honest, honest, away])).toContain('. With 0 for the other one, the median is ');
    expect(judge([honest, away, away, away, away]).reason).toContain('The median over all 5 asked');
  });

  test('the newest wording has one fact in a sentence, and one full stop after what spoilt a round', () => {
    const reasonOf = (of: Parameters<typeof judge>[0], mbps = 20) =>
      judge(of, { bandwidthMbps: mbps }, [], undefined, newestWording).reason;
    const late: Failure = { failure: 'own_fault', detail: 'UDP failed' };
    expect(reasonOf([honest, away, away, late, away])).toMatch(
      /^1 of 5 challengers measured [\d.]+ Mbit\/s downlink\. That is at least 90 % of the 20 Mbit\/s asked for\. The other 4 count as 0\. The median of all 5 is too low to verify the claim\. To refute it, at least 4 must measure less\. What spoilt the others: no connection \(the prover did not dial\); a fault of the challenger \(UDP failed\)\.$/,
    );
    const slow = makeSeries(link(20), { claimMbps: 40 });
    expect(reasonOf([slow, slow, away, away, away], 40)).toMatch(
      /one after another\. Both measured less than 90 % of the 40 Mbit\/s asked for\. The other 3 count as 0\. /,
    );
    expect(reasonOf([slow, slow, slow, slow, away], 40)).toMatch(
      /^4 of 5 challengers .* Their median is [\d.]+, less than/,
    );
    expect(reasonOf([away, away, away, away, away])).toBe(
      'None of the 5 rounds counts. What spoilt them: no connection (the prover did not dial).',
    );
    expect(reasonOf([honest, honest, honest, honest, away])).toMatch(
      / The other one counts as 0\. The median of all 5 is [\d.]+, at least 90 % of the 20 Mbit\/s asked for\.$/,
    );
    for (const wording of ['constructor', '5'])
      expect(judge([away, away, away, away, away], {}, [], undefined, { wording }).reason).toMatch(
        /^None of 5 rounds is valid\. What spoilt the others: /,
      );
  });

  test('silence towards honest challengers verifies nothing, however many may drop out', () => {
    const accomplices = Array.from({ length: 100 }, (_, n) => (n < 4 ? honest : away));
    expect(judge(accomplices, { challengers: 100, tolerance: 96 }).verified).toBe('inconclusive');
  });

  test('it takes all but a third of those asked to refute', () => {
    const slow = makeSeries(link(20), { claimMbps: 40 });
    expect(judge([slow, slow, slow, slow, away], { bandwidthMbps: 40 }).verified).toBe('false');
    expect(judge([slow, slow, slow, away, away], { bandwidthMbps: 40 }).verified).toBe('inconclusive');
  });

  test('fewer than four challengers decide nothing', () => {
    expect(judge([honest, honest, honest])).toMatchObject({ verified: 'inconclusive' });
    expect(judge([honest, honest, honest]).reason).toContain('Only 3 challengers were asked');
  });

  test('false digests held by more than a third name the fraud; by one alone they void its round', () => {
    const five = Array<PobSeries>(5).fill(honest);
    expect(judge(five, {}, [4])).toMatchObject({ verified: 'true', result: { fraud: '', rounds_valid: '4' } });
    expect(judge(five, {}, [0, 1])).toMatchObject({ verified: 'false', result: { fraud: 'false_digest' } });
  });

  test('what a reading itself says of the digests proves nothing', () => {
    const accused: PobSeries = { ...honest, checked: 'mismatch' };
    expect(judge([accused, accused, honest, honest, honest])).toMatchObject({
      verified: 'true',
      result: { fraud: '' },
    });
  });

  test('a first round lifted by a burst counts as much as the largest other', () => {
    const lifted = makeSeries(link(22));
    const { result, detail } = judge([lifted, honest, honest, honest, honest]);
    expect(result).toMatchObject({ rounds_valid: '5', verified_max: result.bandwidth_mbps });
    const { rounds } = detail as { rounds: { voids: string[] }[] };
    expect(rounds.map(({ voids }) => voids.length)).toEqual([1, 0, 0, 0, 0]);
  });

  test('the order of readings does not matter', () => {
    const mixed = [honest, away, makeSeries(link(19.5)), makeSeries(link(20.4)), honest];
    const readings: Reading<PobSeries>[] = mixed.map((series, n) => ({
      challenger: candidate(n),
      series,
      round: n + 1,
    }));
    const input = { ask: ask(), claims: { bandwidth: '20' }, asked: 5, settings: {} };
    expect(pob.judge({ ...input, readings: readings.toReversed() })).toEqual(pob.judge({ ...input, readings }));
  });
});

test('no path and no number of flows carries more data than is booked', () => {
  const rate = fc.double({ min: 0.1, max: 3_000, noNaN: true });
  fc.assert(
    fc.property(rate, fc.integer({ min: 0, max: 2_000_000 }), fc.boolean(), (mbps, rttUs, isIPv6) => {
      const { bytes } = pob.cost(ask({ bandwidthMbps: mbps, isIPv6 }), { downlink_bandwidth: String(mbps) });
      const plan = planOf(Math.min(mbps, spec.MAX_MBPS), rttUs);
      const each = spec.DATAGRAM_BYTES + spec.headerBytes(isIPv6);
      expect(bytes).toBeGreaterThan(spec.FLOWS_MAX * scheduledAt(plan, longestUs(plan), each) * each);
    }),
  );
});

test('a prover that was driven slower than was asked is not refuted for it, and false digests still refute', () => {
  const slow = makeSeries(link(5));
  const rounds = [slow, slow, slow, slow, slow];
  expect(judge(rounds, {}, [], { bandwidth: '20' }).verified).toBe('false');
  expect(judge(rounds, {}, [], { bandwidth: '5' })).toMatchObject({
    verified: 'inconclusive',
    reason:
      'A link is never driven faster than its prover claims, nor than 2000 Mbit/s. The prover claims 5 Mbit/s downlink, so nobody could see whether it has the 20 asked. Ask for at most what it claims.',
  });
  expect(judge(rounds, {}, [0, 1], { bandwidth: '5' }).verified).toBe('false');
  expect(judge(rounds, { bandwidthMbps: 3_000 }, [], { bandwidth: '3000' }).verified).toBe('inconclusive');
});
