import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { decodeBase58 } from './base58.ts';

/** The envelope states the length in 16 bits. */
const envelopeMaxBytes = 0xffff;

/** Ledger and some other wallets sign the text inside the off-chain message envelope: domain, version, format, length. */
const offchainEnvelope = (text: Uint8Array): Uint8Array =>
  concatBytes(
    Uint8Array.of(0xff),
    utf8ToBytes('solana offchain'),
    Uint8Array.of(0, 0, text.length & 255, text.length >> 8),
    text,
  );

/** The ways to read a signature: hex, base58 and base64. A text can be valid in two of them, so each is tried. */
function* waysToRead(text: string): Generator<Uint8Array> {
  const hex = text.match(/^(?:0x)?((?:[0-9a-fA-F]{2})+)$/)?.[1];
  if (hex) yield hexToBytes(hex);
  const base58 = text.length <= 88 ? decodeBase58(text) : undefined;
  if (base58) yield base58;
  if (/^[A-Za-z0-9+/_-]{86}(==)?$/.test(text)) {
    const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''));
    yield Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
  }
}

/**
 * What is checked one after another: each way to read the signature, over each form of the text. One that verifies is enough. An
 * honest signature usually verifies at the first.
 */
export function* solanaTries(text: string, signature: string): Generator<[signature: Uint8Array, signed: Uint8Array]> {
  const bytes = utf8ToBytes(text);
  for (const form of waysToRead(signature)) {
    if (form.length !== 64) continue;
    yield [form, bytes];
    if (bytes.length <= envelopeMaxBytes) yield [form, offchainEnvelope(bytes)];
  }
}
