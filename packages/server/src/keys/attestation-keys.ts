import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';
import { type PrivateKeyAccount, privateKeyToAccount } from '@trigpoint/ethereum';

/** What the service signs attestations with. Both follow from the key of its log, so that all nodes have the same. */
export interface AttestationKeys {
  /** Signs for software of Ethereum: EIP-712 and EIP-191. */
  readonly account: PrivateKeyAccount;
  /** Signs JSON Web Tokens (EdDSA). */
  readonly tokenKey: KeyObject;
  /** Its public half, as a JSON Web Key. */
  readonly tokenJwk: { readonly kty: string; readonly crv: string; readonly x: string };
}

/** What comes before the 32 bytes of an Ed25519 key in PKCS #8. */
const ed25519Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Keys of their own, because a log's key must sign nothing but the log. Whoever has one of these can make attestations, and
 * neither the other key nor the log's can be computed from it.
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
