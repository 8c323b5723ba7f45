import { type Plan, planOf, scheduledAt, wirePlan } from './plan.ts';
import { type DownReport, ipBytes, type UpReport } from './report.ts';
import type { PobSeries } from './series.ts';
import * as spec from './spec.ts';

/** A simulated link, for tests and for the conformance suite. Rates are IP-layer. */
export interface Link {
  readonly mbps: number;
  /** Bytes that its token bucket lets through at once before the rate applies. */
  readonly bucketBytes: number;
  /** Bytes that its queue holds before datagrams are dropped. */
  readonly queueBytes: number;
  readonly rttMs: number;
}

export const link = (mbps: number, over: Partial<Link> = {}): Link => ({
  mbps,
  bucketBytes: Math.max(32_000, (mbps * 1e6) / 8 / 250),
  queueBytes: (mbps * 1e6 * 0.05) / 8,
  rttMs: 0.3,
  ...over,
});

export interface Made {
  readonly direction?: 'down' | 'up';
  /** The rate that the plan is made for; the link's own rate by default. */
  readonly claimMbps?: number;
  /** Over TCP nothing is lost: what the link does not take waits at the sender. */
  readonly transport?: 'udp' | 'tcp';
  /** 0–1: how much of the random end is used. */
  readonly end?: number;
  /** For a prover that hides bytes: how many datagrams it says it has, by the true number and the time in µs. */
  readonly said?: (datagrams: number, atUs: number) => number;
  readonly over?: Partial<PobSeries>;
}

const US_PER_BYTE = (mbps: number): number => 8 / mbps;

/** What a challenger would report of one round over this link. Queue and bucket are simulated datagram by datagram. */
export function makeSeries(
  path: Link,
  { direction = 'down', claimMbps = path.mbps, transport = 'udp', end = 0.5, said, over }: Made = {},
): PobSeries {
  const plan = planOf(claimMbps, path.rttMs * 1e3, transport);
  const each = ipBytes({ transport, ip_version: 4 }, spec.DATAGRAM_BYTES);
  const carrier = transport === 'tcp' ? { ...path, queueBytes: Number.POSITIVE_INFINITY } : path;
  const endedUs = Math.round(plan.leadUs + plan.flowUs * (1 + spec.RANDOM_END * end));
  const { sentAt, leftAt } = carry(carrier, plan, endedUs, each);
  const oneWayUs = (path.rttMs * 1e3) / 2;
  const arrivals = leftAt.map((atUs) => (Number.isNaN(atUs) ? atUs : atUs + oneWayUs));
  const common = {
    direction,
    transport,
    ip_version: 4 as const,
    plan: wirePlan(plan),
    ended_us: endedUs,
    rtts_us: Array.from({ length: spec.PINGS }, (_, n) => path.rttMs * 1e3 + 20 * n),
    seed: '00'.repeat(16),
    held_us: 0,
    dropped: 0,
    late: 0,
    spoilt: 0,
    spoilt_bytes: 0,
    checked: 'match' as const,
    prover_counter_signature: '',
  };
  if (direction === 'up') {
    const marks = ticks(endedUs).map((atUs): [number, number] => [atUs, arrivals.filter((at) => at <= atUs).length]);
    return { ...common, sent: [], marks, report: upReport(sentAt.length), ...over };
  }
  const checkpoints: [number, string][] = [];
  const marks: [number, number][] = [];
  let seen = 0;
  for (const atUs of ticks(endedUs + 200_000)) {
    while (seen < arrivals.length && !((arrivals[seen] ?? 0) > atUs)) seen += 1;
    checkpoints.push([said ? Math.min(seen, said(seen, atUs)) : seen, '00'.repeat(32)]);
    marks.push([Math.round(atUs + oneWayUs), checkpoints.length - 1]);
  }
  checkpoints.push([arrivals.length, '00'.repeat(32)]);
  const sent = ticks(endedUs, 10_000).map((atUs): [number, number] => [
    atUs,
    Math.floor(scheduledAt(plan, atUs, each)),
  ]);
  return { ...common, sent, marks, report: downReport(arrivals, checkpoints), ...over };
}

const ticks = (untilUs: number, everyUs: number = spec.MARK_MS * 1e3): number[] => [
  ...Array.from({ length: Math.floor(untilUs / everyUs) }, (_, n) => (n + 1) * everyUs),
  Math.round(untilUs),
];

/** When each datagram leaves the link. NaN for a datagram that found the queue full. */
function carry({ mbps, bucketBytes, queueBytes }: Link, plan: Plan, endedUs: number, each: number) {
  const sentAt: number[] = [];
  const leftAt: number[] = [];
  let tokens = bucketBytes;
  let freeAt = 0;
  let filledAt = 0;
  const perByte = US_PER_BYTE(mbps);
  for (let atUs = 0; atUs < endedUs; atUs += 100) {
    while (sentAt.length < Math.floor(scheduledAt(plan, atUs, each))) {
      sentAt.push(atUs);
      tokens = Math.min(bucketBytes, tokens + Math.max(0, atUs - Math.max(filledAt, freeAt)) / perByte);
      filledAt = Math.max(atUs, freeAt);
      if (freeAt <= atUs && tokens >= each) {
        tokens -= each;
        leftAt.push(atUs);
      } else if (Math.max(0, freeAt - atUs) / perByte > queueBytes) leftAt.push(Number.NaN);
      else {
        freeAt = Math.max(freeAt, atUs) + each * perByte;
        leftAt.push(freeAt);
      }
    }
  }
  return { sentAt, leftAt };
}

const head = {
  report: 'trigpoint-pob-v2' as const,
  challenge_id: '1',
  attempt: 1,
  prover: 'IPv4/prover',
  challenger: 'IPv4/challenger',
  context: '00'.repeat(32),
  tag: '00'.repeat(16),
  flow: 0,
  transport: 'udp' as const,
  commit: '00'.repeat(32),
  held_us: 0,
  dropped: 0,
};

const upReport = (sent: number): string =>
  JSON.stringify({ ...head, direction: 'up', sent, scheduled: sent, late: 0 } satisfies UpReport);

function downReport(arrivals: readonly number[], checkpoints: [number, string][]): string {
  const bits = new Uint8Array(Math.ceil(arrivals.length / 8));
  for (const [seq, at] of arrivals.entries()) {
    if (!Number.isNaN(at)) bits[seq >> 3] = (bits[seq >> 3] ?? 0) | (1 << (seq & 7));
  }
  const received = btoa(String.fromCharCode(...bits));
  return JSON.stringify({ ...head, direction: 'down', checkpoints, received } satisfies DownReport);
}
