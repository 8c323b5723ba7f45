import { createHash, randomBytes, randomInt } from 'node:crypto';
import { type Failure, fail } from '../proof-type.ts';
import { countUp, sendDown } from './challenger-flow.ts';
import { checkDigests } from './digests.ts';
import { watchHeld } from './held.ts';
import { mostDatagrams, planOf, wirePlan } from './plan.ts';
import { isPassing, readRound } from './rates.ts';
import { openUpReceiver, type UpReceiver } from './receiver.ts';
import { readReport } from './report.ts';
import { encodeStart, type RoundOptions } from './round.ts';
import type { PobSeries } from './series.ts';
import * as spec from './spec.ts';
import { openTalk, type Talk, within } from './talk.ts';
import * as wire from './wire.ts';

/** The challenger's side of one round. It repeats the flow until no machine was too busy in it, at most FLOWS_MAX times. */
export async function driveRound(
  options: RoundOptions,
  drawSeed: () => Buffer = () => randomBytes(16),
): Promise<PobSeries | Failure> {
  const { task, lane, key } = options;
  let receiver: UpReceiver | undefined;
  const talk = openTalk(lane, Buffer.from(task.tag, 'hex'), key, (chunk, at) => receiver?.take(chunk, at));
  const deadline = performance.now() + task.budgetMs;
  let spoiltBytes = 0;
  for (;;) {
    const seed = drawSeed();
    receiver = openUpReceiver(seed, mostDatagrams(options.mbps));
    const startedAt = performance.now();
    const series = await driveFlow(talk, options, seed, receiver, spoiltBytes);
    if ('failure' in series) return series;
    const { voids, bytes } = readRound(series);
    const another = 2 * (performance.now() - startedAt) < deadline - performance.now();
    const again = voids.length > 0 && voids.every(isPassing) && talk.flow + 1 < spec.FLOWS_MAX && another;
    for (let copies = 0; copies < DONE_COPIES; copies++) talk.say(wire.DONE, Buffer.of(again ? 1 : 0));
    if (!again) return series;
    spoiltBytes = bytes;
    talk.flow += 1;
  }
}

/** Nobody answers the last message, so it is sent more than once. */
const DONE_COPIES = 3;

/** One flow: pings the prover, sends or counts the datagrams, and checks what the prover signed. */
async function driveFlow(
  talk: Talk,
  options: RoundOptions,
  seed: Buffer,
  receiver: UpReceiver,
  spoiltBytes: number,
): Promise<PobSeries | Failure> {
  const { task, lane, mbps } = options;
  const { direction } = task.ask;
  const rtts = await ping(talk);
  if (rtts.length === 0) return fail('timeout', 'The prover fell silent after the handshake.');
  const plan = planOf(mbps, Math.min(...rtts), lane.transport);
  const commit = createHash('sha256').update(seed).digest('hex');
  const announced = wirePlan(plan);
  const refusal = await within<string>(spec.ANSWER_MS, (done) => {
    talk.on(wire.ACCEPT, (body) => done(body.toString()));
    const start = { direction, ...announced, commit };
    return talk.insist(wire.START, encodeStart(direction === 'up' ? { ...start, seed: seed.toString('hex') } : start));
  });
  if (refusal === undefined) return fail('timeout', 'The prover did not answer the announcement of the flow.');
  if (refusal !== '') return fail('refused', `The prover would not take part: ${refusal}.`);

  const held = watchHeld();
  const droppedBefore = lane.dropped();
  // The end is drawn only now, so that nobody but the challenger can know it.
  const endUs = plan.leadUs + plan.flowUs * (1 + (spec.RANDOM_END * randomInt(0, 1001)) / 1000);
  const flow =
    direction === 'down'
      ? await sendDown(talk, options, plan, seed, endUs)
      : await countUp(talk, options, receiver, plan, endUs);
  const heldUs = held.stop();
  const dropped = Math.max(0, lane.dropped() - droppedBefore);
  if (!flow) return fail('timeout', 'The prover fell silent during the flow, which was stopped.');
  const signed = await collectReport(talk, flow.sent.at(-1)?.[1] ?? 0);
  if (!signed) return fail('timeout', 'The prover did not hand over its signed report.');
  const [text, signature] = signed;
  const problem = await whyUnusable(text, signature, commit, talk.flow, options);
  if (problem !== undefined) return fail('refused', problem);

  return {
    direction,
    transport: lane.transport,
    ip_version: lane.ipVersion,
    plan: announced,
    ended_us: flow.ended_us,
    rtts_us: rtts.map((rtt) => Math.round(rtt * 10) / 10),
    seed: seed.toString('hex'),
    sent: flow.sent,
    marks: flow.marks,
    held_us: heldUs,
    dropped,
    late: flow.late,
    spoilt: talk.flow,
    spoilt_bytes: spoiltBytes,
    checked: await compare(text, seed, flow.digests),
    report: text,
    prover_counter_signature: signature,
  };
}

