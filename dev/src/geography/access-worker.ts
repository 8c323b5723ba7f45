import { createSocket, type Socket } from 'node:dgram';
import { parentPort } from 'node:worker_threads';
import type { Endpoint } from '@trigpoint/proofs';
import { answerUdpThread } from '@trigpoint/proofs/udp-thread';
import type { AccessOrder, Opened, Ordered } from './lines.ts';

/** Datagrams that would wait longer than this are dropped. A typical access line has such a buffer. */
const QUEUE_MS = 50;
const IP_BYTES = 28;
const BUFFER_BYTES = 4 * 1024 * 1024;

type Shaper = (bytes: number, send: () => void) => void;

/** Lets datagrams through at a rate and in order. It drops those that would wait too long. */
const shapeTo = (mbps: number): Shaper => {
  const queue: { readonly at: number; readonly send: () => void }[] = [];
  let freeAt = 0;
  let draining = false;
  const drain = () => {
    const now = performance.now();
    while (queue[0] && queue[0].at <= now) queue.shift()?.send();
    draining = queue.length > 0;
    if (draining) setTimeout(drain, 1);
  };
  return (bytes, send) => {
    const now = performance.now();
    if (freeAt - now > QUEUE_MS) return;
    freeAt = Math.max(now, freeAt) + ((bytes + IP_BYTES) * 8) / (mbps * 1e3);
    queue.push({ at: freeAt, send });
    if (draining) return;
    draining = true;
    setTimeout(drain, 1);
  };
};

const accesses = new Map<string, { readonly down: Shaper; readonly up: Shaper }>();

const bindAnywhere = (): Promise<Socket> =>
  new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.on('error', () => {});
    socket.bind(0, '127.0.0.1', () => {
      socket.setRecvBufferSize(BUFFER_BYTES);
      resolve(socket);
    });
  });

answerUdpThread<Ordered<AccessOrder>>(async ({ id, name, access, target }) => {
  const shaped = accesses.get(name) ?? { down: shapeTo(access.downMbps), up: shapeTo(access.upMbps) };
  accesses.set(name, shaped);
  const inside = await bindAnywhere();
  const outside = await bindAnywhere();
  let client: Endpoint | undefined;
  inside.on('message', (datagram, from) => {
    client = { address: from.address, port: from.port };
    shaped.up(datagram.length, () => outside.send(datagram, target.port, target.address, () => {}));
  });
  outside.on('message', (datagram) => {
    shaped.down(datagram.length, () => client && inside.send(datagram, client.port, client.address, () => {}));
  });
  parentPort?.postMessage({ id, port: inside.address().port } satisfies Opened);
});
