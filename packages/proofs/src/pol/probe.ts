import { randomBytes } from 'node:crypto';
import { answerAsProver, type Channel, openAsChallenger } from '../handshake.ts';
import { type LoopWatch, watchLoop } from '../loop-watch.ts';
import { type Failure, fail, isFailure, type Probe, type ProbeIo, type ProbeTask } from '../proof-type.ts';
import { TAG_BYTES } from '../udp-listener.ts';
import type { PolAsk } from './ask.ts';
import { ANSWERED_LEAST, NO_BOUND_MS, pingPong } from './ping-pong.ts';
import * as wire from './probe-wire.ts';
import { counterSignedText, type PolSeries } from './series.ts';

/** This part of the budget is kept back for the counter-signature. The challenger asks for it repeatedly in this time. */
const FINISH_MS = 2_000;
const FINISH_REPEAT_MS = 150;
/** A prover ends the measurement if the challenger has been silent for this long. Its longest pause is shorter. */
const SILENCE_MS = 5_000;
/** How long a prover stays after it sent COUNTER, in case that was lost and is asked for again. */
const LINGER_MS = 1_000;

/** The location probe: the challenger times a chain of nonces, the prover answers each and signs for the whole. */
export const probe: Probe<PolAsk, PolSeries> = {
  async challenge(task, io) {
    const startedAt = performance.now();
    const channel = await openAsChallenger(task, io);
    if (isFailure(channel)) return channel;
    const watch = watchLoop();
    try {
      const seed = randomBytes(32);
      const untilMs = startedAt + task.budgetMs - FINISH_MS;
      const series = await pingPong(channel, seed, watch, untilMs, io.signal, ({ answered, sent }) =>
        io.progress({ probes: sent, answered: answered.length, fastest_us: Math.round(fastest(answered)) }),
      );
      if (io.signal.aborted) return fail('timeout', 'The measurement was stopped.');
      const { answered, sent } = series;
      const least = fastest(answered) > 1000 * NO_BOUND_MS ? ANSWERED_LEAST.noBound : ANSWERED_LEAST.bound;
      if (answered.length < least) return fail('timeout', `The prover answered ${answered.length} of ${sent} probes.`);
      if (answered.every(({ starved }) => starved))
        return fail('own_fault', 'This challenger’s own machine was too busy to measure.');

      const finish = { sent, seed, answered: wire.bitmap(answered.map(({ index }) => index)) };
      const counter = await askCounter(channel, task, io, finish);
      if (isFailure(counter)) return counter;
      const starved = answered.flatMap((one, i) => (one.starved || wire.hasBit(counter.starved, one.index) ? [i] : []));
      return {
        rtts_us: answered.map(({ rttUs }) => Math.max(0.1, Math.round(rttUs * 10) / 10)),
        starved,
        lost: sent - answered.length,
        transcript: counter.transcript,
        prover_counter_signature: counter.signature,
      };
    } finally {
      watch.stop();
      channel.close();
    }
  },

  prove: (task, io) =>
    answerAsProver(task, io, (channel) => {
      const watch = watchLoop();
      return answer(channel, task, io, watch).finally(() => watch.stop());
    }),
};

const fastest = (answered: readonly { readonly rttUs: number }[]): number =>
  Math.min(...answered.map(({ rttUs }) => rttUs));

