import { answerUdpThread } from '../udp-thread.ts';
import type { driveRound } from './challenger-round.ts';
import { type Lane, openTcpLane, openUdpLane } from './lane.ts';
import type { answerRound } from './prover-round.ts';
import type { RoundOptions } from './round.ts';
import { awaitTcp, dialTcp, type Signing } from './tcp.ts';
import type { Begin, FromWorker, ToWorker } from './worker-messages.ts';

export interface Parts {
  readonly driveRound: typeof driveRound;
  readonly answerRound: typeof answerRound;
}

/** A prover that is refused tries once more after this pause, because the challenger may not have listened yet. */
const DIAL_PAUSE_MS = 1_500;

/**
 * Runs in the measuring thread, which takes one round after another. This thread has the sockets and the flow. Keys, deadlines and
 * limits stay with the controlling thread.
 */
export function runWorker(parts: Parts): void {
  answerUdpThread<Begin>((begin) => openRound(parts, begin));
}

function openRound(parts: Parts, { data, port }: Begin): void {
  const { role, task, mbps, spent, tcpAt, offload } = data;
  const say = (message: FromWorker) => port.postMessage(message);
  const counter = new BigInt64Array(spent);
  const heard = new Float64Array(spent);
  /**
   * Counts the bytes that come in. Only this thread writes the count, so it needs no atomic operation for each of 100,000 datagrams
   * a second.
   */
  const counted = (lane: Lane): Lane => ({
    ...lane,
    listen: (take) =>
      lane.listen((chunk) => {
        heard[1] = (heard[1] as number) + chunk.length;
        take(chunk);
      }),
  });
  const waiting = new Map<number, { give: (value: string | boolean) => void; otherwise: string | boolean }>();
  let asked = 0;
  let isOver = false;
  const ask = <T extends string | boolean>(otherwise: T, question: (id: number) => FromWorker): Promise<T> =>
    new Promise((resolve) => {
      if (isOver) return resolve(otherwise);
      asked += 1;
      waiting.set(asked, { give: resolve as (value: string | boolean) => void, otherwise });
      say(question(asked));
    });
  const signing: Signing = {
    sign: (text) => ask<string>('', (id) => ({ kind: 'sign', id, text })),
    verify: (text, signature) => ask<boolean>(false, (id) => ({ kind: 'verify', id, text, signature })),
  };

  let begun = false;
  const begin = async (lane: Lane, key: Buffer) => {
    if (begun) return lane.close();
    begun = true;
    server?.close();
    const options: RoundOptions = {
      task,
      lane: counted(lane),
      key,
      mbps,
      ...signing,
      spend: (bytes) => void Atomics.add(counter, 0, BigInt(bytes)),
      progress: (update) => say({ kind: 'progress', update: { transport: lane.transport, ...update } }),
    };
    const outcome = role === 'challenger' ? await parts.driveRound(options) : void (await parts.answerRound(options));
    say({ kind: 'done', outcome });
    // The last messages (DONE, the last part of the report) must still be sent.
    setTimeout(() => lane.close(), 20);
  };

  const server =
    role === 'challenger' && tcpAt
      ? awaitTcp(tcpAt, task, signing, ({ socket, key }) => {
          say({ kind: 'tcp' });
          void begin(openTcpLane(socket), key);
        })
      : undefined;

  // When the round is over, everything that still waits for a signature gets a substitute. Otherwise it would keep its connection
  // open.
  port.on('close', () => {
    isOver = true;
    for (const { give, otherwise } of waiting.values()) give(otherwise);
    waiting.clear();
  });
  port.on('message', async (message: ToWorker) => {
    if (message.kind === 'answer') {
      waiting.get(message.id)?.give(message.value);
      waiting.delete(message.id);
    } else if (message.kind === 'udp') {
      const lane = await openUdpLane(message.local, message.peer, async (descriptor) =>
        offload ? ask<boolean>(false, (id) => ({ kind: 'offload', id, descriptor })) : false,
      );
      await begin(lane, Buffer.from(message.key));
    } else {
      let opened = await dialTcp(task, signing);
      if (opened === 'refused') {
        await new Promise((resolve) => setTimeout(resolve, DIAL_PAUSE_MS));
        opened = await dialTcp(task, signing);
      }
      if (typeof opened === 'object') await begin(openTcpLane(opened.socket), opened.key);
      else {
        const { address, port: at } = task.challenger.endpoint;
        const detail = `The challenger at ${address} port ${at} did not answer.`;
        say({ kind: 'done', outcome: { failure: 'unreachable', detail } });
      }
    }
  });
}
