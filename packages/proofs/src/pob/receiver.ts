import { createHash } from 'node:crypto';
import { openComparer } from './keystream.ts';
import { DATAGRAM_BYTES, NONCE_AGE_MS } from './spec.ts';
import { nonceAt, nonceIndexAt, seqAt } from './wire.ts';

/** The prover's side of a downlink: which datagrams arrived, and a running digest over every byte of them. */
export interface DownReceiver {
  take(chunk: Buffer, at: number): void;
  /** [one more than the highest sequence number received, digest over all datagrams received]. */
  checkpoint(): [through: number, digest: string];
  readonly through: number;
  readonly datagrams: number;
  readonly lastAt: number;
  received(): string;
}

/**
 * Datagrams that arrive after a later one are not counted. Counting them would mean to keep datagrams before hashing, and they are
 * rare.
 */
export function openDownReceiver(mostDatagrams: number): DownReceiver {
  const bits = new Uint8Array(Math.ceil(mostDatagrams / 8));
  const hash = createHash('sha256');
  let through = 0;
  let datagrams = 0;
  let lastAt = 0;
  return {
    take(chunk, at) {
      const seq = seqAt(chunk, at);
      if (seq < through || seq >= mostDatagrams) return;
      hash.update(chunk.subarray(at, at + DATAGRAM_BYTES));
      bits[seq >> 3] = (bits[seq >> 3] ?? 0) | (1 << (seq & 7));
      through = seq + 1;
      datagrams += 1;
      lastAt = performance.now();
    },
    checkpoint: () => [through, hash.copy().digest('hex')],
    get through() {
      return through;
    },
    get datagrams() {
      return datagrams;
    },
    get lastAt() {
      return lastAt;
    },
    received: () => Buffer.from(bits.subarray(0, Math.ceil(through / 8))).toString('base64'),
  };
}

/** The challenger's side of an uplink: counts datagrams that carry the keystream and a nonce it sent a short while ago. */
export interface UpReceiver {
  take(chunk: Buffer, at: number): void;
  issued(index: number, nonce: number): void;
  readonly datagrams: number;
  readonly refused: number;
}

export function openUpReceiver(seed: Uint8Array, mostDatagrams: number): UpReceiver {
  const isStream = openComparer(seed);
  const nonces = new Map<number, { nonce: number; atMs: number }>();
  let through = 0;
  let datagrams = 0;
  let refused = 0;
  return {
    take(chunk, at) {
      const seq = seqAt(chunk, at);
      const issued = nonces.get(nonceIndexAt(chunk, at));
      const fresh =
        issued !== undefined && issued.nonce === nonceAt(chunk, at) && performance.now() - issued.atMs < NONCE_AGE_MS;
      if (!fresh || seq < through || seq >= mostDatagrams || !isStream(chunk, at, seq)) {
        refused += 1;
        return;
      }
      through = seq + 1;
      datagrams += 1;
    },
    issued: (index, nonce) => void nonces.set(index, { nonce, atMs: performance.now() }),
    get datagrams() {
      return datagrams;
    },
    get refused() {
      return refused;
    },
  };
}
