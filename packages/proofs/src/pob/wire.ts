import { createHmac, timingSafeEqual } from 'node:crypto';
import { DATAGRAM_BYTES, HEADER_BYTES } from './spec.ts';

/**
 * Messages after the handshake. Every one is: tag (16) · type (1) · flow (1) · length of the whole (2) · body. The length splits
 * messages that come joined: in a TCP stream, or in datagrams that the kernel joined. All but DATA end with a MAC (16) under the
 * channel's key. The content of DATA shows that it is right.
 */
export const PING = 16;
export const PONG = 17;
/** JSON: how the challenger will drive this round. */
export const START = 18;
/** Empty if the prover takes part. Otherwise the reason why it does not, as text. */
export const ACCEPT = 19;
export const DATA = 20;
/** index (4) · through (4) · how many arrived, for progress (4) · digest (32). */
export const MARK = 21;
/** index (4) · nonce (4). */
export const NONCE = 22;
/** how many the challenger sent (4); 0 on the uplink, where the prover sends. */
export const END = 23;
/** index (2) · count (2) · bytes of the signed report. */
export const PART = 24;
/** index (2) of a part that arrived. */
export const GOT = 25;
/** again (1): 1 if another flow follows in this round, because a machine was too busy in this one. */
export const DONE = 26;

/** The least length of a message's body. A shorter message is ignored. */
const bodyBytes = new Map([
  [PING, 4],
  [PONG, 4],
  [MARK, 44],
  [NONCE, 8],
  [END, 4],
  [PART, 4],
  [GOT, 2],
  [DONE, 1],
]);
export const isWhole = (type: number, body: Buffer): boolean => body.length >= (bodyBytes.get(type) ?? 0);

const TYPE_AT = 16;
const FLOW_AT = 17;
const LENGTH_AT = 18;
const BODY_AT = 20;
const SEQ_AT = 20;
const NONCE_INDEX_AT = 24;
const NONCE_AT = 28;
const MAC_BYTES = 16;
const EMPTY = Buffer.alloc(0);

const macOf = (key: Buffer, message: Buffer): Buffer =>
  createHmac('sha256', key).update(message).digest().subarray(0, MAC_BYTES);

export function seal(tag: Buffer, key: Buffer, type: number, flow: number, body: Buffer = EMPTY): Buffer {
  const message = Buffer.alloc(BODY_AT + body.length + MAC_BYTES);
  tag.copy(message);
  message[TYPE_AT] = type;
  message[FLOW_AT] = flow;
  message.writeUInt16BE(message.length, LENGTH_AT);
  body.copy(message, BODY_AT);
  macOf(key, message.subarray(0, BODY_AT + body.length)).copy(message, BODY_AT + body.length);
  return message;
}

/** The body of a sealed message. Undefined if the message was not sealed with this key. */
export function unseal(key: Buffer, message: Buffer): Buffer | undefined {
  const end = message.length - MAC_BYTES;
  if (end < BODY_AT || !timingSafeEqual(macOf(key, message.subarray(0, end)), message.subarray(end))) return undefined;
  return message.subarray(BODY_AT, end);
}

export const typeOf = (message: Buffer): number => message[TYPE_AT] ?? 0;
export const flowAt = (chunk: Buffer, at: number): number => chunk[at + FLOW_AT] ?? 0;

/** The length of the message that starts at `at`. It is 0 if no message of this task starts there, and −1 if its head is cut off. */
export function lengthAt(chunk: Buffer, at: number, tag: Buffer): number {
  if (chunk.length - at < BODY_AT) return -1;
  if (chunk.compare(tag, 0, TYPE_AT, at, at + TYPE_AT) !== 0) return 0;
  const length = chunk.readUInt16BE(at + LENGTH_AT);
  return length >= BODY_AT ? length : 0;
}

/** Writes the head of one DATA message over the keystream that fills it. */
export function writeDataHead(
  chunk: Buffer,
  at: number,
  tag: Buffer,
  flow: number,
  seq: number,
  nonceIndex: number,
  nonce: number,
): void {
  tag.copy(chunk, at);
  chunk[at + TYPE_AT] = DATA;
  chunk[at + FLOW_AT] = flow;
  chunk.writeUInt16BE(DATAGRAM_BYTES, at + LENGTH_AT);
  chunk.writeUInt32BE(seq, at + SEQ_AT);
  chunk.writeUInt32BE(nonceIndex, at + NONCE_INDEX_AT);
  chunk.writeUInt32BE(nonce, at + NONCE_AT);
}

export const isData = (chunk: Buffer, at: number, length: number): boolean =>
  length === DATAGRAM_BYTES && chunk[at + TYPE_AT] === DATA;
export const seqAt = (chunk: Buffer, at: number): number => chunk.readUInt32BE(at + SEQ_AT);
export const nonceIndexAt = (chunk: Buffer, at: number): number => chunk.readUInt32BE(at + NONCE_INDEX_AT);
export const nonceAt = (chunk: Buffer, at: number): number => chunk.readUInt32BE(at + NONCE_AT);
export const payloadAt = (at: number): number => at + HEADER_BYTES;

export const numbers = (...values: number[]): Buffer => {
  const body = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) body.writeUInt32BE(value, index * 4);
  return body;
};