/** Shows the prover the whole chain and asks for its signature, until it comes or time is up. */
async function askCounter(
  { key, socket, tag }: Channel,
  task: ProbeTask,
  io: ProbeIo,
  finish: wire.Finish,
): Promise<{ signature: string; starved: Buffer; transcript: string } | Failure> {
  const request = wire.writeFinish(tag, key, finish);
  const exchanges = wire.replay(key, finish);
  const counter = await new Promise<ReturnType<typeof wire.readCounter>>((resolve) => {
    const end = (said?: ReturnType<typeof wire.readCounter>) => {
      clearInterval(repeat);
      clearTimeout(timeout);
      socket.off('message', onMessage);
      io.signal.removeEventListener('abort', onAbort);
      resolve(said);
    };
    const onMessage = (datagram: Buffer) => {
      if (datagram[TAG_BYTES] !== wire.COUNTER) return;
      const said = wire.readCounter(key, datagram);
      if (said) end(said);
    };
    const onAbort = () => end();
    const repeat = setInterval(() => socket.send(request, () => {}), FINISH_REPEAT_MS);
    const timeout = setTimeout(end, FINISH_MS);
    socket.on('message', onMessage);
    io.signal.addEventListener('abort', onAbort);
    socket.send(request, () => {});
  });
  if (!counter) return fail('refused', 'The prover answered the probes but did not sign for them.');
  const transcript = wire.transcriptDigest(key, finish, exchanges, counter.starved);
  const text = counterSignedText(task, transcript, exchanges.length);
  if (!(await io.verify(task.prover, text, counter.signature).catch(() => false)))
    return fail('refused', 'The prover’s signature under the measurement is not its own.');
  if (!io.signal.aborted) await new Promise<void>((resolve) => socket.send(wire.writeDone(tag, key), () => resolve()));
  return { signature: counter.signature, starved: counter.starved, transcript };
}

/** The prover's side. It answers every probe at once, and remembers which it answered, so that it signs for nothing else. */
function answer({ key, socket, tag }: Channel, task: ProbeTask, io: ProbeIo, watch: LoopWatch) {
  return new Promise<void>((resolve) => {
    const given = new Set<string>();
    const starved = new Set<number>();
    let counter: Promise<Buffer | undefined> | undefined;

    const end = () => {
      clearTimeout(silence);
      socket.off('message', onMessage);
      socket.off('close', end);
      resolve();
    };
    const silence = setTimeout(end, SILENCE_MS);

    const onProbe = (datagram: Buffer) => {
      const index = wire.indexOf(datagram);
      if (index >= wire.PROBES_MAX || given.size > 2 * wire.PROBES_MAX || counter) return;
      socket.send(wire.writeExchange(tag, wire.REPLY, index, wire.replyTo(key, datagram)), () => {});
      given.add(datagram.toString('latin1', TAG_BYTES + 1));
      if (watch.justHeld()) starved.add(index);
      silence.refresh();
    };

    const sign = async (finish: wire.Finish): Promise<Buffer | undefined> => {
      const exchanges = wire.replay(key, finish);
      const all = exchanges.every(({ index, nonce }) =>
        given.has(wire.writeExchange(tag, wire.PROBE, index, nonce).toString('latin1', TAG_BYTES + 1)),
      );
      if (!all) return undefined;
      const marks = wire.bitmap(starved);
      const digest = wire.transcriptDigest(key, finish, exchanges, marks);
      const signature = await io.sign(counterSignedText(task, digest, exchanges.length));
      io.progress({ answered: exchanges.length, signed: digest });
      return wire.writeCounter(tag, key, marks, signature);
    };

    const onFinish = async (datagram: Buffer) => {
      const finish = wire.readFinish(key, datagram);
      if (!finish) return;
      // There is one signature for one chain. A later FINISH only repeats the first one.
      counter ??= sign(finish);
      const reply = await counter.catch(() => undefined);
      if (io.signal.aborted) return;
      if (!reply) return end();
      socket.send(reply, () => {});
      clearTimeout(silence);
      clearTimeout(linger);
      linger = setTimeout(end, LINGER_MS);
    };
    let linger: NodeJS.Timeout | undefined;

    const onMessage = (datagram: Buffer) => {
      const type = datagram[TAG_BYTES];
      if (datagram.length <= TAG_BYTES || !tag.equals(datagram.subarray(0, TAG_BYTES))) return;
      if (type === wire.PROBE && datagram.length === wire.PROBE_BYTES) onProbe(datagram);
      else if (type === wire.FINISH) void onFinish(datagram);
      else if (type === wire.DONE && wire.isDone(key, datagram)) {
        clearTimeout(linger);
        end();
      }
    };
    socket.on('message', onMessage);
    socket.on('close', end);
  });
}
