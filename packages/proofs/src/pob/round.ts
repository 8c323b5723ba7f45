import type { ProbeTask } from '../proof-type.ts';
import type { PobAsk } from './ask.ts';
import type { Lane } from './lane.ts';
import type { WirePlan } from './plan.ts';

/** What the controlling thread gives to both ends of a round. */
export interface RoundOptions {
  readonly task: ProbeTask<PobAsk>;
  readonly lane: Lane;
  readonly key: Buffer;
  /** The rate that flows of this task are made for (`drivenMbps`), in IP-layer Mbit/s. The plan multiplies it by its factors. */
  readonly mbps: number;
  sign(text: string): Promise<string>;
  /** Checks the other party's signature. */
  verify(text: string, signature: string): Promise<boolean>;
  /** Called before bytes are sent. The controlling thread checks the limit. */
  spend(bytes: number): void;
  progress(update: Readonly<Record<string, string | number>>): void;
}

/** How the flow will be sent, as the challenger announces it. */
export interface Start extends WirePlan {
  readonly direction: 'down' | 'up';
  /** SHA-256 of the seed. */
  readonly commit: string;
  /** Uplink only, because there the prover makes and sends the stream. */
  readonly seed?: string;
}

export const encodeStart = (start: Start): Buffer => Buffer.from(JSON.stringify(start));

export function decodeStart(body: Buffer): Start | undefined {
  try {
    const start = JSON.parse(body.toString()) as Partial<Start>;
    const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value) && value >= 0;
    const good =
      (start.direction === 'down' || start.direction === 'up') &&
      [start.lead_mbps, start.lead_us, start.pace_mbps, start.flow_us].every(isNumber) &&
      /^[0-9a-f]{64}$/.test(start.commit ?? '') &&
      (start.direction === 'down' || /^[0-9a-f]{32}$/.test(start.seed ?? ''));
    return good ? (start as Start) : undefined;
  } catch {
    return undefined;
  }
}
