import { verify } from '#ed25519';
import { concat, fromBase64, isEqual, toBase64, toUtf8 } from './bytes.ts';
import { cosignedMessage, readCosignature } from './cosignatures.ts';
import type { NoteSignature } from './note-signature.ts';
import { isKeyName, type Signer, signatureTypes, type VerifierKey } from './verifier-keys.ts';

/** A text and signatures below it (C2SP signed-note). */
export interface Note {
  /** Ends with a newline. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

/** The text is no signed note, or a signature that it needs is missing or wrong. */
export class NoteError extends Error {
  override readonly name = 'NoteError';
}

/** The longest note that is read. A checkpoint with a hundred cosignatures has 15 kB. */
const maxChars = 1_000_000;
const maxSignatures = 256;
const controls = /(?!\n)[\p{Cc}\p{Cs}]/u;
const line = /^\u2014 ([^ ]+) ([^ ]+)$/u;

export const parseNote = (note: string): Note => {
  if (note.length > maxChars) throw new NoteError('A note is too long.');
  if (controls.test(note)) throw new NoteError('A note has characters that cannot be in one.');
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n')) throw new NoteError('A note is a text, an empty line and signatures.');
  const lines = note.slice(end + 2, -1).split('\n');
  if (lines.length > maxSignatures) throw new NoteError(`A note has ${lines.length} signatures.`);
  return { text: note.slice(0, end + 1), signatures: lines.map(parseSignature) };
};

const parseSignature = (text: string): NoteSignature => {
  const [, name = '', encoded = ''] = line.exec(text) ?? [];
  const bytes = fromBase64(encoded);
  if (!isKeyName(name) || !bytes || bytes.length < 5) throw new NoteError('A note has a line that is no signature.');
  return { name, keyId: bytes.slice(0, 4), signature: bytes.slice(4) };
};

export const formatNote = ({ text, signatures }: Note): string =>
  `${text}\n${signatures
    .map(({ name, keyId, signature }) => `\u2014 ${name} ${toBase64(concat(keyId, signature))}\n`)
    .join('')}`;

/** `text` ends with a newline. */
export const signNote = (text: string, signer: Signer): Note => {
  if (signer.type !== signatureTypes.note) throw new NoteError(`The key "${signer.name}" only cosigns.`);
  if (!text.endsWith('\n') || controls.test(text)) throw new NoteError('This text cannot be signed as a note.');
  return { text, signatures: [{ name: signer.name, keyId: signer.id, signature: signer.sign(toUtf8(text)) }] };
};

export interface Verified {
  readonly key: VerifierKey;
  /** When a cosignature was made, in seconds since 1970. */
  readonly time?: number;
}

/** Which of the known keys signed. Signatures of other keys are ignored. Throws if a signature of a known key is wrong. */
export const verifyNote = ({ text, signatures }: Note, known: readonly VerifierKey[]): Verified[] => {
  const verified: Verified[] = [];
  for (const { name, keyId, signature } of signatures) {
    const key = known.find((it) => it.name === name && isEqual(it.id, keyId));
    if (!key || verified.some((it) => it.key === key)) continue;
    const stamped = key.type === signatureTypes.cosignature ? readCosignature(signature) : undefined;
    if (key.type === signatureTypes.cosignature && !stamped)
      throw new NoteError(`The cosignature of "${name}" cannot be read.`);
    const message = stamped ? cosignedMessage(text, stamped.time) : toUtf8(text);
    if (!verify(stamped?.signature ?? signature, message, key.publicKey))
      throw new NoteError(`The signature of "${name}" does not hold.`);
    verified.push(stamped ? { key, time: stamped.time } : { key });
  }
  return verified;
};
