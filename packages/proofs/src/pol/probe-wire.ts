import { createHash, createHmac } from 'node:crypto';
import { FIRST_PROBE_TYPE } from '../handshake-wire.ts';
import { TAG_BYTES } from '../udp-listener.ts';

/**
 * The datagrams of a location measurement. Each is: tag (16) · type (1) · body.
 * PROBE   challenger → prover   index (2) · nonce (16)
 * REPLY   prover → challenger   index (2) · MAC of the nonce (16)
 * FINISH  challenger → prover   probes sent (2) · seed (32) · which were answered (8) · MAC (16)
 * COUNTER prover → challenger   which were starved at the prover (8) · MAC (16) · signature
 * DONE    challenger → prover   MAC (16)
 */
export const PROBE = FIRST_PROBE_TYPE;
export const REPLY = FIRST_PROBE_TYPE + 1;
export const FINISH = FIRST_PROBE_TYPE + 2;
export const COUNTER = FIRST_PROBE_TYPE + 3;
export const DONE = FIRST_PROBE_TYPE + 4;

export const PROBES_MAX = 64;
const MAP_BYTES = PROBES_MAX / 8;
const NONCE_BYTES = 16;
const MAC_BYTES = 16;
const SEED_BYTES = 32;
const BODY = TAG_BYTES + 1;
export const PROBE_BYTES = BODY + 2 + NONCE_BYTES;
const FINISH_BYTES = BODY + 2 + SEED_BYTES + MAP_BYTES + MAC_BYTES;
const SIGNATURE_MAX = 200;

/** HMAC-SHA-256, cut to 128 bits. It takes microseconds; a signature takes a hundred times as long (`bench rtt` prints both). */
const mac = (key: Buffer, ...parts: Uint8Array[]): Buffer => {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(part);
  return hmac.digest().subarray(0, MAC_BYTES);
};

const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);

/** At most this many probes fly at once. */
export const WINDOW = 6;

/**
 * Each nonce is made from the challenger's secret seed and the reply to the probe that was sent WINDOW before it. Nobody knows a nonce
 * before it is sent, because nobody knows the seed. The reply shows that no more than WINDOW probes were on their way.
 */
export const nonceAt = (seed: Buffer, index: number, earlierReply: Uint8Array): Buffer =>
  createHash('sha256').update(seed).update(u16(index)).update(earlierReply).digest().subarray(0, NONCE_BYTES);

/** What a nonce is chained to if there is no earlier reply: for the first WINDOW probes, and after a lost probe. */
export const chainStart = (key: Buffer): Buffer => createHash('sha256').update('trigpoint pol v1').update(key).digest();

/** Writes a probe or a reply. Both have the same length, so no traffic is amplified. */
export function writeExchange(tag: Buffer, type: number, index: number, body: Uint8Array): Buffer {
  const datagram = Buffer.allocUnsafe(PROBE_BYTES);
  datagram.set(tag, 0);
  datagram[TAG_BYTES] = type;
  datagram.writeUInt16BE(index, BODY);
  datagram.set(body, BODY + 2);
  return datagram;
}

export const indexOf = (datagram: Buffer): number => datagram.readUInt16BE(BODY);
export const bodyOf = (datagram: Buffer): Buffer => datagram.subarray(BODY + 2);

/** The prover's answer to one nonce. */
export const replyTo = (key: Buffer, datagram: Buffer): Buffer => mac(key, datagram.subarray(BODY));
export const expectedReply = (key: Buffer, index: number, nonce: Buffer): Buffer => mac(key, u16(index), nonce);

/** A set of probe indexes as 64 bits. */
export const bitmap = (indexes: Iterable<number>): Buffer => {
  const bits = Buffer.alloc(MAP_BYTES);
  for (const index of indexes) bits[index >> 3] = (bits[index >> 3] ?? 0) | (1 << (index & 7));
  return bits;
};
export const hasBit = (bits: Uint8Array, index: number): boolean =>
  (((bits[index >> 3] ?? 0) >> (index & 7)) & 1) === 1;

