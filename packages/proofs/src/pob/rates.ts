import { type Plan, scheduledAt } from './plan.ts';
import * as spec from './spec.ts';
import { ipBytes, type PobSeries, readReceived, readReport } from './transcript.ts';

/** Why a round does not count. */
export const voidReasons = {
  no_report: 'the prover’s report is not one',
  false_digest: 'the prover’s digests do not match what was sent',
  challenger_busy: 'the challenger’s machine was too busy',
  prover_busy: 'the prover’s machine was too busy',
  slow_sender: 'the challenger could not send fast enough',
  unread: 'the receiving machine dropped datagrams unread',
  sparse: 'too few acknowledgements arrived',
} as const;
export type VoidReason = keyof typeof voidReasons;

/** Those that another flow, a moment later, may not meet. */
export const isPassing = (reason: VoidReason): boolean => reason !== 'no_report' && reason !== 'false_digest';

/** What one round showed. `voids` says why it does not count; a rate is there whenever one could be computed. */
export interface Round {
  readonly mbps: number;
  readonly voids: readonly VoidReason[];
  readonly bytes: number;
  /** Part of the datagrams sent that never arrived. Above capacity this is the shaper at work, not a fault. */
  readonly loss: number;
  readonly rttUs: number;
  /** [ms since the start, Mbit/s since the previous point]: for pictures. */
  readonly curve: readonly (readonly [number, number])[];
}

interface Point {
  readonly atUs: number;
  readonly datagrams: number;
}

/**
 * The rate of a round is the smallest of three readings, none of which uses the prover's clock:
 * - slope: the median over pairs of an early and a late acknowledgement of (bytes between) ÷ (time between). Exact for
 *   an honest prover, whatever the RTT, the queue and the bucket that the lead-in emptied; a prover that hides bytes
 *   early and shows them late would raise it;
 * - delivered (down, UDP): of what was sent after the lead-in, what arrived at all ÷ the time it took to send it.
 *   Hiding changes nothing here; only a queue deeper than the round would raise it;
 * - total: everything proven ÷ the time since the first datagram left. Nothing raises it but bytes that arrived.
 */
export function readRound(series: PobSeries): Round {
  const report = readReport(series.report);
  const plan: Plan = {
    leadMbps: series.plan.lead_mbps,
    leadUs: series.plan.lead_us,
    paceMbps: series.plan.pace_mbps,
    flowUs: series.plan.flow_us,
  };
  const each = ipBytes(series, spec.DATAGRAM_BYTES);
  const scheduled = scheduledAt(plan, series.ended_us, each);
  const voids: VoidReason[] = [];
  const flowUs = series.ended_us - plan.leadUs;
  const heldMaxUs = series.ended_us * spec.HELD_MAX;
  if (report === undefined || report.direction !== series.direction) voids.push('no_report');
  if (series.checked !== 'match') voids.push('false_digest');
  if (series.held_us > heldMaxUs) voids.push('challenger_busy');
  if (report && report.held_us > heldMaxUs) voids.push('prover_busy');

  let points: Point[] = [];
  let delivered = Number.POSITIVE_INFINITY;
  let sent = 0;
  let arrived = 0;
  let dropped = series.dropped;
  if (series.direction === 'down' && report?.direction === 'down') {
    const before = prefixCounts(readReceived(report));
    // Only what a signed digest covers counts as received.
    const proven = Math.min(report.checkpoints.at(-1)?.[0] ?? 0, before.length - 1);
    const receivedBefore = (seq: number) => before[Math.min(seq, proven)] ?? 0;
    points = series.marks.flatMap(([atUs, index]) => {
      const checkpoint = report.checkpoints[index];
      return checkpoint ? [{ atUs, datagrams: receivedBefore(checkpoint[0]) }] : [];
    });
    sent = series.sent.at(-1)?.[1] ?? 0;
    arrived = receivedBefore(sent);
    dropped += report.dropped;
    const from = series.sent.find(([atUs]) => atUs >= plan.leadUs + flowUs * spec.EARLY[0]);
    const to = series.sent.at(-1);
    if (series.transport === 'udp' && from && to && to[0] > from[0]) {
      delivered = ((receivedBefore(to[1]) - receivedBefore(from[1])) * each * 8) / (to[0] - from[0]);
    }
    // TCP sends what the path takes, so that a short schedule says nothing there.
    if (series.transport === 'udp' && sent < scheduled * spec.SENT_MIN) voids.push('slow_sender');
  } else if (series.direction === 'up' && report?.direction === 'up') {
    points = series.marks.map(([atUs, datagrams]) => ({ atUs, datagrams }));
    arrived = points.at(-1)?.datagrams ?? 0;
    sent = Math.max(report.sent, arrived);
    dropped += report.dropped;
  }
  if (dropped > Math.max(sent, 1) * spec.DROPPED_MAX) voids.push('unread');

  points.sort((a, b) => a.atUs - b.atUs);
  const within = ([from, to]: readonly [number, number]) =>
    points.filter(({ atUs }) => atUs >= plan.leadUs + flowUs * from && atUs <= plan.leadUs + flowUs * to);
  const late = within(spec.LATE);
  const slopes = within(spec.EARLY).flatMap((a) =>
    late.map((b) => ((b.datagrams - a.datagrams) * each * 8) / Math.max(1, b.atUs - a.atUs)),
  );
  const total = Math.max(0, ...late.map(({ atUs, datagrams }) => (datagrams * each * 8) / Math.max(1, atUs)));
  if (slopes.length === 0) voids.push('sparse');
  const mbps = Math.max(0, Math.min(median(slopes), delivered, total));
  return {
    mbps: Number.isFinite(mbps) ? mbps : 0,
    voids,
    bytes: Math.round(sent * each) + series.spoilt_bytes,
    loss: sent > 0 ? 1 - arrived / sent : 0,
    rttUs: Math.min(...series.rtts_us),
    curve: curveOf(points, each),
  };
}

/** The lower median: with an even number, the smaller of the middle two, so that no single liar sets it. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

/** For each sequence number, how many before it arrived. */
function prefixCounts(bits: Uint8Array): Uint32Array {
  const counts = new Uint32Array(bits.length * 8 + 1);
  for (let seq = 0; seq < bits.length * 8; seq++) {
    counts[seq + 1] = (counts[seq] ?? 0) + (((bits[seq >> 3] ?? 0) >> (seq & 7)) & 1);
  }
  return counts;
}

/** At most this many points a round: a picture needs no more. */
const CURVE_POINTS = 40;

function curveOf(points: readonly Point[], each: number): [number, number][] {
  const step = Math.max(1, Math.ceil(points.length / CURVE_POINTS));
  const kept = points.filter((_, index) => index % step === step - 1);
  return kept.map(({ atUs, datagrams }, index) => {
    const before = kept[index - 1] ?? { atUs: 0, datagrams: 0 };
    const rate = ((datagrams - before.datagrams) * each * 8) / Math.max(1, atUs - before.atUs);
    return [Math.round(atUs / 1e3), Math.round(rate * 100) / 100];
  });
}
