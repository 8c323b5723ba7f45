import { chainAddress, type KeyType, type Role } from '@trigpoint/protocol';
import type { ChainReader } from './open.ts';

type AskAccount = (address: string, text: string, signature: `0x${string}`) => Promise<boolean>;
type MayUse = (keyType: KeyType, publicKey: string, role: Role) => Promise<boolean>;
type Chain = Pick<ChainReader, 'holds'>;

/** Asks smart accounts whether a signature is theirs. */
export const askAccountOn =
  (chain: Chain): AskAccount =>
  (address, text, signature) =>
    chain.holds((endpoint, at) => endpoint.standsBy(address as `0x${string}`, text, signature, at));

/**
 * Keeps roles for accounts that hold money, where the operator wants that. The money of a solana key is at the address that
 * stands for it on chain.
 */
export const mayUseOn =
  (chain: Chain, funded: { roles: readonly Role[]; wei: bigint }): MayUse =>
  async (keyType, publicKey, role) =>
    !funded.roles.includes(role) ||
    chain.holds(async (endpoint, at) => (await endpoint.balance(chainAddress(keyType, publicKey), at)) >= funded.wei);
