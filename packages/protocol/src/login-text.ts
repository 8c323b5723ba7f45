import type { KeyType } from './keys.ts';
import type { Role } from './session-routes.ts';

export interface LoginText {
  readonly keyType: KeyType;
  /** Checksummed (EIP-55) for ethereum, base58 for solana. */
  readonly address: string;
  readonly role: Role;
  readonly proofTypeTitle: string;
  /** Host (and port) and URL of the service as people reach it. */
  readonly domain: string;
  readonly uri: string;
  readonly chainId: number;
  readonly nonce: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
}

/**
 * The host that a sign-in text names in its first line, where the signature counts. Undefined if the text is no sign-in of this
 * key: it may be a statement that means something else under the key.
 */
export const domainOfLogin = (text: string, publicKey: string): string | undefined => {
  const [, domain, address] = /^(\S+) wants you to sign in with your \w+ account:\n(\S+)\n/.exec(text) ?? [];
  return address?.toLowerCase() === publicKey.toLowerCase() ? domain : undefined;
};

/** The text a person signs to log in: a valid EIP-4361 message, or its Sign-In-With-Solana twin. */
export const composeLoginText = (it: LoginText): string => {
  const ethereum = it.keyType === 'ethereum';
  return `${it.domain} wants you to sign in with your ${ethereum ? 'Ethereum' : 'Solana'} account:
${it.address}

Log in as ${it.role} for ${it.proofTypeTitle}. This costs nothing and moves nothing.

URI: ${it.uri}
Version: 1
Chain ID: ${ethereum ? it.chainId : 'mainnet'}
Nonce: ${it.nonce}
Issued At: ${new Date(it.issuedAt).toISOString()}
Expiration Time: ${new Date(it.expiresAt).toISOString()}`;
};
