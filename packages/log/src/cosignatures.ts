import { concat, toUtf8 } from './bytes.ts';
import type { NoteSignature } from './note-signature.ts';
import { KeyError, type Signer, signatureTypes } from './verifier-keys.ts';

/** A cosignature is eight bytes of time and an Ed25519 signature (C2SP tlog-cosignature, version 1). */
const timeBytes = 8;
const signatureBytes = 64;

/** The bytes that a witness signs. `text` is the checkpoint without signatures; `time` is in seconds since 1970. */
export const cosignedMessage = (text: string, time: number): Uint8Array =>
  toUtf8(`cosignature/v1\ntime ${time}\n${text}`);

/**
 * A witness's line below a checkpoint. It says: at this time I have seen no larger tree of this log, and this one continues all
 * that I saw.
 */
export const cosign = (text: string, time: number, signer: Signer): NoteSignature => {
  if (signer.type !== signatureTypes.cosignature) throw new KeyError(`The key "${signer.name}" does not cosign.`);
  if (!Number.isSafeInteger(time) || time < 0) throw new RangeError(`${time} is not a time in seconds.`);
  const stamp = new Uint8Array(timeBytes);
  new DataView(stamp.buffer).setBigUint64(0, BigInt(time));
  const signature = concat(stamp, signer.sign(cosignedMessage(text, time)));
  return { name: signer.name, keyId: signer.id, signature };
};

/** Undefined if the bytes have another length, or if the time does not fit into a number. */
export const readCosignature = (bytes: Uint8Array): { time: number; signature: Uint8Array } | undefined => {
  if (bytes.length !== timeBytes + signatureBytes) return undefined;
  const time = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0));
  return Number.isSafeInteger(time) ? { time, signature: bytes.subarray(timeBytes) } : undefined;
};
