import { Value } from '@trigpoint/schema';
import { describe, expect, onTestFinished, test } from 'vitest';
import { common } from '../conformance-fixtures.ts';
import { testIo, testParty, testTask } from '../loopback-fixtures.ts';
import { type Failure, isFailure, type Party } from '../proof-type.ts';
import { testListener } from '../testing-loopback.ts';
import { createUdpSocket, type OpenListener } from '../udp-listener.ts';
import type { PobAsk } from './ask.ts';
import { descriptorOf, loadOffload } from './offload.ts';
import { createProbe, type ProbeOptions } from './probe.ts';
import { readRound } from './rates.ts';
import { readReport } from './report.ts';
import { counterSigned, PobSeries } from './series.ts';
import { checkSeries } from './series-check.ts';
import { DATAGRAM_BYTES } from './spec.ts';

const MBPS = 5;
const claims = { downlink_bandwidth: String(MBPS), uplink_bandwidth: String(MBPS) };
const cheat = (name: string): URL => new URL(`./${name}.test.worker.js`, import.meta.url);

interface Case {
  readonly direction?: 'down' | 'up';
  readonly prover?: ProbeOptions;
  readonly challenger?: ProbeOptions;
  /** The listener never hears UDP. */
  readonly deaf?: boolean;
  readonly signal?: AbortSignal;
  readonly claims?: Party['claims'];
  readonly address?: string;
}

const run = async (it: Case) => {
  const listener = await testListener(it.address);
  const prover = testParty(it.claims ?? claims);
  const challenger = testParty();
  const ask: PobAsk = { ...common, direction: it.direction ?? 'down', bandwidthMbps: MBPS };
  const task = testTask<PobAsk>(prover, challenger, listener, { proofType: 'pob', ask, budgetMs: 15_000 });
  const seen: Readonly<Record<string, string | number>>[] = [];
  const deafListener: OpenListener = {
    ...listener,
    dropped: 0,
    expect: () => () => {},
    send: () => {},
    close: async () => {},
  };
  const [outcome] = await Promise.all([
    createProbe(it.challenger).challenge(task, {
      ...testIo(challenger, it.signal, (update) => seen.push(update)),
      listener: it.deaf ? deafListener : listener,
    }),
    createProbe(it.prover).prove(task, testIo(prover, it.signal)),
  ]);
  const faults = async () => (isFailure(outcome) ? [] : checkSeries(outcome));
  const signedByProver = async () => {
    const { text, signature } = counterSigned(task, measured(outcome));
    return text !== '' && testIo(prover).verify(prover, text, signature);
  };
  return { outcome, seen, faults, signedByProver };
};

const measured = (outcome: PobSeries | Failure): PobSeries => {
  if (isFailure(outcome)) throw new Error(`${outcome.failure}: ${outcome.detail}`);
  return outcome;
};

