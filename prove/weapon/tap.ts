import type { Endpoint } from '@trigpoint/proofs';
import { createUdpSocket } from '@trigpoint/proofs/node';

export interface Seen {
  readonly atMs: number;
  readonly from: 'prover' | 'challenger';
  readonly type: number;
  readonly bytes: number;
  readonly body: Buffer;
}

/** A path between a prover and a challenger's listener. It sees everything, and can swallow what one end sends. */
export interface Tap extends Endpoint {
  readonly seen: readonly Seen[];
  /** From now on nothing that this end sends passes. */
  silence(end: 'prover' | 'challenger'): void;
  /** The longest that the tap itself was late since the last call: what it saw may be older by this much. */
  lateMs(): number;
  close(): void;
}

const TYPE_AT = 16;
const BEAT_MS = 2;

export async function openTap(to: Endpoint, onSeen: (seen: Seen, tap: Tap) => void = () => {}): Promise<Tap> {
  const front = createUdpSocket(to.address);
  const back = createUdpSocket(to.address);
  const seen: Seen[] = [];
  const silent = new Set<Seen['from']>();
  let client: Endpoint | undefined;
  let last = performance.now();
  let late = 0;
  const beat = setInterval(() => {
    const now = performance.now();
    late = Math.max(late, now - last - BEAT_MS);
    last = now;
  }, BEAT_MS);
  const pass = (from: Seen['from'], datagram: Buffer, send: () => void) => {
    const it = { atMs: performance.now(), from, type: datagram[TYPE_AT] ?? 0, bytes: datagram.length, body: datagram };
    seen.push(it);
    onSeen(it, tap);
    if (!silent.has(from)) send();
  };
  front.on('message', (datagram, from) => {
    client = { address: from.address, port: from.port };
    pass('prover', datagram, () => back.send(datagram, to.port, to.address, () => {}));
  });
  back.on('message', (datagram) =>
    pass('challenger', datagram, () => client && front.send(datagram, client.port, client.address, () => {})),
  );
  for (const socket of [front, back]) {
    socket.on('error', () => {});
    await new Promise<void>((resolve) => socket.bind({ address: to.address, port: 0 }, resolve));
    socket.setRecvBufferSize(4 * 1024 * 1024);
  }
  const tap: Tap = {
    address: to.address,
    port: front.address().port,
    seen,
    silence: (end) => void silent.add(end),
    lateMs() {
      const was = late;
      late = 0;
      return was;
    },
    close() {
      clearInterval(beat);
      front.close();
      back.close();
    },
  };
  return tap;
}
