import { type Static, Type } from '@trigpoint/schema';
import type { Measurement } from '../proof-type.ts';
import { readReport } from './report.ts';
import { REPORT_MAX_BYTES } from './spec.ts';

/**
 * What a challenger reports of one round, and what the prover signed about it. It has raw times and counts; rates.ts computes rates
 * from them. Times are microseconds of the challenger's own clock, since the first datagram (down) or nonce (up) of the flow. No
 * time is of the prover's clock.
 */
const micros = Type.Integer({ minimum: 0, maximum: 60_000_000 });
const count = Type.Integer({ minimum: 0, maximum: 0xffffffff });
const mbps = Type.Number({ exclusiveMinimum: 0, maximum: 10_000 });

export const PobSeries = Type.Object({
  direction: Type.Union([Type.Literal('down'), Type.Literal('up')]),
  /** `tcp` only when UDP did not get through. */
  transport: Type.Union([Type.Literal('udp'), Type.Literal('tcp')]),
  ip_version: Type.Union([Type.Literal(4), Type.Literal(6)]),
  plan: Type.Object({ lead_mbps: mbps, lead_us: micros, pace_mbps: mbps, flow_us: micros }),
  /** When the challenger ended the flow. It had drawn the moment. */
  ended_us: micros,
  rtts_us: Type.Array(Type.Number({ exclusiveMinimum: 0, maximum: 60_000_000 }), { minItems: 1, maxItems: 64 }),
  /** The key of the keystream. On the downlink it was secret until the prover had signed. */
  seed: Type.String({ pattern: '^[0-9a-f]{32}$' }),
  /** Down: [time, datagrams sent so far]. Empty on the uplink. */
  sent: Type.Array(Type.Tuple([micros, count]), { maxItems: 1024 }),
  /** Down: [arrival, index of the prover's mark]. Up: [time, how many datagrams had arrived and were right]. */
  marks: Type.Array(Type.Tuple([micros, count]), { maxItems: 1024 }),
  /** How long the challenger's event loop was held, and how many datagrams its system dropped unread. */
  held_us: micros,
  dropped: count,
  /** Down: datagrams of the schedule that the challenger's machine was too late to send. */
  late: count,
  /** Flows before this one that a busy machine spoilt, and what they cost in bytes. */
  spoilt: Type.Integer({ minimum: 0, maximum: 255 }),
  spoilt_bytes: Type.Integer({ minimum: 0 }),
  /** Whether the signed digests fit the keystream, and the marks fit the report, as the challenger found. */
  checked: Type.Union([Type.Literal('match'), Type.Literal('mismatch'), Type.Literal('contradicted')]),
  /** The prover's report (report.ts) as JSON, and its signature over it. On the downlink it signed before it knew the seed. */
  report: Type.String({ maxLength: REPORT_MAX_BYTES }),
  prover_counter_signature: Type.String({ maxLength: 512 }),
});
export type PobSeries = Static<typeof PobSeries>;

/**
 * What the prover signed for a series: its report, if that is about this measurement. Otherwise an empty text, which nobody signs.
 */
export function counterSigned(about: Measurement, series: PobSeries): { text: string; signature: string } {
  const report = readReport(series.report);
  const fits =
    report?.challenge_id === about.challengeId &&
    report.attempt === about.attempt &&
    report.prover === about.prover.id &&
    report.challenger === about.challenger.id &&
    report.context === about.context &&
    report.direction === series.direction &&
    report.transport === series.transport &&
    report.flow === series.spoilt;
  return { text: fits ? series.report : '', signature: series.prover_counter_signature };
}
