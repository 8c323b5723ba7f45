import { bucketBits, planIn, scheduledAt } from './plan.ts';
import { type DownReport, ipBytes, readReceived, readReport, type UpReport } from './report.ts';
import type { PobSeries } from './series.ts';
import * as spec from './spec.ts';

/** Why a round does not count. */
export const voidReasons = {
  no_report: 'the prover’s report is not one',
  false_digest: 'the prover’s digests do not match what was sent',
  challenger_busy: 'the challenger’s machine was too busy',
  prover_busy: 'the prover’s machine was too busy',
  slow_sender: 'the sender could not keep its pace',
  unread: 'the receiving machine dropped datagrams unread',
  sparse: 'too few acknowledgements arrived',
} as const;
export type VoidReason = keyof typeof voidReasons;

/** Whether a reason may be gone when the flow is repeated a moment later. */
export const isPassing = (reason: VoidReason): boolean => reason !== 'no_report' && reason !== 'false_digest';

/** What one round showed. It counts only if `voids` is empty. It has a rate whenever one could be computed. */
export interface Round {
  readonly mbps: number;
  /** The line surely carries the first and at most the second. Over UDP both are `mbps`. */
  readonly bounds: readonly [leastMbps: number, mostMbps: number];
  readonly voids: readonly VoidReason[];
  readonly bytes: number;
  /** The part of `bytes` that went into flows which a busy machine spoilt. */
  readonly spoiltBytes: number;
  /** The share of the datagrams sent that never arrived. If more is sent than the link carries, loss is no fault. */
  readonly loss: number;
  readonly rttUs: number;
  /** For pictures: [ms since the start, Mbit/s since the previous point]. */
  readonly curve: readonly (readonly [number, number])[];
}

interface Point {
  readonly atUs: number;
  readonly datagrams: number;
}

/** What a series and its report say, in the same form for both directions. */
interface Observed {
  /** How many datagrams the challenger knew to have arrived, and when. */
  readonly points: readonly Point[];
  readonly sent: number;
  readonly arrived: number;
  /** Datagrams of the schedule that never left, and datagrams that arrived and that nobody read. */
  readonly missed: number;
  readonly unread: number;
  /** What arrived of the data sent after the lead-in, divided by the time of sending. Infinite if that cannot be told. */
  readonly deliveredMbps: number;
}

/**
 * The rate of a round is the smallest of three estimates, none of which uses the prover's clock:
 * - slope: the median over pairs of an early and a late acknowledgement of (bytes between) ÷ (time between). It is
 *   exact for an honest prover, whatever the RTT, the queue and the emptied bucket are. A prover raises it if it hides
 *   bytes early and shows them late;
 * - delivered (down, UDP): of what was sent after the lead-in, what arrived at all ÷ the time it took to send it.
 *   Hiding changes nothing here; only a queue deeper than the round would raise it;
 * - total: everything proven ÷ the time since the first datagram left. Nothing raises it but bytes that arrived.
 *
 * Over TCP nothing is lost, so `delivered` is missing. The prover chooses when it takes bytes and when it shows them: a slow line
 * with a full token bucket can look like a faster one in every way, until the bucket is empty. So two bounds are read beside the
 * rate. The line surely carries what is proven without what a bucket may have lent. It may carry as much as the slope says,
 * because TCP begins slowly.
 */
