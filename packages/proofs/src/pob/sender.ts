import { fillDatagrams, openKeystream } from './keystream.ts';
import type { Lane } from './lane.ts';
import { longestUs, type Plan, scheduledAt } from './plan.ts';
import { ipBytes } from './report.ts';
import * as spec from './spec.ts';

export interface Tally {
  readonly sent: number;
  readonly scheduled: number;
  /** Datagrams of the schedule that this machine was too late to send. Datagrams that the system would not take are not counted. */
  readonly late: number;
  /** [time, datagrams sent so far], about every 10 ms. */
  readonly marks: readonly (readonly [number, number])[];
}

export interface SenderOptions {
  readonly lane: Lane;
  readonly tag: Buffer;
  readonly flow: number;
  readonly seed: Uint8Array;
  readonly plan: Plan;
  /** The nonce that the next datagrams carry, as [index, nonce]. On the downlink it is [0, 0]. */
  nonce(): readonly [number, number];
  /** Called in every tick before anything is sent. False ends the flow for good. `heldMs` is how late this tick is. */
  permit(heldMs: number): boolean;
  /** Called with the number of bytes before they are sent. */
  spend(bytes: number): void;
}

const MARK_EVERY_US = 10_000;

/**
 * Sends the keystream by the clock. A late tick catches up by CATCH_UP_MS at most. The rest of the schedule is skipped and
 * counted, so that the flow is never faster than its plan.
 */
export function startSender({ lane, tag, flow, seed, plan, nonce, permit, spend }: SenderOptions): { stop(): Tally } {
  const each = ipBytes({ transport: lane.transport, ip_version: lane.ipVersion }, spec.DATAGRAM_BYTES);
  const stream = openKeystream(seed);
  const longest = longestUs(plan);
  const marks: [number, number][] = [];
  const startedAt = performance.now();
  let lastUs = 0;
  let sent = 0;
  let forfeited = 0;
  let late = 0;
  let timer: NodeJS.Timeout | undefined;

  const elapsedUs = () => (performance.now() - startedAt) * 1e3;
  const tick = () => {
    const nowUs = elapsedUs();
    if (nowUs > longest || !permit((nowUs - lastUs) / 1e3 - spec.TICK_MS)) return;
    const scheduled = Math.floor(scheduledAt(plan, nowUs, each));
    const makeUp = Math.max(
      1,
      Math.ceil(scheduled - scheduledAt(plan, Math.max(0, nowUs - spec.CATCH_UP_MS * 1e3), each)),
    );
    let due = scheduled - sent - forfeited;
    if (due > makeUp) {
      forfeited += due - makeUp;
      late += due - makeUp;
      due = makeUp;
    }
    while (due > 0) {
      if (lane.backlogBytes() > spec.BACKLOG_BYTES) {
        forfeited += due;
        break;
      }
      const count = Math.min(due, lane.batch);
      const chunk = fillDatagrams(stream, tag, flow, sent, count, nonce());
      spend(Math.ceil(count * each));
      lane.send(chunk);
      sent += count;
      due -= count;
    }
    if (marks.length === 0 || nowUs - (marks.at(-1)?.[0] ?? 0) >= MARK_EVERY_US) marks.push([Math.round(nowUs), sent]);
    lastUs = nowUs;
    timer = setTimeout(tick, spec.TICK_MS);
  };
  tick();
  return {
    stop() {
      clearTimeout(timer);
      const nowUs = Math.min(elapsedUs(), longest);
      marks.push([Math.round(nowUs), sent]);
      return {
        sent,
        scheduled: Math.floor(scheduledAt(plan, nowUs, each)),
        late,
        marks,
      };
    },
  };
}
