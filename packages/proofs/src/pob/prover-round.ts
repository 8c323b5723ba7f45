import { createHash } from 'node:crypto';
import { watchHeld } from './held.ts';
import { isAllowed, mostDatagrams, planIn } from './plan.ts';
import { type DownReceiver, openDownReceiver } from './receiver.ts';
import type { DownReport, UpReport } from './report.ts';
import { decodeStart, type RoundOptions, type Start } from './round.ts';
import { startSender, type Tally } from './sender.ts';
import * as spec from './spec.ts';
import { openTalk, type Talk, within } from './talk.ts';
import * as wire from './wire.ts';

type Facts =
  | Pick<DownReport, 'direction' | 'checkpoints' | 'received'>
  | Pick<UpReport, 'direction' | 'sent' | 'scheduled' | 'late'>;

/** The prover's side of one round. It answers pings, receives or sends the flow, and signs what it saw. */
export async function answerRound(options: RoundOptions, openReceiver = openDownReceiver): Promise<void> {
  const { task, lane, mbps } = options;
  let receiver: DownReceiver | undefined;
  const talk = openTalk(lane, Buffer.from(task.tag, 'hex'), options.key, (chunk, at) => receiver?.take(chunk, at));
  talk.on(wire.PING, (body) => talk.say(wire.PONG, body));
  for (let again = true; again && talk.flow < spec.FLOWS_MAX; talk.flow += 1) {
    receiver = openReceiver(mostDatagrams(mbps));
    again = await answerFlow(talk, options, receiver);
  }
}

/** One flow. True if the challenger wants another. */
async function answerFlow(talk: Talk, options: RoundOptions, receiver: DownReceiver): Promise<boolean> {
  const { task, lane, sign } = options;
  const start = await awaitStart(talk, options);
  if (!start) return false;
  const held = watchHeld();
  const droppedBefore = lane.dropped();
  const facts = start.direction === 'down' ? await receive(talk, receiver) : await transmit(talk, options, start);
  const text = JSON.stringify({
    report: 'trigpoint-pob-v2',
    challenge_id: task.challengeId,
    attempt: task.attempt,
    prover: task.prover.id,
    challenger: task.challenger.id,
    context: task.context,
    tag: task.tag,
    flow: talk.flow,
    transport: lane.transport,
    commit: start.commit,
    held_us: held.stop(),
    dropped: Math.max(0, lane.dropped() - droppedBefore),
    ...facts,
  } satisfies DownReport | UpReport);
  return deliver(talk, Buffer.from(JSON.stringify([text, await sign(text)])));
}

function awaitStart(talk: Talk, { task, mbps }: RoundOptions): Promise<Start | undefined> {
  return within<Start | undefined>(task.budgetMs, (end) => {
    const watch = setInterval(() => {
      if (performance.now() - talk.heardAt > 2 * spec.ANSWER_MS) end(undefined);
    }, spec.REPEAT_MS);
    talk.on(wire.START, (body, _, flow) => {
      if (flow !== talk.flow) return;
      const start = decodeStart(body);
      const why = refusal(start, task.ask.direction, mbps);
      talk.say(wire.ACCEPT, Buffer.from(why));
      if (why === '' && start) end(start);
    });
    return () => clearInterval(watch);
  });
}

/** Why the prover does not take part in this round; empty if it does. */
function refusal(start: Start | undefined, direction: 'down' | 'up', mbps: number): string {
  if (!start) return 'the announcement is malformed';
  if (start.direction !== direction) return 'the task asks for the other direction';
  if (!isAllowed(planIn(start), mbps)) return 'the announced flow is more than the task allows';
  if (start.seed !== undefined) {
    const commit = createHash('sha256').update(Buffer.from(start.seed, 'hex')).digest('hex');
    if (commit !== start.commit) return 'the seed is not the one committed to';
  }
  return '';
}

