import type { Namespaces } from '@trigpoint/dev/namespaces';
import { figure } from '../process/figures.ts';
import { openIperf } from './iperf.ts';
import type { Network } from './network.ts';

export interface Settings {
  readonly rates: readonly number[];
  readonly bursts: readonly number[];
  readonly directions: readonly ('down' | 'up')[];
  readonly repeat: number;
  readonly offload: boolean;
  readonly verbose: boolean;
}

/** ndt7 sends for a fixed 10 s. */
const NDT7_S = 10;
const NDT7_SHARE = 0.5;
const IPERF_S = 3;

const columns = [
  ['Mbit/s', 7],
  ['burst', 8],
  ['way', 4],
  ['median error', 12],
  ['9 of 10 within', 18],
  ['void', 6],
  ['open', 5],
  ['s', 6],
  ['MB', 8],
  ['of ndt7', 8],
  ['repeated MB', 12],
  ['iperf3 TCP Mbit/s (error, MB)', 34],
] as const;

const row = (cells: readonly (string | number)[]): string =>
  cells.map((cell, n) => String(cell).padStart(columns[n]?.[1] ?? 0)).join('  ');
export const percent = (part: number): string => `${part >= 0 ? '+' : ''}${(part * 100).toFixed(2)} %`;

/** The first table. Returns how many of its targets were missed. */
export async function measureAccuracy(at: Namespaces, network: Network, settings: Settings): Promise<number> {
  const { rates, bursts, directions, repeat, offload, verbose } = settings;
  const challengers = await Promise.all(
    at.challengers.map((place) => network.startAgent(place, { role: 'challenger', claims: {}, offload })),
  );
  const iperf = await openIperf(at);
  let missed = 0;

  const measure = async (mbps: number, direction: 'down' | 'up', limit: number, burst?: number) => {
    at.shape(mbps, burst);
    const claims = { downlink_bandwidth: String(mbps), uplink_bandwidth: String(mbps) };
    const prover = await network.startAgent(at.prover, { role: 'prover', claims, offload });
    const errors: number[] = [];
    const sums = { voids: 0, open: 0, seconds: 0, bytes: 0, repeated: 0 };
    for (let n = 0; n < repeat; n++) {
      const wanted = { direction, mbps, challengers: challengers.length };
      const { verdict, rounds, seconds } = await network.challenge(prover, wanted);
      const saw = Number(verdict.result.bandwidth_mbps);
      const repeated = rounds.reduce((sum, it) => sum + it.spoilt_bytes, 0);
      sums.voids += challengers.length - Number(verdict.result.rounds_valid);
      sums.seconds += seconds;
      sums.bytes += Number(verdict.result.bytes) - repeated;
      sums.repeated += repeated;
      if (verdict.verified === 'inconclusive') sums.open += 1;
      else errors.push(saw / mbps - 1);
      const shown = rounds.map((it) => `${it.mbps}${it.voids.length > 0 ? ` (${it.voids.join(', ')})` : ''}`);
      if (verbose) console.log(`   ${verdict.verified} ${saw} | ${shown.join('  ')}`);
    }
    await prover.close();
    const sizes = errors.map(Math.abs).sort((a, b) => a - b);
    const ninth = sizes[Math.ceil(sizes.length * 0.9) - 1] ?? Number.NaN;
    const middle = errors.sort((a, b) => a - b)[Math.floor((errors.length - 1) / 2)] ?? Number.NaN;
    const share = sums.bytes / repeat / ((mbps * 1e6 * NDT7_S) / 8);
    const reference = await iperf.measure(direction, IPERF_S);
    figure({
      ...{ subject: 'bandwidth', name: `error at ${mbps} Mbit/s ${direction}`, unit: '%' },
      ...{ ours: Math.abs(middle) * 100, aim: limit * 100 },
      peer: { name: 'iperf3', value: Math.abs(reference.mbps / mbps - 1) * 100 },
    });
    if (!(ninth <= limit)) missed += 1;
    if (share > NDT7_SHARE) missed += 1;
    console.log(
      row([
        mbps,
        burst ?? 'usual',
        direction,
        percent(middle),
        `${(ninth * 100).toFixed(2)} % ${ninth <= limit ? 'ok' : `OVER ${limit * 100} %`}`,
        `${sums.voids}/${repeat * challengers.length}`,
        `${sums.open}/${repeat}`,
        (sums.seconds / repeat).toFixed(1),
        (sums.bytes / repeat / 1e6).toFixed(2),
        share.toFixed(2),
        (sums.repeated / repeat / 1e6).toFixed(2),
        `${reference.mbps.toFixed(1)} (${percent(reference.mbps / mbps - 1)}, ${(reference.bytes / 1e6).toFixed(1)})`,
      ]),
    );
  };

  console.log(
    `\nAccuracy: ${challengers.length} challengers, ${repeat} challenges a row, ${offload ? 'offload' : 'plain sockets'}\n`,
  );
  console.log(row(columns.map(([name]) => name)));
  try {
    for (const mbps of rates) {
      for (const direction of directions) await measure(mbps, direction, mbps > 500 ? 0.05 : 0.03);
    }
    for (const burst of bursts) {
      for (const direction of directions) await measure(50, direction, 0.05, burst);
    }
  } finally {
    iperf.close();
    for (const challenger of challengers) await challenger.close();
  }
  return missed;
}
