import { publicKeyOf, sign } from '#ed25519';
import { sha256 } from '#sha256';
import { concat, fromBase64, isEqual, toBase64, toHex, toUtf8 } from './bytes.ts';

/**
 * What a key signs (C2SP signed-note): `note` keys the text itself, `cosignature` keys a statement with a time about a checkpoint.
 */
export const signatureTypes = { note: 0x01, cosignature: 0x04 } as const;
export type SignatureType = (typeof signatureTypes)[keyof typeof signatureTypes];

/** A public key with its name. It is written as `name+hash+key` (a vkey). */
export interface VerifierKey {
  readonly name: string;
  readonly type: SignatureType;
  /** Four bytes that tell keys of the same name apart. They are no protection. */
  readonly id: Uint8Array;
  readonly publicKey: Uint8Array;
}

export interface Signer extends VerifierKey {
  sign(message: Uint8Array): Uint8Array;
}

/** A key that cannot be read. */
export class KeyError extends Error {
  override readonly name = 'KeyError';
}

/** Not empty, no spaces, no plus, no control characters. */
export const isKeyName = (name: string): boolean => /^[^\s+\p{Cc}\p{Z}]+$/u.test(name);

export const verifierKey = (
  name: string,
  publicKey: Uint8Array,
  type: SignatureType = signatureTypes.note,
): VerifierKey => {
  if (!isKeyName(name)) throw new KeyError(`"${name}" cannot be the name of a key.`);
  if (publicKey.length !== 32) throw new KeyError(`An Ed25519 key has 32 bytes, not ${publicKey.length}.`);
  const id = sha256(concat(toUtf8(`${name}\n`), Uint8Array.of(type), publicKey)).slice(0, 4);
  return { name, type, id, publicKey };
};

/** `seed` is the private key: 32 bytes. */
export const makeSigner = (name: string, seed: Uint8Array, type: SignatureType = signatureTypes.note): Signer => {
  if (seed.length !== 32) throw new KeyError(`An Ed25519 key has 32 bytes, not ${seed.length}.`);
  return { ...verifierKey(name, publicKeyOf(seed), type), sign: (message) => sign(message, seed) };
};

export const formatVerifierKey = ({ name, type, id, publicKey }: VerifierKey): string =>
  `${name}+${toHex(id)}+${toBase64(concat(Uint8Array.of(type), publicKey))}`;

export const parseVerifierKey = (text: string): VerifierKey => {
  const [, name = '', id = '', encoded = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/u.exec(text) ?? [];
  const bytes = fromBase64(encoded);
  const type = Object.values(signatureTypes).find((it) => it === bytes?.[0]);
  if (!bytes || !isKeyName(name)) throw new KeyError('A verifier key is written name+hash+key.');
  if (type === undefined) throw new KeyError(`The key "${name}" is of a type that is not known here.`);
  const key = verifierKey(name, bytes.slice(1), type);
  if (toHex(key.id) !== id) throw new KeyError(`The hash of the key "${name}" does not match it.`);
  return key;
};

export const isSameKey = (a: VerifierKey, b: VerifierKey): boolean =>
  a.name === b.name && a.type === b.type && isEqual(a.publicKey, b.publicKey);