/** Downlink: says every MARK_MS what has arrived, until the end was announced and the path has drained. */
async function receive(talk: Talk, receiver: DownReceiver): Promise<Facts> {
  const checkpoints: [number, string][] = [];
  const mark = () => {
    const [through, digest] = receiver.checkpoint();
    const counts = wire.numbers(checkpoints.length, through, receiver.datagrams);
    talk.say(wire.MARK, Buffer.concat([counts, Buffer.from(digest, 'hex')]));
    checkpoints.push([through, digest]);
  };
  const ticking = setInterval(mark, spec.MARK_MS);
  const sent = await untilEnd(talk, () => receiver.lastAt);
  await untilDrained(receiver, sent);
  clearInterval(ticking);
  mark();
  return { direction: 'down', checkpoints, received: receiver.received() };
}

/** Uplink: sends as fast as the plan allows, while fresh nonces come. */
async function transmit(talk: Talk, options: RoundOptions, start: Start): Promise<Facts> {
  const { task, lane, spend } = options;
  let newest: readonly [number, number] = [0, 0];
  let newestAt = 0;
  let sender: { stop(): Tally } | undefined;
  let ended = false;
  talk.on(wire.NONCE, (body, atMs) => {
    const index = body.readUInt32BE(0);
    if (index < newest[0] || ended) return;
    newest = [index, body.readUInt32BE(4)];
    newestAt = atMs;
    sender ??= startSender({
      lane,
      tag: Buffer.from(task.tag, 'hex'),
      flow: talk.flow,
      seed: Buffer.from(start.seed ?? '', 'hex'),
      plan: planIn(start),
      nonce: () => newest,
      permit: (heldMs) => !ended && performance.now() - newestAt - heldMs < spec.SILENCE_MS,
      spend,
    });
  });
  await untilEnd(talk, () => 0);
  ended = true;
  const tally = sender?.stop() ?? { sent: 0, scheduled: 0, late: 0 };
  return { direction: 'up', sent: tally.sent, scheduled: tally.scheduled, late: tally.late };
}

/** Waits until the challenger says END or falls silent. Gives how many datagrams it says it sent, and infinity if it fell silent. */
const untilEnd = (talk: Talk, lastDataAt: () => number): Promise<number> =>
  new Promise((resolve) => {
    const finish = (sent: number) => {
      clearInterval(watch);
      resolve(sent);
    };
    talk.on(wire.END, (body) => finish(body.readUInt32BE(0)));
    const watch = setInterval(() => {
      const quietMs = performance.now() - Math.max(talk.heardAt, lastDataAt());
      if (quietMs > spec.ANSWER_MS) finish(Number.POSITIVE_INFINITY);
    }, spec.REPEAT_MS);
  });

/** Waits until no more data can arrive: the last datagram is here, the path has been quiet, or DRAIN_MAX_MS are over. */
async function untilDrained(receiver: DownReceiver, sent: number): Promise<void> {
  const endedAt = performance.now();
  const isQuiet = () => performance.now() - receiver.lastAt >= spec.QUIET_MS;
  while (receiver.through < sent && !isQuiet() && performance.now() - endedAt < spec.DRAIN_MAX_MS) {
    await new Promise((resolve) => setTimeout(resolve, spec.MARK_MS));
  }
}

/** Sends the signed report in parts until the challenger has all of it. True if the challenger wants another flow. */
async function deliver(talk: Talk, report: Buffer): Promise<boolean> {
  const count = Math.ceil(report.length / spec.PART_BYTES);
  const missing = new Set(Array.from({ length: count }, (_, index) => index));
  talk.on(wire.GOT, (body) => missing.delete(body.readUInt16BE(0)));
  const partOf = (index: number): Buffer => {
    const head = Buffer.alloc(4);
    head.writeUInt16BE(index, 0);
    head.writeUInt16BE(count, 2);
    return Buffer.concat([head, report.subarray(index * spec.PART_BYTES, (index + 1) * spec.PART_BYTES)]);
  };
  const again = await within<boolean>(spec.ANSWER_MS, (finish) => {
    const send = () => {
      for (const index of [...missing].slice(0, spec.PARTS_AT_ONCE)) talk.say(wire.PART, partOf(index));
    };
    send();
    const timer = setInterval(send, spec.MARK_MS);
    talk.on(wire.DONE, (body) => finish(body[0] === 1));
    // DONE may have been lost. The announcement of the next flow says the same, and it will be repeated.
    talk.on(wire.START, (_, __, flow) => {
      if (flow === talk.flow + 1) finish(true);
    });
    return () => clearInterval(timer);
  });
  return again ?? false;
}