describe('a round over the loopback', () => {
  for (const direction of ['down', 'up'] as const) {
    test(`${direction}, ${direction === 'down' ? 'with offload where there is one' : 'on plain sockets'}: reaches its pace, proves itself, and shows progress`, async () => {
      const plain = { offload: direction === 'down' };
      const { outcome, seen, faults, signedByProver } = await run({ direction, prover: plain, challenger: plain });
      const series = measured(outcome);
      expect(Value.Check(PobSeries, series)).toBe(true);
      expect(series).toMatchObject({ direction, transport: 'udp', ip_version: 4, checked: 'match' });
      // A machine too busy to measure says so; it never reads below the claim without saying.
      const { mbps, voids } = readRound(series);
      if (voids.length === 0) {
        expect(mbps).toBeGreaterThan(MBPS * 0.98);
        expect(mbps).toBeLessThan(MBPS * 1.15);
      }
      expect(await signedByProver()).toBe(true);
      expect(seen.some(({ mbps: rate }) => Number(rate) > 0)).toBe(true);
      expect(await faults()).toEqual([]);
    });
  }

  test('over TCP, and labelled so, when UDP does not get through', async () => {
    // A prover waits two seconds for a challenger's first words, and a machine with other work may be late with them.
    const untilDialled = async (it: Case, tries = 4): ReturnType<typeof run> => {
      const ran = await run(it);
      const isLate = isFailure(ran.outcome) && ran.outcome.failure === 'unreachable';
      return isLate && tries > 1 ? untilDialled(it, tries - 1) : ran;
    };
    for (const direction of ['down', 'up'] as const) {
      const { outcome, faults } = await untilDialled({ direction, deaf: true });
      expect(measured(outcome)).toMatchObject({ transport: 'tcp', checked: 'match' });
      expect(await faults()).toEqual([]);
    }
  });

  test('a prover that acknowledges what it lacks is caught, and its own signature proves it to anyone', async () => {
    const { outcome, faults, signedByProver } = await run({ prover: { workerUrl: cheat('acknowledge-all') } });
    expect(await signedByProver()).toBe(true);
    expect(measured(outcome).checked).toBe('mismatch');
    expect(readRound(measured(outcome)).voids).toContain('false_digest');
    expect(await faults()).toMatchObject([{ kind: 'prover_fraud' }]);
  });

  test('a thread that sends more than its task allows is ended from outside', async () => {
    const { outcome } = await run({ challenger: { workerUrl: cheat('runaway') } });
    expect(outcome).toMatchObject({ failure: 'own_fault' });
  });

  test('a prover that claims nothing is not measured', async () => {
    const { outcome } = await run({ claims: {} });
    expect(outcome).toMatchObject({ failure: 'refused' });
  });

  test('over IPv6, with its longer headers counted', async () => {
    const { outcome } = await run({ address: '::1' });
    expect(measured(outcome)).toMatchObject({ ip_version: 6, checked: 'match' });
  });

  test('the agent’s word ends it at once', async () => {
    const stop = new AbortController();
    const began = performance.now();
    setTimeout(() => stop.abort(), 300);
    const { outcome } = await run({ signal: stop.signal });
    expect(isFailure(outcome)).toBe(true);
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  test('a measuring thread loads no native module: to end it there would abort the whole process', async () => {
    const { outcome } = await run({ challenger: { workerUrl: cheat('own-modules') } });
    expect(measured(outcome)).toMatchObject({ transport: 'udp', checked: 'match' });
  });
});

const offload = loadOffload();
test.skipIf(!offload)('the kernel cuts a long send into datagrams', async () => {
  const [from, to] = [createUdpSocket('127.0.0.1'), createUdpSocket('127.0.0.1')];
  for (const it of [from, to]) await new Promise<void>((resolve) => it.bind(0, '127.0.0.1', resolve));
  onTestFinished(async () => void (await Promise.all([from.close(), to.close()])));
  expect(offload?.(descriptorOf(from))).toBe(true);
  expect(offload?.(-1)).toBe(false);
  const lengths: number[] = [];
  to.on('message', (message) => lengths.push(message.length));
  from.send(Buffer.alloc(2 * DATAGRAM_BYTES + 1), to.address().port, '127.0.0.1');
  await expect.poll(() => lengths).toEqual([DATAGRAM_BYTES, DATAGRAM_BYTES, 1]);
});

test('the check of a series names a challenger that swaps the seed or lies about the digests', async () => {
  const series = measured((await run({})).outcome);
  expect(await checkSeries({ ...series, seed: 'ab'.repeat(16) })).toMatchObject([{ kind: 'challenger_fault' }]);
  expect(await checkSeries({ ...series, checked: 'mismatch' })).toMatchObject([{ kind: 'challenger_fault' }]);
  const { challenge_id, prover, challenger, context } = readReport(series.report) as NonNullable<
    ReturnType<typeof readReport>
  >;
  const here = {
    challengeId: challenge_id,
    attempt: 1,
    prover: { id: prover },
    challenger: { id: challenger },
    context,
  };
  expect(counterSigned(here, series).text).toBe(series.report);
  for (const elsewhere of [{ challengeId: '2' }, { prover: { id: 'a' } }, { context: 'ab'.repeat(32) }])
    expect(counterSigned({ ...here, ...elsewhere }, series).text).toBe('');
});
