import { headerBytes, REPORT_MAX_BYTES } from './spec.ts';

/**
 * What the prover signs about a flow. It is checked by hand, because the measuring threads load this file. A schema library would
 * cost each of them 300 ms of CPU at its start.
 */
interface ReportHead {
  readonly report: 'trigpoint-pob-v2';
  readonly challenge_id: string;
  readonly attempt: number;
  readonly prover: string;
  readonly challenger: string;
  /** Hash of what the measurement is made for. */
  readonly context: string;
  readonly tag: string;
  /** The number of the flow in its round, from 0. A busy machine spoilt the flows before it. */
  readonly flow: number;
  readonly transport: 'udp' | 'tcp';
  /** SHA-256 of the seed, as the challenger announced it before the flow. */
  readonly commit: string;
  /** How long the prover's event loop was held, and how many datagrams its system dropped unread. */
  readonly held_us: number;
  readonly dropped: number;
}

export interface DownReport extends ReportHead {
  readonly direction: 'down';
  /** Each is [one more than the highest sequence number received, SHA-256 over all datagrams received until then]. */
  readonly checkpoints: readonly (readonly [through: number, digest: string])[];
  /** Which datagrams arrived, one bit each from sequence number 0, lowest bit first, base64. */
  readonly received: string;
}

export interface UpReport extends ReportHead {
  readonly direction: 'up';
  /** Datagrams sent, datagrams that the schedule asked for, and datagrams that the prover's machine was too late to send. */
  readonly sent: number;
  readonly scheduled: number;
  readonly late: number;
}

/** More marks than any flow has. */
const CHECKPOINTS_MAX = 1024;

const fields = new Set(
  (
    'report challenge_id attempt prover challenger context tag flow transport commit held_us dropped ' +
    'direction checkpoints received sent scheduled late'
  ).split(' '),
);

/**
 * Reads the prover's report. Undefined if the text is none. There is one way to write a report, and it has no other fields. With
 * further fields a prover could make the reading too long to be taken in, and so choose which rounds count.
 */
export function readReport(text: string): DownReport | UpReport | undefined {
  if (text.length > REPORT_MAX_BYTES) return undefined;
  let it: Partial<Record<keyof DownReport | keyof UpReport, unknown>>;
  try {
    it = JSON.parse(text) as typeof it;
  } catch {
    return undefined;
  }
  if (typeof it !== 'object' || it === null || it.report !== 'trigpoint-pob-v2') return undefined;
  if (JSON.stringify(it) !== text || !Object.keys(it).every((field) => fields.has(field))) return undefined;
  const hasHead =
    isText(it.challenge_id) &&
    isText(it.prover) &&
    isText(it.challenger) &&
    isHex(it.context, 64) &&
    isHex(it.tag, 32) &&
    isHex(it.commit, 64) &&
    (it.transport === 'udp' || it.transport === 'tcp') &&
    isCount(it.attempt) &&
    isCount(it.flow) &&
    isCount(it.held_us) &&
    isCount(it.dropped);
  if (!hasHead) return undefined;
  if (it.direction === 'up') {
    return isCount(it.sent) && isCount(it.scheduled) && isCount(it.late) ? (it as UpReport) : undefined;
  }
  const hasMarks =
    it.direction === 'down' &&
    isBase64(it.received) &&
    Array.isArray(it.checkpoints) &&
    it.checkpoints.length <= CHECKPOINTS_MAX &&
    it.checkpoints.every((mark: unknown) => Array.isArray(mark) && isCount(mark[0]) && isHex(mark[1], 64));
  return hasMarks ? (it as DownReport) : undefined;
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isCount = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 0xffffffff;
const isBase64 = (value: unknown): boolean => typeof value === 'string' && /^[A-Za-z0-9+/]*={0,2}$/.test(value);
const isHex = (value: unknown, digits: number): boolean =>
  typeof value === 'string' && value.length === digits && /^[0-9a-f]*$/.test(value);

/** Which datagrams arrived. It decodes base64 without node:buffer, because verdicts are also computed again in browsers. */
export function readReceived(report: Pick<DownReport, 'received'>): Uint8Array {
  try {
    return Uint8Array.from(atob(report.received), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array(0);
  }
}

/** The IP-layer bytes of one message. On TCP the headers are those of full segments with timestamps. */
export function ipBytes(
  series: { readonly transport: 'udp' | 'tcp'; readonly ip_version: 4 | 6 },
  messageBytes: number,
): number {
  if (series.transport === 'udp') return messageBytes + headerBytes(series.ip_version === 6);
  return (messageBytes * 1500) / (series.ip_version === 6 ? 1428 : 1448);
}
