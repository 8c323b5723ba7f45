import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { answerAsProver, type Channel, FIRST_PROBE_TYPE, openAsChallenger } from '../handshake.ts';
import { type Failure, fail, isFailure, type Probe, type ProbeIo, type ProbeTask } from '../proof-type.ts';
import { TAG_BYTES } from '../udp-listener.ts';
import type { PocAsk } from './ask.ts';
import { countSolved, difficultyFor, tryNonces } from './puzzles.ts';
import { counterSignedText, mostPuzzles, type PocSeries } from './series.ts';

/**
 * The datagrams after the handshake. Every one is: tag (16) · type (1) · body · MAC (16).
 * PUZZLES  challenger → prover   seed (32)
 * ANSWERS  prover → challenger   all answers so far, 4 bytes each, so that a lost datagram costs nothing
 * FINISH   challenger → prover   how many answers count (1)
 * SIGNED   prover → challenger   the prover's signature under them
 */
const [PUZZLES, ANSWERS, FINISH, SIGNED] = [0, 1, 2, 3].map((n) => FIRST_PROBE_TYPE + n) as [
  number,
  number,
  number,
  number,
];

const MAC_BYTES = 16;
/** A message is sent again this often until it is answered. */
const REPEAT_MS = 100;
/** How long a prover may work. In this time a prover that computes an eighth of what is asked solves all puzzles. */
const WORK_MS = 4_000;
/** Kept back from the budget for the prover's signature. */
const FINISH_MS = 2_000;
/** A prover lets go when the challenger has been silent for this long. */
const SILENCE_MS = 6_000;
/** How many hashes are computed in one turn of the event loop. They hold it for about a millisecond. */
const TRIES_A_TURN = 512;

type Take = (type: number, body: Buffer) => void;

const macOf = (key: Buffer, bytes: Buffer): Buffer =>
  createHmac('sha256', key).update(bytes).digest().subarray(0, MAC_BYTES);

/** Sends and receives datagrams of the measurement. It ignores datagrams with a wrong MAC. */
const talkOver = ({ key, socket, tag }: Channel, take: Take) => {
  const onMessage = (datagram: Buffer) => {
    const body = datagram.subarray(0, -MAC_BYTES);
    if (body.length <= TAG_BYTES || !tag.equals(body.subarray(0, TAG_BYTES))) return;
    if ((body[TAG_BYTES] ?? 0) < FIRST_PROBE_TYPE) return;
    if (!timingSafeEqual(datagram.subarray(-MAC_BYTES), macOf(key, body))) return;
    take(body[TAG_BYTES] ?? 0, body.subarray(TAG_BYTES + 1));
  };
  socket.on('message', onMessage);
  return {
    say: (type: number, body: Uint8Array) => {
      const frame = Buffer.concat([tag, Uint8Array.of(type), body]);
      socket.send(Buffer.concat([frame, macOf(key, frame)]), () => {});
    },
    stop: () => socket.off('message', onMessage),
  };
};

const readNonces = (body: Buffer): number[] =>
  Array.from({ length: Math.min(mostPuzzles, body.length >> 2) }, (_, i) => body.readUInt32BE(i * 4));

const writeNonces = (nonces: readonly number[]): Buffer => {
  const body = Buffer.alloc(nonces.length * 4);
  for (const [i, nonce] of nonces.entries()) body.writeUInt32BE(nonce, i * 4);
  return body;
};

/** The prover hashes until it has the answers; the challenger times them on its own clock. */
export const probe: Probe<PocAsk, PocSeries> = {
  async challenge(task, io) {
    const startedAt = performance.now();
    const channel = await openAsChallenger(task, io);
    if (isFailure(channel)) return channel;
    try {
      const leftMs = task.budgetMs - (performance.now() - startedAt) - FINISH_MS;
      return await setPuzzles(channel, task, io, Math.min(WORK_MS, leftMs));
    } finally {
      channel.close();
    }
  },

  prove: (task, io) => answerAsProver(task, io, (channel) => solvePuzzles(channel, task, io)),
};

