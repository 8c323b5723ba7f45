import { randomInt } from 'node:crypto';
import type { Plan } from './plan.ts';
import type { UpReceiver } from './receiver.ts';
import { ipBytes } from './report.ts';
import type { RoundOptions } from './round.ts';
import { startSender } from './sender.ts';
import type { PobSeries } from './series.ts';
import * as spec from './spec.ts';
import type { Talk } from './talk.ts';
import * as wire from './wire.ts';

/** What the challenger's clock saw of one flow. */
export type Flow = Pick<PobSeries, 'ended_us' | 'sent' | 'marks' | 'late'> & {
  readonly digests: ReadonlyMap<number, string>;
};

/** Downlink: sends by the plan while the prover's marks keep coming. Resolves with undefined if they stop. */
export function sendDown(
  talk: Talk,
  options: RoundOptions,
  plan: Plan,
  seed: Buffer,
  endUs: number,
): Promise<Flow | undefined> {
  const { task, lane, spend } = options;
  return new Promise((resolve) => {
    const marks: [number, number][] = [];
    const digests = new Map<number, string>();
    const startedAt = performance.now();
    const firstAnswerMs = spec.SILENCE_MS + Math.min(spec.ANSWER_MS, plan.flowUs / spec.FLOW_RTTS / 1e3);
    let markedAt = startedAt + firstAnswerMs - spec.SILENCE_MS;
    let over = false;
    const show = showRate(options, startedAt);
    talk.on(wire.MARK, (body, atMs) => {
      const index = body.readUInt32BE(0);
      if (index >= 1024 || digests.has(index)) return;
      markedAt = Math.max(markedAt, atMs);
      digests.set(index, body.toString('hex', 12));
      marks.push([Math.round((atMs - startedAt) * 1e3), index]);
      show(atMs, body.readUInt32BE(8));
    });
    const sender = startSender({
      lane,
      tag: Buffer.from(task.tag, 'hex'),
      flow: talk.flow,
      seed,
      plan,
      nonce: () => [0, 0],
      // While the event loop was held, marks may have arrived and not been read. So that time does not count as silence.
      permit: (heldMs) => !over && performance.now() - markedAt - heldMs < spec.SILENCE_MS,
      spend,
    });
    const finish = (flow: Flow | undefined) => {
      if (over) return;
      over = true;
      clearInterval(watch);
      resolve(flow);
    };
    const watch = setInterval(() => {
      const nowMs = performance.now();
      if ((nowMs - startedAt) * 1e3 >= endUs) {
        const tally = sender.stop();
        const endedUs = Math.round((nowMs - startedAt) * 1e3);
        finish({ ended_us: endedUs, sent: tally.marks.map(([a, b]) => [a, b]), late: tally.late, marks, digests });
      } else if (nowMs - markedAt > 2 * spec.SILENCE_MS) {
        sender.stop();
        finish(undefined);
      }
    }, spec.TICK_MS * 5);
  });
}

/** Reports the rate of the last 100 ms as progress. */
function showRate({ lane, progress }: RoundOptions, startedAt: number): (atMs: number, datagrams: number) => void {
  const each = ipBytes({ transport: lane.transport, ip_version: lane.ipVersion }, spec.DATAGRAM_BYTES);
  let last = { atMs: startedAt, datagrams: 0 };
  return (atMs, datagrams) => {
    if (atMs - last.atMs < 100) return;
    const mbps = ((datagrams - last.datagrams) * each * 8) / ((atMs - last.atMs) * 1e3);
    last = { atMs, datagrams };
    progress({ phase: 'flow', t_ms: Math.round(atMs - startedAt), mbps: Math.round(mbps * 10) / 10 });
  };
}

/**
 * Uplink: sends a fresh nonce every NONCE_MS, and notes the count every MARK_MS. Resolves with undefined if no new datagram came for
 * four times SILENCE_MS.
 */
export function countUp(
  talk: Talk,
  options: RoundOptions,
  receiver: UpReceiver,
  plan: Plan,
  endUs: number,
): Promise<Flow | undefined> {
  return new Promise((resolve) => {
    const marks: [number, number][] = [];
    const startedAt = performance.now();
    const show = showRate(options, startedAt);
    let index = 0;
    let moreAt = startedAt + plan.flowUs / spec.FLOW_RTTS / 1e3;
    const issue = () => {
      index += 1;
      const nonce = randomInt(0, 2 ** 32);
      receiver.issued(index, nonce);
      talk.say(wire.NONCE, wire.numbers(index, nonce));
    };
    const look = () => {
      const nowMs = performance.now();
      const atUs = Math.round((nowMs - startedAt) * 1e3);
      const before = marks.at(-1) ?? [0, 0];
      if (receiver.datagrams > before[1]) moreAt = Math.max(moreAt, nowMs);
      marks.push([atUs, receiver.datagrams]);
      show(nowMs, receiver.datagrams);
      if (atUs < endUs && nowMs - moreAt < 4 * spec.SILENCE_MS) return;
      clearInterval(issuing);
      clearInterval(looking);
      resolve(atUs < endUs ? undefined : { ended_us: atUs, sent: [], late: 0, marks, digests: new Map() });
    };
    issue();
    const issuing = setInterval(issue, spec.NONCE_MS);
    const looking = setInterval(look, spec.MARK_MS);
  });
}
