import { createSocket, type Socket } from 'node:dgram';
import { parentPort } from 'node:worker_threads';
import { answerUdpThread } from '@trigpoint/proofs/udp-thread';
import type { DelayOrder, Opened, Ordered } from './lines.ts';

/** The socket for a sender that sent nothing for this long is closed. */
const idleMs = 60_000;
/** Timers may be this late. So the last part of a delay is waited for in turns of the event loop. */
const timerSlackMs = 2;
/** Until this much is left, the thread sleeps a little in each such turn. Without that the turns would take a whole core. */
const wakeMs = 0.25;
const napMs = 0.05;
/** Nobody changes it: to wait for a change is to sleep, and with a finer clock than that of timers. */
const unchanged = new Int32Array(new SharedArrayBuffer(4));

interface Parcel {
  readonly at: number;
  readonly deliver: () => void;
}

/** Parcels in the order of their times. Few are under way at once, so a sorted list is fast enough. */
const underWay: Parcel[] = [];
let stopWaiting = () => {};

const deliverDue = () => {
  stopWaiting();
  while (underWay[0] && underWay[0].at <= performance.now()) underWay.shift()?.deliver();
  if (!underWay[0]) return;
  const waitMs = underWay[0].at - performance.now();
  if (waitMs > timerSlackMs) {
    const timer = setTimeout(deliverDue, waitMs - timerSlackMs);
    stopWaiting = () => clearTimeout(timer);
  } else {
    if (waitMs > wakeMs) Atomics.wait(unchanged, 0, 0, napMs);
    const turn = setImmediate(deliverDue);
    stopWaiting = () => clearImmediate(turn);
  }
};

const after = (ms: number, deliver: () => void) => {
  const at = performance.now() + ms;
  const place = underWay.findIndex((it) => it.at > at);
  underWay.splice(place < 0 ? underWay.length : place, 0, { at, deliver });
  if (underWay[0]?.at === at) deliverDue();
};

const openLine = ({ id, target, roundTripMs, bind }: Ordered<DelayOrder>) => {
  const oneWayMs = roundTripMs / 2;
  const front = createSocket('udp4');
  const backs = new Map<string, { socket: Socket; usedAt: number }>();
  front.on('message', (data, from) => {
    const key = `${from.address}:${from.port}`;
    let back = backs.get(key);
    if (!back) {
      const socket = createSocket('udp4');
      socket.on('message', (reply) => after(oneWayMs, () => front.send(reply, from.port, from.address)));
      socket.on('error', () => socket.close());
      back = { socket, usedAt: 0 };
      backs.set(key, back);
    }
    back.usedAt = performance.now();
    const { socket } = back;
    after(oneWayMs, () => socket.send(data, target.port, target.address));
  });
  setInterval(() => {
    for (const [key, { socket, usedAt }] of backs) {
      if (performance.now() - usedAt < idleMs) continue;
      socket.close();
      backs.delete(key);
    }
  }, idleMs).unref();
  front.bind(0, bind, () => parentPort?.postMessage({ id, port: front.address().port } satisfies Opened));
};

answerUdpThread(openLine);
