import { createCipheriv } from 'node:crypto';
import { BATCH_DATAGRAMS, DATAGRAM_BYTES, HEADER_BYTES } from './spec.ts';
import { payloadAt, writeDataHead } from './wire.ts';

const zeros = Buffer.alloc(BATCH_DATAGRAMS * DATAGRAM_BYTES);

/** Datagram n carries bytes n × 1,400 + 32 to (n + 1) × 1,400 of AES-128-CTR under the seed, counter from 0. */
export interface Keystream {
  /** The next `count` datagrams' worth of stream. */
  next(count: number): Buffer;
}

/** Opens the stream at the datagram `from`. It must be the first of a batch, because the counter counts blocks of 16 bytes. */
export function openKeystream(seed: Uint8Array, from = 0): Keystream {
  const counter = Buffer.alloc(16);
  counter.writeBigUInt64BE((BigInt(from) * BigInt(DATAGRAM_BYTES)) / 16n, 8);
  const cipher = createCipheriv('aes-128-ctr', seed, counter);
  return { next: (count) => cipher.update(zeros.subarray(0, count * DATAGRAM_BYTES)) };
}

/** Datagrams `first` to `first + count − 1`, ready to be sent. */
export function fillDatagrams(
  stream: Keystream,
  tag: Buffer,
  flow: number,
  first: number,
  count: number,
  [nonceIndex, nonce]: readonly [number, number],
): Buffer {
  const chunk = stream.next(count);
  for (let i = 0; i < count; i++) writeDataHead(chunk, i * DATAGRAM_BYTES, tag, flow, first + i, nonceIndex, nonce);
  return chunk;
}

/**
 * Tells whether datagrams carry the stream. They come in rising order of sequence numbers. Batches that they skip are not computed.
 */
export function openComparer(seed: Uint8Array): (chunk: Buffer, at: number, seq: number) => boolean {
  let stream = openKeystream(seed);
  let block = stream.next(BATCH_DATAGRAMS);
  let first = 0;
  return (chunk, at, seq) => {
    if (seq < first) return false;
    const wanted = seq - (seq % BATCH_DATAGRAMS);
    if (wanted > first) {
      if (wanted > first + BATCH_DATAGRAMS) stream = openKeystream(seed, wanted);
      block = stream.next(BATCH_DATAGRAMS);
      first = wanted;
    }
    const from = (seq - first) * DATAGRAM_BYTES;
    return chunk.compare(block, from + HEADER_BYTES, from + DATAGRAM_BYTES, payloadAt(at), at + DATAGRAM_BYTES) === 0;
  };
}