export interface Finish {
  readonly sent: number;
  readonly seed: Buffer;
  readonly answered: Buffer;
}

export const writeFinish = (tag: Buffer, key: Buffer, { sent, seed, answered }: Finish): Buffer => {
  const head = Buffer.concat([tag, Uint8Array.of(FINISH), u16(sent), seed, answered]);
  return Buffer.concat([head, mac(key, head)]);
};

export function readFinish(key: Buffer, datagram: Buffer): Finish | undefined {
  if (datagram.length !== FINISH_BYTES || !sealed(key, datagram, FINISH_BYTES - MAC_BYTES)) return undefined;
  const sent = datagram.readUInt16BE(BODY);
  if (sent > PROBES_MAX) return undefined;
  const seedAt = BODY + 2;
  return {
    sent,
    seed: Buffer.from(datagram.subarray(seedAt, seedAt + SEED_BYTES)),
    answered: Buffer.from(datagram.subarray(seedAt + SEED_BYTES, FINISH_BYTES - MAC_BYTES)),
  };
}

export const writeCounter = (tag: Buffer, key: Buffer, starved: Buffer, signature: string): Buffer => {
  const head = Buffer.concat([tag, Uint8Array.of(COUNTER), starved]);
  const signed = Buffer.from(signature, 'latin1');
  return Buffer.concat([head, mac(key, head, signed), signed]);
};

export function readCounter(key: Buffer, datagram: Buffer): { starved: Buffer; signature: string } | undefined {
  const macAt = BODY + MAP_BYTES;
  const signatureAt = macAt + MAC_BYTES;
  if (datagram.length < signatureAt || datagram.length > signatureAt + SIGNATURE_MAX) return undefined;
  const signature = datagram.subarray(signatureAt);
  if (!mac(key, datagram.subarray(0, macAt), signature).equals(datagram.subarray(macAt, signatureAt))) return undefined;
  return { starved: Buffer.from(datagram.subarray(BODY, macAt)), signature: signature.toString('latin1') };
}

export const writeDone = (tag: Buffer, key: Buffer): Buffer => {
  const head = Buffer.concat([tag, Uint8Array.of(DONE)]);
  return Buffer.concat([head, mac(key, head)]);
};
export const isDone = (key: Buffer, datagram: Buffer): boolean =>
  datagram.length === BODY + MAC_BYTES && sealed(key, datagram, BODY);

const sealed = (key: Buffer, datagram: Buffer, at: number): boolean =>
  mac(key, datagram.subarray(0, at)).equals(datagram.subarray(at));

/** One probe as both ends saw it. */
export interface Exchange {
  readonly index: number;
  readonly nonce: Buffer;
  readonly reply: Buffer;
}

/** Computes every answered probe again from the seed. The prover compares them with the probes that it answered. */
export function replay(key: Buffer, { sent, seed, answered }: Finish): Exchange[] {
  const start = chainStart(key);
  const replies: Buffer[] = [];
  const exchanges: Exchange[] = [];
  for (let index = 0; index < sent; index++) {
    if (!hasBit(answered, index)) continue;
    const nonce = nonceAt(seed, index, replies[index - WINDOW] ?? start);
    const reply = expectedReply(key, index, nonce);
    exchanges.push({ index, nonce, reply });
    replies[index] = reply;
  }
  return exchanges;
}

/** SHA-256 over the key's hash, FINISH, every answered probe with its reply, and what the prover marked as starved. */
export function transcriptDigest(key: Buffer, finish: Finish, exchanges: readonly Exchange[], starved: Buffer): string {
  const hash = createHash('sha256').update(chainStart(key)).update(u16(finish.sent)).update(finish.seed);
  hash.update(finish.answered);
  for (const { nonce, reply } of exchanges) hash.update(nonce).update(reply);
  return hash.update(starved).digest('hex');
}
