import { createSocket, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import type { Endpoint, UdpListener } from './proof-type.ts';

/** Every datagram of a measurement starts with its task's tag. */
export const TAG_BYTES = 16;

export interface OpenListener extends UdpListener {
  /** Datagrams that carried no expected tag. They are never answered. */
  readonly dropped: number;
  close(): Promise<void>;
}

/**
 * A lookup that resolves nothing, because addresses here are always IP addresses. Node's own would ask its resolver on every
 * connect.
 */
export const literal = (
  host: string,
  _options: unknown,
  done: (error: null, address: string, family: number) => void,
) => done(null, host, isIPv6(host) ? 6 : 4);

/**
 * A socket that may share its port with our other sockets. The listener hears strangers. Each measurement has a connected
 * socket, which the kernel prefers for datagrams of its peer.
 */
export const createUdpSocket = (address: string): Socket =>
  createSocket({ type: isIPv6(address) ? 'udp6' : 'udp4', reuseAddr: true, lookup: literal });

export const bind = (socket: Socket, { address, port }: Endpoint): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.bind({ address, port }, () => {
      socket.off('error', reject);
      resolve();
    });
  });

/**
 * A port that no socket has. A socket that may share its port must not choose one itself: the kernel may give it the port of
 * another such socket, and only the newer of the two hears strangers.
 */
async function findFreePort(address: string): Promise<number> {
  const socket = createSocket({ type: isIPv6(address) ? 'udp6' : 'udp4', lookup: literal });
  await bind(socket, { address, port: 0 });
  const { port } = socket.address();
  socket.close();
  return port;
}

/** The one port on which a challenger hears provers; port 0 takes any free one. */
export async function openListener({ address, port }: Endpoint): Promise<OpenListener> {
  const socket = createUdpSocket(address);
  await bind(socket, { address, port: port === 0 ? await findFreePort(address) : port });
  const takers = new Map<string, (datagram: Uint8Array, from: Endpoint) => void>();
  let dropped = 0;
  socket.on('message', (datagram, from) => {
    const take = datagram.length > TAG_BYTES ? takers.get(datagram.toString('hex', 0, TAG_BYTES)) : undefined;
    if (take) take(datagram, { address: from.address, port: from.port });
    else dropped += 1;
  });
  // An ICMP error for one peer must not end the listener for all.
  socket.on('error', () => {});
  let closing: Promise<void> | undefined;
  return {
    address,
    port: socket.address().port,
    get dropped() {
      return dropped;
    },
    expect(tag, take) {
      takers.set(tag, take);
      return () => {
        if (takers.get(tag) === take) takers.delete(tag);
      };
    },
    send(datagram, to) {
      if (!closing) socket.send(datagram, to.port, to.address, () => {});
    },
    close() {
      closing ??= new Promise((resolve) => socket.close(() => resolve()));
      return closing;
    },
  };
}
