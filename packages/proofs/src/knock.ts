import { randomBytes } from 'node:crypto';
import * as wire from './handshake-wire.ts';
import type { Endpoint, UdpListener } from './proof-type.ts';
import { createUdpSocket, TAG_BYTES } from './udp-listener.ts';

const KNOCK_AT_MS = [0, 300, 900];
const PATIENCE_MS = 2_500;

/** Whether somebody who knows the tag answers at an endpoint. An endpoint that does not answer gets 159 bytes, headers included. */
export function knockAt(endpoint: Endpoint, tag: string): Promise<boolean> {
  const tagBytes = Buffer.from(tag, 'hex');
  const nonce = randomBytes(wire.KNOCK_NONCE_BYTES);
  const socket = createUdpSocket(endpoint.address);
  return new Promise((resolve) => {
    const end = (isThere: boolean) => {
      for (const timer of timers) clearTimeout(timer);
      socket.close();
      resolve(isThere);
    };
    // A machine on which nobody has the port answers with an ICMP error. The port may be opened before the next knock.
    socket.on('error', () => {});
    socket.on('message', (datagram) => {
      const isAnswer = datagram[TAG_BYTES] === wire.OPEN && tagBytes.equals(datagram.subarray(0, TAG_BYTES));
      if (isAnswer && wire.opens(datagram, nonce)) end(true);
    });
    const timers = [setTimeout(() => end(false), PATIENCE_MS)];
    // A connected socket hears nobody but its peer.
    socket.connect(endpoint.port, endpoint.address, ((error?: Error) => {
      if (error) return end(false);
      for (const at of KNOCK_AT_MS)
        timers.push(setTimeout(() => socket.send(wire.knock(tagBytes, nonce), () => {}), at));
    }) as () => void);
  });
}

/** Answers knocks with this tag, until the returned function is called. */
export const answerKnocks = (listener: UdpListener, tag: string): (() => void) =>
  listener.expect(tag, (bytes, from) => {
    const datagram = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const answer = datagram[TAG_BYTES] === wire.KNOCK ? wire.openFor(datagram) : undefined;
    if (answer) listener.send(answer, from);
  });
