import type { KeyType, Role } from '@trigpoint/protocol';

type AskAccount = (address: string, text: string, signature: `0x${string}`) => Promise<boolean>;
type MayUse = (keyType: KeyType, publicKey: string, role: Role) => Promise<boolean>;

/** Asks smart accounts whether a signature is theirs. The code for that is loaded when the first one logs in. */
export const askAccountAt = (rpcUrls: readonly string[]): AskAccount => {
  let ask: Promise<AskAccount> | undefined;
  return async (address, text, signature) => {
    ask ??= import('./accounts.ts').then(({ openAccounts }) => openAccounts(rpcUrls));
    return (await ask)(address, text, signature);
  };
};

/** Keeps roles for accounts that hold money, where the operator wants that. */
export const mayUseAt = (rpcUrls: readonly string[], funded: { roles: readonly Role[]; wei: bigint }): MayUse => {
  let ask: Promise<(keyType: KeyType, publicKey: string) => Promise<boolean>> | undefined;
  return async (keyType, publicKey, role) => {
    if (!funded.roles.includes(role)) return true;
    ask ??= import('./accounts.ts').then(({ openFunds }) => openFunds(rpcUrls, funded.wei));
    return (await ask)(keyType, publicKey);
  };
};
