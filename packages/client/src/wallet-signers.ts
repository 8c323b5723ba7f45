import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { encodeBase58 } from '@trigpoint/protocol';
import type { Signer } from './client.ts';

/**
 * Signs with a browser wallet (EIP-1193). The wallet asks its owner. If the owner refuses, the wallet's own error is thrown.
 *
 * ```ts
 * await client.login(await providerSigner(ethereum), { role: 'payer' }); // window.ethereum in a browser
 * ```
 */
export async function providerSigner(
  provider: { request(args: { method: string; params?: unknown }): Promise<unknown> },
  account?: string,
): Promise<Signer> {
  const address = account ?? ((await provider.request({ method: 'eth_requestAccounts' })) as string[])[0];
  if (address === undefined) throw new Error('The wallet shared no account.');
  return {
    keyType: 'ethereum',
    publicKey: address,
    sign: async (text) =>
      (await provider.request({
        method: 'personal_sign',
        params: [`0x${bytesToHex(utf8ToBytes(text))}`, address],
      })) as string,
  };
}

/**
 * Signs with a viem account: a local key, a hardware wallet, a smart account.
 *
 * ```ts
 * await client.login(accountSigner(privateKeyToAccount(privateKey)), { role: 'payer' });
 * ```
 */
export const accountSigner = (account: {
  readonly address: string;
  signMessage(args: { message: string }): Promise<string>;
}): Signer => ({
  keyType: 'ethereum',
  publicKey: account.address,
  sign: (message) => account.signMessage({ message }),
});

/** The part of a wallet-standard account that is needed. */
export interface StandardAccount {
  readonly address: string;
  readonly chains: readonly string[];
}

/** The part of a wallet-standard wallet that is needed. */
export interface StandardWallet {
  readonly accounts: readonly StandardAccount[];
  readonly features: Readonly<Record<string, unknown>>;
}

interface SignMessage<A> {
  signMessage(input: { account: A; message: Uint8Array }): Promise<readonly { readonly signature: Uint8Array }[]>;
}

/**
 * Signs with a wallet-standard Solana wallet. It connects the wallet first if that has no account yet.
 *
 * ```ts
 * await client.login(await standardSigner(solanaWallet), { role: 'payer' });
 * ```
 */
export async function standardSigner(wallet: StandardWallet, account?: StandardAccount): Promise<Signer> {
  const signing = wallet.features['solana:signMessage'] as SignMessage<StandardAccount> | undefined;
  if (!signing) throw new Error('This wallet cannot sign messages for Solana.');
  const connecting = wallet.features['standard:connect'] as
    | { connect(): Promise<{ readonly accounts: readonly StandardAccount[] }> }
    | undefined;
  const isSolana = (it: StandardAccount) => it.chains.some((chain) => chain.startsWith('solana:'));
  const chosen = account ?? wallet.accounts.find(isSolana) ?? (await connecting?.connect())?.accounts.find(isSolana);
  if (!chosen) throw new Error('The wallet shared no Solana account.');
  return {
    keyType: 'solana',
    publicKey: chosen.address,
    async sign(text) {
      const [signed] = await signing.signMessage({ account: chosen, message: utf8ToBytes(text) });
      if (!signed) throw new Error('The wallet returned no signature.');
      return encodeBase58(signed.signature);
    },
  };
}
