import { MessageChannel } from 'node:worker_threads';
import { openAsChallenger, openAsProver } from '../handshake.ts';
import {
  type Endpoint,
  type Failure,
  fail,
  isFailure,
  type Party,
  type Probe,
  type ProbeIo,
  type ProbeTask,
} from '../proof-type.ts';
import { endUdpThread } from '../udp-thread.ts';
import type { PobAsk } from './ask.ts';
import { loadOffload, type Offload } from './offload.ts';
import { capBytes, drivenMbps } from './plan.ts';
import type { PobSeries } from './series.ts';
import { FLOWS_MAX, ROUND_MS, TCP_GRACE_MS, UDP_TRY_MS } from './spec.ts';
import { Threads } from './threads.ts';
import type { Begin, FromWorker, RoundData, ToWorker } from './worker-messages.ts';

export interface ProbeOptions {
  /** False: use plain sockets even if the kernel could cut and join datagrams. */
  readonly offload?: boolean;
  /** Another program for the measuring thread, to try out agents that cheat. */
  readonly workerUrl?: URL;
}

/** Loaded once, with the first measurement. Null if this machine has none. */
let offloadHere: Offload | null | undefined;
const ownWorker = new URL('./worker-main.js', import.meta.url);
/** How often the cap on bytes is checked. */
const WATCH_MS = 50;

/**
 * The controlling thread's part. It does the handshake and the signatures, and limits the bytes and the time of the measuring
 * thread.
 */
export function createProbe({ offload = true, workerUrl = ownWorker }: ProbeOptions = {}): Probe<PobAsk, PobSeries> {
  const turns = new Map<string, Promise<void>>();
  const threads = new Threads(workerUrl);

  const answer = async (task: ProbeTask<PobAsk>, io: ProbeIo, mbps: number): Promise<void> => {
    if (io.signal.aborted) return;
    const round = startRound({ role: 'prover', task, mbps, tcpAt: undefined, offload }, threads, io);
    const channel = await openAsProver({ ...task, budgetMs: Math.min(task.budgetMs, UDP_TRY_MS) }, io);
    if (isFailure(channel)) round.say({ kind: 'dial' });
    else {
      const local = plain(channel.socket.address());
      channel.close();
      round.say({ kind: 'udp', local, peer: plain(channel.peer), key: channel.key });
    }
    const outcome = await round.outcome;
    if (outcome && isFailure(outcome)) io.progress({ failure: outcome.failure, detail: outcome.detail });
  };

  return {
    async challenge(task, io) {
      const mbps = drivenMbps(task.ask, task.prover.claims);
      if (mbps === undefined) return fail('refused', `The prover claims no ${task.ask.direction}link bandwidth.`);
      const round = startRound({ role: 'challenger', task, mbps, tcpAt: io.listener, offload }, threads, io);
      const channel = await openAsChallenger(task, { ...io, signal: round.untilTcp, listener: io.listener });
      if (isFailure(channel)) {
        // The prover may be about to dial over TCP.
        const grace = setTimeout(() => !round.onTcp() && round.end(channel), TCP_GRACE_MS);
        void round.outcome.then(() => clearTimeout(grace));
      } else {
        channel.close();
        round.say({ kind: 'udp', local: plain(io.listener), peer: plain(channel.peer), key: channel.key });
      }
      return (await round.outcome) ?? fail('own_fault', 'The measurement ended without a result.');
    },

    async prove(task, io) {
      const mbps = drivenMbps(task.ask, task.prover.claims);
      if (mbps === undefined) return;
      // Two rounds at once would each see only a part of the link. So a prover takes them one after another.
      const turn = (turns.get(task.prover.id) ?? Promise.resolve()).then(() => answer(task, io, mbps));
      const ended = turn.catch(() => {});
      turns.set(task.prover.id, ended);
      await turn;
      if (turns.get(task.prover.id) === ended) turns.delete(task.prover.id);
    },
  };
}

export const probe = createProbe();