export function readRound(series: PobSeries): Round {
  const report = readReport(series.report);
  const plan = planIn(series.plan);
  const each = ipBytes(series, spec.DATAGRAM_BYTES);
  const flowUs = series.ended_us - plan.leadUs;
  const scheduled = scheduledAt(plan, series.ended_us, each);
  const seen = observedOf(series, report, plan.leadUs + flowUs * spec.EARLY[0], scheduled, each);
  const within = ([from, to]: readonly [number, number]) =>
    seen.points.filter(({ atUs }) => atUs >= plan.leadUs + flowUs * from && atUs <= plan.leadUs + flowUs * to);
  const late = within(spec.LATE);
  const slopes = within(spec.EARLY).flatMap((a) =>
    late.map((b) => ((b.datagrams - a.datagrams) * each * 8) / Math.max(1, b.atUs - a.atUs)),
  );
  const slope = median(slopes);
  const totalWithout = (bits: number) =>
    Math.max(0, ...late.map(({ atUs, datagrams }) => (datagrams * each * 8 - bits) / Math.max(1, atUs)));
  const mbps = Math.max(0, Math.min(slope, seen.deliveredMbps, totalWithout(0)));
  const lent = bucketBits(plan.paceMbps / spec.PACE_FACTOR);

  const heldMaxUs = series.ended_us * spec.HELD_MAX;
  const found: [VoidReason, boolean][] = [
    ['no_report', report?.direction !== series.direction],
    ['false_digest', series.checked !== 'match'],
    ['challenger_busy', series.held_us > heldMaxUs],
    ['prover_busy', (report?.held_us ?? 0) > heldMaxUs],
    ['slow_sender', seen.missed > scheduled * spec.LATE_MAX],
    ['unread', seen.unread > Math.max(1, seen.sent) * spec.DROPPED_MAX],
    ['sparse', slopes.length === 0],
  ];
  return {
    mbps: Number.isFinite(mbps) ? mbps : 0,
    bounds: series.transport === 'tcp' ? [Math.min(slope, totalWithout(lent)), slope] : [mbps, mbps],
    voids: found.flatMap(([reason, holds]) => (holds ? [reason] : [])),
    bytes: Math.round(seen.sent * each) + series.spoilt_bytes,
    spoiltBytes: series.spoilt_bytes,
    loss: seen.sent > 0 ? 1 - seen.arrived / seen.sent : 0,
    rttUs: Math.min(...series.rtts_us),
    curve: curveOf(seen.points, each),
  };
}

function observedOf(
  series: PobSeries,
  report: DownReport | UpReport | undefined,
  fromUs: number,
  scheduled: number,
  each: number,
): Observed {
  const unread = series.dropped + (report?.dropped ?? 0);
  const byTime = (points: Point[]) => points.sort((a, b) => a.atUs - b.atUs);
  if (report?.direction === 'up') {
    const points = byTime(series.marks.map(([atUs, datagrams]) => ({ atUs, datagrams })));
    const arrived = points.at(-1)?.datagrams ?? 0;
    const sent = Math.max(report.sent, arrived);
    return { points, sent, arrived, missed: report.late, unread, deliveredMbps: Number.POSITIVE_INFINITY };
  }
  if (report === undefined) {
    return { points: [], sent: 0, arrived: 0, missed: 0, unread, deliveredMbps: Number.POSITIVE_INFINITY };
  }
  const before = prefixCounts(readReceived(report));
  // Only what a signed digest covers counts as received.
  const proven = Math.min(report.checkpoints.at(-1)?.[0] ?? 0, before.length - 1);
  const receivedBefore = (seq: number) => before[Math.min(seq, proven)] ?? 0;
  const points = series.marks.flatMap(([atUs, index]) => {
    const checkpoint = report.checkpoints[index];
    return checkpoint ? [{ atUs, datagrams: receivedBefore(checkpoint[0]) }] : [];
  });
  const [endUs, sent] = series.sent.at(-1) ?? [0, 0];
  const arrived = receivedBefore(sent);
  const common = { points: byTime(points), sent, arrived, unread };
  // TCP sends what the path takes: a schedule not met and bytes not lost say nothing there.
  if (series.transport === 'tcp') return { ...common, missed: series.late, deliveredMbps: Number.POSITIVE_INFINITY };
  const [startUs, already] = series.sent.find(([atUs]) => atUs >= fromUs) ?? [endUs, sent];
  const deliveredMbps =
    endUs > startUs ? ((arrived - receivedBefore(already)) * each * 8) / (endUs - startUs) : Number.POSITIVE_INFINITY;
  return { ...common, missed: sent < scheduled * spec.SENT_MIN ? scheduled : series.late, deliveredMbps };
}

/** The lower median: of an even number of values it is the smaller of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

/** For each sequence number, how many datagrams with smaller numbers arrived. */
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