/** Measures round trips in microseconds, one after another. A ping that is lost is sent again. */
async function ping(talk: Talk): Promise<number[]> {
  const sentAt = new Map<number, number>();
  const rtts: number[] = [];
  await within<true>(spec.PINGS * spec.PING_TIMEOUT_MS, (done) => {
    let timer: NodeJS.Timeout | undefined;
    const send = () => {
      clearTimeout(timer);
      if (sentAt.size >= 4 * spec.PINGS) return done(true);
      sentAt.set(sentAt.size, performance.now());
      talk.say(wire.PING, wire.numbers(sentAt.size - 1));
      const slowest = Math.max(0, ...rtts) / 1e3;
      timer = setTimeout(send, slowest > 0 ? 2 * slowest + spec.REPEAT_MS : 2 * spec.REPEAT_MS);
    };
    talk.on(wire.PONG, (body, atMs) => {
      const index = body.readUInt32BE(0);
      const at = sentAt.get(index);
      if (at === undefined || rtts.length >= spec.PINGS) return;
      sentAt.set(index, Number.NaN);
      if (Number.isNaN(at)) return;
      rtts.push((atMs - at) * 1e3);
      if (rtts.length >= spec.PINGS) done(true);
      else send();
    });
    send();
    return () => clearTimeout(timer);
  });
  return rtts;
}

/** Says END until the whole report is here. */
async function collectReport(talk: Talk, sent: number): Promise<[text: string, signature: string] | undefined> {
  const parts = new Map<number, Buffer>();
  const whole = await within<Buffer>(spec.DRAIN_MAX_MS + spec.ANSWER_MS, (done) => {
    const stopAsking = talk.insist(wire.END, wire.numbers(sent));
    let complete = false;
    talk.on(wire.PART, (body) => {
      stopAsking();
      const index = body.readUInt16BE(0);
      const count = body.readUInt16BE(2);
      if (count * spec.PART_BYTES > spec.REPORT_MAX_BYTES + spec.PART_BYTES || index >= count) return;
      if (body.length > 4 + spec.PART_BYTES) return;
      const got = Buffer.alloc(2);
      got.writeUInt16BE(index);
      talk.say(wire.GOT, got);
      if (!complete) parts.set(index, Buffer.from(body.subarray(4)));
      complete ||= parts.size === count;
      if (!complete) return;
      done(Buffer.concat(Array.from({ length: count }, (_, at) => parts.get(at) ?? Buffer.alloc(0))));
    });
    return stopAsking;
  });
  try {
    const [text, signature] = JSON.parse((whole ?? Buffer.alloc(0)).toString()) as unknown[];
    return typeof text === 'string' && typeof signature === 'string' ? [text, signature] : undefined;
  } catch {
    return undefined;
  }
}

/** Why a report cannot be used at all. Undefined if this prover signed it about this round. */
async function whyUnusable(
  text: string,
  signature: string,
  commit: string,
  flow: number,
  { task, lane, verify }: RoundOptions,
): Promise<string | undefined> {
  if (!(await verify(text, signature))) return 'The prover’s signature on its report is not valid.';
  const report = readReport(text);
  if (!report) return 'The prover’s report is malformed.';
  const same =
    report.challenge_id === task.challengeId &&
    report.attempt === task.attempt &&
    report.prover === task.prover.id &&
    report.challenger === task.challenger.id &&
    report.context === task.context &&
    report.tag === task.tag &&
    report.flow === flow &&
    report.transport === lane.transport &&
    report.direction === task.ask.direction &&
    report.commit === commit;
  return same ? undefined : 'The prover’s report is about another measurement.';
}

async function compare(text: string, seed: Buffer, said: ReadonlyMap<number, string>): Promise<PobSeries['checked']> {
  const report = readReport(text);
  if (report?.direction !== 'down') return 'match';
  for (const [index, digest] of said) if (report.checkpoints[index]?.[1] !== digest) return 'contradicted';
  const wrong = await checkDigests(report, seed);
  return wrong === undefined ? 'match' : 'mismatch';
}