/** Copies the fields that another thread needs. An agent may keep other things beside them, which cannot be sent. */
const plain = ({ address, port }: Endpoint): Endpoint => ({ address, port });
const plainParty = ({ id, keyType, publicKey, claims }: Party): Party => ({ id, keyType, publicKey, claims });
const plainTask = (task: ProbeTask<PobAsk>): ProbeTask<PobAsk> => ({
  ...task,
  prover: plainParty(task.prover),
  challenger: { ...plainParty(task.challenger), endpoint: plain(task.challenger.endpoint) },
});

type Outcome = PobSeries | Failure | undefined;
type Question = Extract<FromWorker, { readonly id: number }>;

function startRound({ tcpAt, ...start }: Omit<RoundData, 'spent'>, threads: Threads, io: ProbeIo) {
  const { task, mbps, role } = start;
  // Two counts: the bytes sent, which the cap limits, and the bytes received.
  const spent = new SharedArrayBuffer(16);
  const counter = new BigInt64Array(spent);
  const cap = BigInt(capBytes(mbps) * FLOWS_MAX);
  const other = role === 'challenger' ? task.prover : task.challenger;
  const tcp = new AbortController();
  const data: RoundData = { ...start, task: plainTask(task), spent, tcpAt: tcpAt && plain(tcpAt) };
  const { port1: port, port2 } = new MessageChannel();
  const thread = threads.take((error) => kill(fail('own_fault', `The measuring thread failed: ${error.message}.`)));
  thread.postMessage({ data, port: port2 } satisfies Begin, [port2]);
  const say = (message: ToWorker) => port.postMessage(message);

  let over = false;
  let end: (outcome: Outcome) => void = () => {};
  const outcome = new Promise<Outcome>((resolve) => {
    end = resolve;
  });
  void outcome.then(() => {
    clearInterval(watch);
    io.carried?.(Number(Atomics.load(counter, 0)) + (new Float64Array(spent)[1] as number));
    clearTimeout(deadline);
    io.signal.removeEventListener('abort', onAbort);
    tcp.abort();
    port.close();
  });
  // The measuring thread is ended if it sends more bytes or takes more time than its task allows, or if the agent stops.
  const kill = async (why: Failure) => {
    if (over) return;
    over = true;
    await endUdpThread(thread);
    end(why);
  };
  const watch = setInterval(() => {
    if (Atomics.load(counter, 0) > cap) kill(fail('own_fault', 'More bytes left than the task allows; stopped.'));
  }, WATCH_MS);
  const deadline = setTimeout(
    () => kill(fail('timeout', 'The measurement did not end in its time.')),
    Math.min(task.budgetMs, ROUND_MS),
  );
  const onAbort = () => kill(fail('timeout', 'The measurement was stopped.'));
  io.signal.addEventListener('abort', onAbort);
  if (io.signal.aborted) onAbort();

  const answer = async (message: Question): Promise<string | boolean> => {
    if (message.kind === 'sign') return io.sign(message.text);
    if (message.kind === 'verify') return io.verify(other, message.text, message.signature);
    if (offloadHere === undefined) offloadHere = loadOffload() ?? null;
    // If the thread has been ended, its descriptor may belong to another socket by now.
    return !over && offloadHere !== null && offloadHere(message.descriptor);
  };
  port.on('message', (message: FromWorker) => {
    if (over) return;
    if (message.kind === 'progress') io.progress(message.update);
    else if (message.kind === 'tcp') tcp.abort();
    else if (message.kind === 'done') {
      over = true;
      end(message.outcome);
      threads.give(thread);
    } else {
      const { id } = message;
      answer(message).then(
        (value) => say({ kind: 'answer', id, value }),
        () => say({ kind: 'answer', id, value: message.kind === 'sign' ? '' : false }),
      );
    }
  });
  return {
    say,
    end: kill,
    outcome,
    /** Aborted when the prover has connected over TCP, or the measurement is over. Then nobody waits for UDP any more. */
    untilTcp: tcp.signal,
    onTcp: () => tcp.signal.aborted,
  };
}
