import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Measurement } from '../proof-type.ts';
import { headerBytes, REPORT_MAX_BYTES } from './spec.ts';

/**
 * What a challenger reports of one round, and what the prover signed about it: raw clock readings and counts, from
 * which rates.ts computes. Times are microseconds of the challenger's own clock since the flow's first datagram (down)
 * or nonce (up); the prover's clock appears nowhere.
 */
const micros = Type.Integer({ minimum: 0, maximum: 60_000_000 });
const count = Type.Integer({ minimum: 0, maximum: 0xffffffff });
const mbps = Type.Number({ exclusiveMinimum: 0, maximum: 10_000 });
const hash = Type.String({ pattern: '^[0-9a-f]{64}$' });
const tag = Type.String({ pattern: '^[0-9a-f]{32}$' });
const transport = Type.Union([Type.Literal('udp'), Type.Literal('tcp')]);

export const PobSeries = Type.Object({
  direction: Type.Union([Type.Literal('down'), Type.Literal('up')]),
  /** `tcp` only when UDP did not get through. */
  transport,
  ip_version: Type.Union([Type.Literal(4), Type.Literal(6)]),
  plan: Type.Object({ lead_mbps: mbps, lead_us: micros, pace_mbps: mbps, flow_us: micros }),
  /** When the challenger ended the flow, at a moment it had drawn. */
  ended_us: micros,
  rtts_us: Type.Array(Type.Number({ exclusiveMinimum: 0, maximum: 60_000_000 }), { minItems: 1, maxItems: 64 }),
  /** The key of the keystream, secret until the prover had signed. */
  seed: tag,
  /** Down: [time, datagrams sent so far] of the sender. */
  sent: Type.Array(Type.Tuple([micros, count]), { maxItems: 1024 }),
  /** Down: [arrival, index of the prover's mark]. Up: [time, datagrams that had arrived and proved right]. */
  marks: Type.Array(Type.Tuple([micros, count]), { maxItems: 1024 }),
  /** How long the challenger's own event loop was held, and what its system dropped unread. */
  held_us: micros,
  dropped: count,
  /** Down: datagrams of the schedule that the challenger's machine was too late to send. */
  late: count,
  /** Flows before this one that a busy machine spoilt, and what they cost in bytes. */
  spoilt: Type.Integer({ minimum: 0, maximum: 255 }),
  spoilt_bytes: Type.Integer({ minimum: 0 }),
  /** What the challenger found when it compared: digests as signed against the keystream, and marks against the report. */
  checked: Type.Union([Type.Literal('match'), Type.Literal('mismatch'), Type.Literal('contradicted')]),
  /** The prover's own text (PobReport as JSON) and its signature over it, made before the seed was known to it. */
  report: Type.String({ maxLength: REPORT_MAX_BYTES }),
  prover_counter_signature: Type.String({ maxLength: 512 }),
});
export type PobSeries = Static<typeof PobSeries>;

const reportHead = {
  report: Type.Literal('trigpoint-pob-v1'),
  challenge_id: Type.String(),
  attempt: Type.Integer(),
  prover: Type.String(),
  challenger: Type.String(),
  tag,
  /** Which flow of the round, from 0: those before it were spoilt by a busy machine. */
  flow: Type.Integer({ minimum: 0, maximum: 255 }),
  transport,
  /** SHA-256 of the seed, as the challenger announced it before the flow. */
  commit: hash,
  held_us: count,
  dropped: count,
};

export const DownReport = Type.Object({
  ...reportHead,
  direction: Type.Literal('down'),
  /** Each [sequence number up to which (exclusive) it had received, SHA-256 over all datagrams received until then]. */
  checkpoints: Type.Array(Type.Tuple([count, hash]), { maxItems: 1024 }),
  /** Which datagrams arrived, one bit each from sequence number 0, lowest bit first, base64. */
  received: Type.String(),
});
export const UpReport = Type.Object({
  ...reportHead,
  direction: Type.Literal('up'),
  /** Datagrams sent, those the schedule asked for, and those of them that the prover's machine was too late to send. */
  sent: count,
  scheduled: count,
  late: count,
});
export type DownReport = Static<typeof DownReport>;
export type UpReport = Static<typeof UpReport>;

/** The prover's report as data; undefined when it is not one. */
export function readReport(text: string): DownReport | UpReport | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return Value.Check(DownReport, value) || Value.Check(UpReport, value) ? value : undefined;
}

/** What the prover signed for a series: its report, where it is about this measurement; nothing signs an empty text. */
export function counterSigned(about: Measurement, series: PobSeries): { text: string; signature: string } {
  const report = readReport(series.report);
  const fits =
    report?.challenge_id === about.challengeId &&
    report.attempt === about.attempt &&
    report.prover === about.prover.id &&
    report.challenger === about.challenger.id &&
    report.direction === series.direction &&
    report.transport === series.transport &&
    report.flow === series.spoilt;
  return { text: fits ? series.report : '', signature: series.prover_counter_signature };
}

/** Which datagrams arrived. Base64 without node:buffer: verdicts are also recomputed in browsers. */
export function readReceived(report: Pick<DownReport, 'received'>): Uint8Array {
  try {
    return Uint8Array.from(atob(report.received), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array(0);
  }
}

/** IP-layer bytes that one message of ours costs. TCP's share of headers is that of full segments with timestamps. */
export function ipBytes(series: Pick<PobSeries, 'transport' | 'ip_version'>, messageBytes: number): number {
  if (series.transport === 'udp') return messageBytes + headerBytes(series.ip_version === 6);
  return (messageBytes * 1500) / (series.ip_version === 6 ? 1428 : 1448);
}
