import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';
import { type PrivateKeyAccount, privateKeyToAccount } from '@trigpoint/ethereum';

/** The two keys that sign attestations. Both are derived from the key of the log, so all nodes have the same keys. */
export interface AttestationKeys {
  /** Signs for software of Ethereum: EIP-712 and EIP-191. */
  readonly account: PrivateKeyAccount;
  /** Signs JSON Web Tokens (EdDSA). */
  readonly tokenKey: KeyObject;
  /** The public half of `tokenKey`, as a JSON Web Key. */
  readonly tokenJwk: { readonly kty: string; readonly crv: string; readonly x: string };
}

/** What comes before the 32 bytes of an Ed25519 key in PKCS #8. */
const ed25519Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Attestations have keys of their own, because the key of a log must sign nothing but the log. Whoever gets one of these keys
 * can make attestations, but cannot compute the other one or the key of the log from it.
 */
export const attestationKeysFrom = (logSeed: Uint8Array): AttestationKeys => {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', logSeed, '', `trigpoint ${purpose} v1`, 32));
  const tokenKey = createPrivateKey({
    key: Buffer.concat([ed25519Prefix, derive('attestation ed25519')]),
    format: 'der',
    type: 'pkcs8',
  });
  const { x = '' } = createPublicKey(tokenKey).export({ format: 'jwk' });
  return {
    account: privateKeyToAccount(`0x${derive('attestation secp256k1').toString('hex')}`),
    tokenKey,
    tokenJwk: { kty: 'OKP', crv: 'Ed25519', x },
  };
};
