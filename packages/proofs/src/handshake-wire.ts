import {
  createHash,
  createHmac,
  createPublicKey,
  diffieHellman,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto';
import type { ProbeTask } from './proof-type.ts';
import { TAG_BYTES } from './udp-listener.ts';

/**
 * The handshake's datagrams. Every one is: tag (16) · type (1) · body.
 * KNOCK   prover → challenger   nonce (8)
 * OPEN    challenger → prover   the same nonce
 * HELLO   prover → challenger   ephemeral key (32) · signature, zero-padded to HELLO_BYTES
 * WELCOME challenger → prover   ephemeral key (32) · nonce (16) · MAC of the nonce (16) · signature
 * ECHO    prover → challenger   nonce (16) · MAC (16)
 * READY   challenger → prover   MAC (16)
 * Each datagram is answered by at most one other, which is never longer. So nobody can use the handshake to amplify traffic.
 */
export const HELLO = 1;
export const WELCOME = 2;
export const ECHO = 3;
export const READY = 4;
export const KNOCK = 5;
export const OPEN = 6;
/** Types from here on belong to the measurement that follows. */
export const FIRST_PROBE_TYPE = 16;

const KEY_BYTES = 32;
export const NONCE_BYTES = 16;
export const MAC_BYTES = 16;
export const KNOCK_NONCE_BYTES = 8;
const BODY = TAG_BYTES + 1;
/** An ethereum signature has 132 characters, an ed25519 signature in base58 has 88. The rest is room for other spellings. */
const SIGNATURE_MAX = 200;
const WELCOME_FIXED = BODY + KEY_BYTES + NONCE_BYTES + MAC_BYTES;
/** As long as the longest WELCOME. */
export const HELLO_BYTES = WELCOME_FIXED + SIGNATURE_MAX;

const frame = (tag: Buffer, type: number, ...parts: Uint8Array[]): Buffer =>
  Buffer.concat([tag, Uint8Array.of(type), ...parts]);

const signatureBytes = (signature: string): Buffer => {
  const bytes = Buffer.from(signature, 'latin1');
  if (bytes.length > SIGNATURE_MAX) throw new RangeError(`A signature of ${bytes.length} bytes does not fit.`);
  return bytes;
};

const signatureText = (bytes: Buffer): string => {
  const end = bytes.indexOf(0);
  return bytes.toString('latin1', 0, end < 0 ? bytes.length : end);
};

export const knock = (tag: Buffer, nonce: Uint8Array): Buffer => frame(tag, KNOCK, nonce);

/** The answer to a KNOCK. Undefined if the datagram is none. */
export const openFor = (datagram: Buffer): Buffer | undefined => {
  if (datagram.length !== BODY + KNOCK_NONCE_BYTES) return undefined;
  return frame(datagram.subarray(0, TAG_BYTES), OPEN, datagram.subarray(BODY));
};

export const opens = (datagram: Buffer, nonce: Uint8Array): boolean =>
  datagram.length === BODY + KNOCK_NONCE_BYTES && sameBytes(datagram.subarray(BODY), nonce);

/** What a challenger says first on TCP. Only somebody who has the task can know it, and it does not give away the tag. */
export const tcpGreeting = (tag: Buffer): Buffer => createHash('sha256').update('trigpoint tcp').update(tag).digest();

export const hello = (tag: Buffer, key: Buffer, signature: string): Buffer => {
  const datagram = Buffer.alloc(HELLO_BYTES);
  frame(tag, HELLO, key, signatureBytes(signature)).copy(datagram);
  return datagram;
};

export const readHello = (datagram: Buffer) =>
  datagram.length === HELLO_BYTES
    ? { key: datagram.subarray(BODY, BODY + KEY_BYTES), signature: signatureText(datagram.subarray(BODY + KEY_BYTES)) }
    : undefined;

export const welcome = (tag: Buffer, key: Buffer, nonce: Buffer, mac: Buffer, signature: string): Buffer =>
  frame(tag, WELCOME, key, nonce, mac, signatureBytes(signature));

export const readWelcome = (datagram: Buffer) => {
  if (datagram.length < WELCOME_FIXED || datagram.length > HELLO_BYTES) return undefined;
  const nonceAt = BODY + KEY_BYTES;
  const macAt = nonceAt + NONCE_BYTES;
  return {
    key: datagram.subarray(BODY, nonceAt),
    nonce: datagram.subarray(nonceAt, macAt),
    mac: datagram.subarray(macAt, WELCOME_FIXED),
    signature: signatureText(datagram.subarray(WELCOME_FIXED)),
  };
};

export const echo = (tag: Buffer, nonce: Buffer, mac: Buffer): Buffer => frame(tag, ECHO, nonce, mac);

export const readEcho = (datagram: Buffer) =>
  datagram.length === BODY + NONCE_BYTES + MAC_BYTES
    ? { nonce: datagram.subarray(BODY, BODY + NONCE_BYTES), mac: datagram.subarray(BODY + NONCE_BYTES) }
    : undefined;

export const ready = (tag: Buffer, mac: Buffer): Buffer => frame(tag, READY, mac);

export const readReady = (datagram: Buffer) =>
  datagram.length === BODY + MAC_BYTES ? { mac: datagram.subarray(BODY) } : undefined;

const party = (task: ProbeTask): string =>
  `challenge: ${task.challengeId}\nattempt: ${task.attempt}\nproof type: ${task.proofType}\nprover: ${task.prover.id}\nchallenger: ${task.challenger.id}\ncontext: ${task.context}`;

/** What the prover signs. It says: this key is mine, for this measurement and no other. */
export const helloText = (task: ProbeTask, proverKey: Buffer): string =>
  `Trigpoint measurement v2: prover\n${party(task)}\nephemeral key: ${proverKey.toString('hex')}`;

/** What the challenger signs. It says: I answer this key of the prover. */
export const welcomeText = (task: ProbeTask, proverKey: Buffer, challengerKey: Buffer): string =>
  `Trigpoint measurement v2: challenger\n${party(task)}\nprover ephemeral key: ${proverKey.toString('hex')}\nephemeral key: ${challengerKey.toString('hex')}`;

/** RFC 8410: the fixed DER prefix of an X25519 public key. */
const SPKI_X25519 = Buffer.from('302a300506032b656e032100', 'hex');

export const rawPublicKey = (key: KeyObject): Buffer =>
  key.export({ type: 'spki', format: 'der' }).subarray(-KEY_BYTES);

/** The shared key, bound to both signed texts. Throws on a public key of small order. */
export const agree = (mine: KeyObject, theirs: Buffer, signedText: string): Buffer => {
  const publicKey = createPublicKey({ key: Buffer.concat([SPKI_X25519, theirs]), format: 'der', type: 'spki' });
  const secret = diffieHellman({ privateKey: mine, publicKey });
  const salt = createHash('sha256').update(signedText).digest();
  return Buffer.from(hkdfSync('sha256', secret, salt, 'trigpoint measurement v1', KEY_BYTES));
};

/** READY has no nonce, because the key itself is fresh. */
export const macOf = (key: Buffer, label: 'welcome' | 'echo' | 'ready', nonce: Buffer = Buffer.alloc(0)): Buffer =>
  createHmac('sha256', key).update(label).update(nonce).digest().subarray(0, MAC_BYTES);

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b);
