import { readFileSync } from 'node:fs';
import { isIPv6, type Socket as TcpSocket } from 'node:net';
import type { Endpoint } from '../proof-type.ts';
import { createUdpSocket } from '../udp-listener.ts';
import { descriptorOf } from './offload.ts';
import { BATCH_DATAGRAMS, SOCKET_BUFFER_BYTES } from './spec.ts';
import { isData, lengthAt } from './wire.ts';

/** A connection to the one peer of a round, over UDP or TCP. */
export interface Lane {
  readonly transport: 'udp' | 'tcp';
  readonly ipVersion: 4 | 6;
  /** How many datagrams, end to end, one send may carry. */
  readonly batch: number;
  send(bytes: Buffer): void;
  /** Bytes that wait in the process because the system has not taken them yet. */
  backlogBytes(): number;
  /** Datagrams that the system dropped because nobody read them in time. −1 if the system does not tell. */
  dropped(): number;
  /** `take` gets chunks as they arrive. A chunk has one or several messages; on TCP it may end inside of one. */
  listen(take: (chunk: Buffer) => void): void;
  close(): void;
}

/**
 * `offload` switches a socket so that one send, or one arrival, may be several datagrams. It gives false where that is not
 * possible.
 */
export async function openUdpLane(
  local: Endpoint,
  peer: Endpoint,
  offload: (descriptor: number) => Promise<boolean>,
): Promise<Lane> {
  const socket = createUdpSocket(peer.address);
  // A peer that is gone answers with ICMP errors. They are ignored: silence ends the round.
  socket.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(local, () => {
      socket.connect(peer.port, peer.address, ((error?: Error) => (error ? reject(error) : resolve())) as () => void);
    });
  });
  socket.setRecvBufferSize(SOCKET_BUFFER_BYTES);
  socket.setSendBufferSize(SOCKET_BUFFER_BYTES);
  const early: Buffer[] = [];
  const keep = (message: Buffer) => void early.push(message);
  socket.on('message', keep);
  const batch = (await offload(descriptorOf(socket))) ? BATCH_DATAGRAMS : 1;
  const ipVersion = versionOf(peer.address);
  let closed = false;
  return {
    transport: 'udp',
    ipVersion,
    batch,
    send(bytes) {
      if (!closed) socket.send(bytes, () => {});
    },
    backlogBytes: () => socket.getSendQueueSize(),
    dropped: () => readDrops(isIPv6(peer.address) ? 'udp6' : 'udp', local.port, peer.port),
    listen(take) {
      socket.off('message', keep).on('message', take);
      early.splice(0).forEach(take);
    },
    close() {
      if (!closed) socket.close();
      closed = true;
    },
  };
}

/** A socket that takes both versions writes IPv4 peers as IPv6 addresses (`::ffff:`). Their packets are still IPv4. */
const versionOf = (address: string): 4 | 6 => (isIPv6(address) && !address.startsWith('::ffff:') ? 6 : 4);

export function openTcpLane(socket: TcpSocket): Lane {
  socket.setNoDelay(true);
  return {
    transport: 'tcp',
    ipVersion: versionOf(socket.remoteAddress ?? ''),
    batch: BATCH_DATAGRAMS,
    send(bytes) {
      if (!socket.destroyed) socket.write(bytes);
    },
    backlogBytes: () => socket.writableLength,
    dropped: () => 0,
    // The handshake left the stream paused, so that nothing is lost until the new reader is there.
    listen: (take) => void socket.on('data', take).resume(),
    close: () => void socket.destroy(),
  };
}

/** For each socket the kernel counts the datagrams that found its buffer full: the last column of /proc/net/udp. */
function readDrops(table: 'udp' | 'udp6', localPort: number, peerPort: number): number {
  try {
    const hex = (port: number) => `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
    for (const line of readFileSync(`/proc/self/net/${table}`, 'latin1').split('\n')) {
      const [, local, remote, ...rest] = line.trim().split(/\s+/);
      if (local?.endsWith(hex(localPort)) && remote?.endsWith(hex(peerPort))) return Number(rest.at(-1));
    }
  } catch {
    // There is no such file outside of Linux. Dropped datagrams then count as lost on the way.
  }
  return -1;
}

/** Splits chunks into messages. They are parts of the chunk, not copies. */
export function openSplitter(
  lane: Lane,
  tag: Buffer,
  onData: (chunk: Buffer, at: number) => void,
  onControl: (message: Buffer) => void,
): void {
  let rest: Buffer | undefined;
  lane.listen((arrived) => {
    const chunk = rest ? Buffer.concat([rest, arrived]) : arrived;
    rest = undefined;
    let at = 0;
    while (at < chunk.length) {
      const length = lengthAt(chunk, at, tag);
      if (length === 0) return lane.transport === 'tcp' ? lane.close() : undefined;
      if (length < 0 || at + length > chunk.length) {
        if (lane.transport === 'tcp') rest = chunk.subarray(at);
        return;
      }
      if (isData(chunk, at, length)) onData(chunk, at);
      else onControl(chunk.subarray(at, at + length));
      at += length;
    }
  });
}
