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

interface Funded {
  readonly roles: readonly Role[];
  readonly wei: bigint;
  /** The contract that locks money for agents. Without it the balance of their accounts counts. */
  readonly deposits?: `0x${string}` | undefined;
}

/** Whether an account has the money that the operator demands for a role. A solana key's is at its address on chain. */
export const mayUseOn =
  (chain: Chain, { roles, wei, deposits }: Funded): MayUse =>
  async (keyType, publicKey, role) => {
    if (!roles.includes(role)) return true;
    const account = chainAddress(keyType, publicKey);
    return chain.holds(async (endpoint, at) => {
      const counts = deposits ? await endpoint.locked(deposits, account, at) : await endpoint.balance(account, at);
      return counts >= wei;
    });
  };
