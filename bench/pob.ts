import { parseArgs } from 'node:util';
import { openIperf } from './pob/iperf.ts';
import { openNamespaces } from './pob/namespaces.ts';
import { challenge, startAgent } from './pob/network.ts';

/**
 * Proof of bandwidth on a shaped link (DESIGN §9), beside iperf3 over the same link in the same run.
 * npm run bench -- pob [--rates 10,50] [--repeat 10] [--directions down,up] [--bursts 250000,1000000] [--plain]
 */
const { values } = parseArgs({
  options: {
    rates: { type: 'string', default: '10,50,100,200,500,1000' },
    directions: { type: 'string', default: 'down,up' },
    bursts: { type: 'string', default: '250000,1000000' },
    repeat: { type: 'string', default: '10' },
    plain: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});
const list = (text: string): number[] => text.split(',').filter(Boolean).map(Number);
const repeat = Number(values.repeat);
const directions = values.directions.split(',') as ('down' | 'up')[];
const CHALLENGERS = 5;
/** ndt7 sends for a fixed 10 s. */
const NDT7_S = 10;
const IPERF_S = 3;

const cell = (value: string | number, width: number): string => String(value).padStart(width);
const percent = (part: number): string => `${part >= 0 ? '+' : ''}${(part * 100).toFixed(2)} %`;

const at = openNamespaces(CHALLENGERS);
const closers: (() => void)[] = [() => at.close()];
let missed = 0;
try {
  const offload = !values.plain;
  const prover = await startAgent(at.prover, { offload });
  closers.push(prover.close);
  const challengers = await Promise.all(at.challengers.map((place) => startAgent(place, { offload })));
  closers.push(...challengers.map(({ close }) => close));
  const iperf = await openIperf(at);
  closers.push(iperf.close);

  console.log(
    'rate Mbit/s   burst  dir   median error   worst of 9/10   void rounds   undecided   s/challenge   MB/challenge   of ndt7   iperf3 TCP (error, MB)',
  );
  const measure = async (mbps: number, direction: 'down' | 'up', limit: number, burst?: number) => {
    at.shape(mbps, burst);
    const errors: number[] = [];
    let undecided = 0;
    let voids = 0;
    let seconds = 0;
    let bytes = 0;
    for (let n = 0; n < repeat; n++) {
      const { verdict, seconds: took } = await challenge(prover, challengers, { direction, mbps });
      const { rounds_valid: valid, bandwidth_mbps: saw, bytes: used } = verdict.result;
      voids += CHALLENGERS - Number(valid);
      seconds += took;
      bytes += Number(used);
      if (verdict.verified === 'inconclusive') undecided += 1;
      else errors.push(Number(saw) / mbps - 1);
      if (values.verbose) {
        const { rounds } = verdict.detail as { rounds: { mbps: number; voids: string[] }[] };
        console.log(
          `   ${verdict.verified} ${saw} | ${rounds.map((it) => `${it.mbps}${it.voids.length > 0 ? ` (${it.voids})` : ''}`).join('  ')}`,
        );
      }
    }
    const sorted = errors.map(Math.abs).sort((a, b) => a - b);
    const ninth = sorted[Math.ceil(sorted.length * 0.9) - 1] ?? Number.NaN;
    const middle = [...errors].sort((a, b) => a - b)[Math.floor((errors.length - 1) / 2)] ?? Number.NaN;
    const share = bytes / repeat / ((mbps * 1e6 * NDT7_S) / 8);
    const reference = await iperf.measure(direction, IPERF_S);
    if (!(ninth <= limit) || share > 0.5) missed += 1;
    console.log(
      [
        cell(mbps, 11),
        cell(burst ?? 'usual', 7),
        cell(direction, 4),
        cell(percent(middle), 14),
        cell(`${(ninth * 100).toFixed(2)} % ${ninth <= limit ? 'ok' : `OVER ${limit * 100} %`}`, 15),
        cell(`${voids}/${repeat * CHALLENGERS}`, 13),
        cell(`${undecided}/${repeat}`, 11),
        cell((seconds / repeat).toFixed(1), 13),
        cell((bytes / repeat / 1e6).toFixed(2), 14),
        cell(share.toFixed(2), 9),
        `   ${reference.mbps.toFixed(1)} (${percent(reference.mbps / mbps - 1)}, ${(reference.bytes / 1e6).toFixed(1)})`,
      ].join(' '),
    );
  };
  for (const mbps of list(values.rates)) {
    for (const direction of directions) await measure(mbps, direction, mbps > 500 ? 0.05 : 0.03);
  }
  for (const burst of list(values.bursts))
    for (const direction of directions) await measure(50, direction, 0.05, burst);
} finally {
  for (const close of closers.reverse()) close();
}
console.log(missed === 0 ? 'All targets met.' : `${missed} targets missed.`);
process.exitCode = missed === 0 ? 0 : 1;
