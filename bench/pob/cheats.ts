import { createHash } from 'node:crypto';
import type { Failure, PobSeries } from '@trigpoint/proofs';
import {
  answerRound,
  type DownReceiver,
  driveRound,
  fillDatagrams,
  type Lane,
  openDownReceiver,
  openKeystream,
  type RoundOptions,
  runWorker,
} from '@trigpoint/proofs/node';

/** Agents that cheat, as programs for the thread that measures. `POB_CHEAT` names one. */
type Drive = typeof driveRound;
type Open = typeof openDownReceiver;

const DATAGRAM = 1_400;
const allOnes = (through: number): string => Buffer.alloc(Math.ceil(through / 8), 0xff).toString('base64');

/** Replaces some functions of a receiver, and keeps its live getters. */
const instead = (real: DownReceiver, over: Partial<DownReceiver>): DownReceiver =>
  Object.defineProperties(
    { ...real, ...over },
    {
      datagrams: { get: () => real.datagrams },
      lastAt: { get: () => real.lastAt },
    },
  );

/** Signs for all datagrams up to the newest, also for those that its link dropped. */
const lacking: Open = (most) => {
  const real = openDownReceiver(most);
  return instead(real, { received: () => allOnes(real.checkpoint()[0]) });
};

/** Says that it has a fifth more than it has, and 100 datagrams on top. */
const early: Open = (most) => {
  const real = openDownReceiver(most);
  const ahead = (): number => Math.min(most, Math.round(real.checkpoint()[0] * 1.2) + 100);
  return instead(real, {
    checkpoint: () => [ahead(), real.checkpoint()[1]],
    received: () => allOnes(ahead()),
  });
};

/** Shows only its first checkpoint for so long, and all that it has afterwards. */
const hiding =
  (hiddenMs: number): Open =>
  (most) => {
    const real = openDownReceiver(most);
    let first: readonly [number, string] | undefined;
    let startedAt = 0;
    return instead(real, {
      checkpoint: () => {
        const now = real.checkpoint();
        if (startedAt === 0 && now[0] > 0) {
          startedAt = performance.now();
          first = now;
        }
        return first && performance.now() - startedAt < hiddenMs ? [...first] : now;
      },
    });
  };

/** The seed that a leaking challenger and a listening prover have agreed on. */
const leakedSeed = (tag: string): Buffer => createHash('sha256').update(`leak ${tag}`).digest().subarray(0, 16);

/** Makes the datagrams that it lacks itself, because its challenger has leaked the seed. */
const colluding =
  (tag: string): Open =>
  (most) => {
    const real = openDownReceiver(most);
    const stream = openKeystream(leakedSeed(tag));
    const hash = createHash('sha256');
    let through = 0;
    let leaked: boolean | undefined;
    return instead(real, {
      take(chunk, at) {
        real.take(chunk, at);
        const seq = chunk.readUInt32BE(at + 20);
        if (leaked === false || seq < through) return;
        const made = fillDatagrams(
          stream,
          Buffer.from(tag, 'hex'),
          chunk[at + 17] ?? 0,
          through,
          seq + 1 - through,
          [0, 0],
        );
        leaked ??= chunk.compare(made, made.length - DATAGRAM, made.length, at, at + DATAGRAM) === 0;
        hash.update(made);
        through = seq + 1;
      },
      checkpoint: () => (leaked ? [through, hash.copy().digest('hex')] : real.checkpoint()),
      received: () => (leaked ? allOnes(through) : real.received()),
    });
  };

const PING = 16;
const PONG_DELAY_MS = 60;

/** Answers pings late, so that the path looks longer than it is. */
const slowPings = (lane: Lane): Lane => ({
  ...lane,
  send: (bytes) => void (bytes[16] === PING + 1 ? setTimeout(() => lane.send(bytes), PONG_DELAY_MS) : lane.send(bytes)),
});

const reporting =
  (lie: (series: PobSeries) => PobSeries | Failure): Drive =>
  async (options) => {
    const outcome = await driveRound(options);
    return 'failure' in outcome ? outcome : lie(outcome);
  };

const halve = ([atUs, n]: [number, number]): [number, number] => [Math.round(atUs / 2), n];

const challengers: Record<string, Drive> = {
  zero: reporting((series) => ({ ...series, marks: series.marks.map(([atUs]) => [atUs, 0]) })),
  double: reporting((series) => ({
    ...series,
    ended_us: Math.round(series.ended_us / 2),
    marks: series.marks.map(halve),
    sent: series.sent.map(halve),
    plan: {
      lead_mbps: series.plan.lead_mbps * 2,
      pace_mbps: series.plan.pace_mbps * 2,
      lead_us: Math.round(series.plan.lead_us / 2),
      flow_us: Math.round(series.plan.flow_us / 2),
    },
  })),
  withhold: async (options) => {
    await driveRound(options);
    return new Promise(() => {});
  },
  leak: (options) => driveRound(options, () => leakedSeed(options.task.tag)),
};

const provers: Record<string, (options: RoundOptions) => Promise<void>> = {
  lacking: (options) => answerRound(options, lacking),
  early: (options) => answerRound(options, early),
  hiding: (options) => answerRound(options, hiding(400)),
  // Until after the early marks of a flow over TCP.
  'hiding-long': (options) => answerRound(options, hiding(2_000)),
  colluding: (options) => answerRound(options, colluding(options.task.tag)),
  'slow-pings': (options) => answerRound({ ...options, lane: slowPings(options.lane) }),
};

const name = process.env.POB_CHEAT ?? '';
runWorker({ driveRound: challengers[name] ?? driveRound, answerRound: provers[name] ?? answerRound });