async function setPuzzles(
  channel: Channel,
  task: ProbeTask<PocAsk>,
  io: ProbeIo,
  workMs: number,
): Promise<PocSeries | Failure> {
  const bits = difficultyFor(task.ask.rateKhps);
  const seed = randomBytes(32);
  const startedAt = performance.now();
  let nonces: number[] = [];
  let elapsedMs = workMs;
  let signature: string | undefined;
  let wake = () => {};
  const talk = talkOver(channel, (type, body) => {
    if (type === ANSWERS && elapsedMs === workMs && body.length > nonces.length * 4) {
      nonces = readNonces(body);
      io.progress({ solved: nonces.length });
      if (nonces.length === mostPuzzles) elapsedMs = performance.now() - startedAt;
    }
    if (type === SIGNED) signature = body.toString('latin1');
    wake();
  });
  /** Sends a message again and again until `isDone`, or until time is up. */
  const insist = async (type: number, body: Uint8Array, forMs: number, isDone: () => boolean) => {
    const until = performance.now() + forMs;
    while (!isDone() && performance.now() < until && !io.signal.aborted) {
      talk.say(type, body);
      const nextAt = Math.min(until, performance.now() + REPEAT_MS);
      while (!isDone() && performance.now() < nextAt && !io.signal.aborted)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, nextAt - performance.now());
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
    }
  };
  try {
    await insist(PUZZLES, seed, workMs, () => nonces.length === mostPuzzles);
    const counted = [...nonces];
    await insist(FINISH, Uint8Array.of(counted.length), FINISH_MS, () => signature !== undefined);
    if (io.signal.aborted) return fail('timeout', 'The measurement was stopped.');
    if (signature === undefined) return fail('refused', 'The prover did not sign its answers.');
    const text = counterSignedText(task, seed.toString('hex'), counted);
    if (!(await io.verify(task.prover, text, signature).catch(() => false)))
      return fail('refused', 'The prover’s signature under its answers is not its own.');
    io.progress({ solved: countSolved(seed.toString('hex'), counted, bits) });
    return {
      seed: seed.toString('hex'),
      nonces: counted,
      elapsed_us: Math.max(1, Math.round(elapsedMs * 1000)),
      prover_counter_signature: signature,
    };
  } finally {
    talk.stop();
  }
}

async function solvePuzzles(channel: Channel, task: ProbeTask<PocAsk>, io: ProbeIo): Promise<void> {
  const bits = difficultyFor(task.ask.rateKhps);
  const nonces: number[] = [];
  let seed: Buffer | undefined;
  let signed: Promise<Buffer> | undefined;
  let heardAt = performance.now();
  let isOver = false;
  channel.socket.once('close', () => {
    isOver = true;
  });
  const sign = async (count: number) =>
    Buffer.from(await io.sign(counterSignedText(task, seed?.toString('hex') ?? '', nonces.slice(0, count))), 'latin1');
  const talk = talkOver(channel, (type, body) => {
    heardAt = performance.now();
    if (type === PUZZLES) {
      seed ??= Buffer.from(body.subarray(0, 32));
      if (nonces.length > 0) talk.say(ANSWERS, writeNonces(nonces));
    }
    // There is one signature for one measurement. A later FINISH only repeats the first one.
    if (type === FINISH && seed && (body[0] ?? 0) <= nonces.length) {
      signed ??= sign(body[0] ?? 0);
      void signed.then((bytes) => isOver || talk.say(SIGNED, bytes));
    }
  });
  try {
    let next = 0;
    while (!isOver && !io.signal.aborted && performance.now() - heardAt < SILENCE_MS) {
      if (!seed || signed || nonces.length === mostPuzzles) {
        await new Promise((resolve) => setTimeout(resolve, seed ? 50 : 1));
        if (signed && performance.now() - heardAt > 10 * REPEAT_MS) return;
        continue;
      }
      const before = nonces.length;
      for (let left = TRIES_A_TURN; left > 0 && nonces.length < mostPuzzles; ) {
        const found = tryNonces(seed, nonces.length, bits, next, left);
        if (found !== undefined) nonces.push(found);
        const tried = found === undefined ? left : found - next + 1;
        next = found === undefined ? next + tried : 0;
        left -= tried;
      }
      if (nonces.length > before) talk.say(ANSWERS, writeNonces(nonces));
      await new Promise((resolve) => setImmediate(resolve));
    }
  } finally {
    talk.stop();
  }
}
