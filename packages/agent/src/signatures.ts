import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import {
  addressOf,
  decodeBase58,
  encodeBase58,
  ethereumSigner,
  personalHash,
  type Signer,
  solanaSigner,
  verifySignature,
} from '@trigpoint/client';

/**
 * Signatures as the SDK makes and checks them, but fast: while one is computed the agent's loop is held and probes
 * wait. Compiled code takes a tenth of the time (`bench rtt` prints both), and a prover signs twice per challenger.
 */
type Secp256k1 = typeof import('@bitauth/libauth')['secp256k1'];

let loading: Promise<Secp256k1> | undefined;
const secp256k1 = (): Promise<Secp256k1> => {
  loading ??= import('@bitauth/libauth').then((libauth) => libauth.secp256k1);
  return loading;
};

const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_ED25519 = Buffer.from('302a300506032b6570032100', 'hex');

/** A signer of a 32-byte private key. */
export function fastSigner(keyType: Signer['keyType'], privateKey: Uint8Array): Signer {
  if (keyType === 'solana') {
    const der = Buffer.concat([PKCS8_ED25519, privateKey]);
    const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    const { publicKey } = solanaSigner(privateKey);
    return { keyType, publicKey, sign: async (text) => encodeBase58(sign(null, Buffer.from(text), key)) };
  }
  const slow = ethereumSigner(privateKey);
  return {
    keyType,
    publicKey: slow.publicKey,
    async sign(text) {
      const signed = (await secp256k1()).signMessageHashRecoverableCompact(privateKey, personalHash(text));
      if (typeof signed === 'string') return slow.sign(text);
      return `0x${Buffer.from(signed.signature).toString('hex')}${(27 + signed.recoveryId).toString(16)}`;
    },
  };
}

/** Whether a party signed a text. What is not in the plainest form goes the slow way, which knows every other. */
export async function fastVerify(
  party: { readonly keyType: Signer['keyType']; readonly publicKey: string },
  text: string,
  signature: string,
): Promise<boolean> {
  if (party.keyType === 'solana') {
    const key = decodeBase58(party.publicKey);
    const signed = decodeBase58(signature);
    if (key?.length === 32 && signed?.length === 64) {
      const der = Buffer.concat([SPKI_ED25519, key]);
      if (verify(null, Buffer.from(text), createPublicKey({ key: der, format: 'der', type: 'spki' }), signed))
        return true;
    }
    return verifySignature(party, text, signature);
  }
  if (!/^0x[0-9a-f]{128}1[bc]$/.test(signature)) return verifySignature(party, text, signature);
  const bytes = Buffer.from(signature.slice(2), 'hex');
  const compact = bytes.subarray(0, 64);
  const curve = await secp256k1();
  // Its twin with high s is another signature of the same text, and refused everywhere.
  const low = curve.normalizeSignatureCompact(compact);
  if (typeof low === 'string' || !compact.equals(low)) return false;
  const key = curve.recoverPublicKeyUncompressed(compact, bytes[64] === 28 ? 1 : 0, personalHash(text));
  return typeof key !== 'string' && addressOf(key).toLowerCase() === party.publicKey.toLowerCase();
}
