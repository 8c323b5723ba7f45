import { say } from '../words/say.ts';
import { type Account, type Chain, type Wallet, WalletError } from './wallets.ts';

/** EIP-1193: the one function of an injected wallet. */
interface Provider {
  request(call: { method: string; params?: unknown }): Promise<unknown>;
}

interface Announcement {
  readonly info: { readonly uuid: string; readonly name: string; readonly icon: string; readonly rdns: string };
  readonly provider: Provider;
}

const hexOf = (text: string): string =>
  `0x${[...new TextEncoder().encode(text)].map((it) => it.toString(16).padStart(2, '0')).join('')}`;

const refused = (error: unknown): never => {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  if (code === 4001) throw new WalletError(say('You declined in your wallet. Nothing was signed.'));
  if (code === -32002) throw new WalletError(say('Your wallet already waits for an answer. Open it and answer there.'));
  throw new WalletError(error instanceof Error ? error.message : say('The wallet did not answer.'));
};

const accountOf = (provider: Provider, address: string): Account => ({
  keyType: 'ethereum',
  publicKey: address,
  sign: async (text) =>
    (await provider.request({ method: 'personal_sign', params: [hexOf(text), address] }).catch(refused)) as string,
  onChain: async (chain) => {
    const current = await provider.request({ method: 'eth_chainId' }).catch(refused);
    if (Number(current) !== chain.id) await switchTo(provider, chain);
    return { provider, account: address as `0x${string}` };
  },
});

/** A wallet that does not know the chain (4902) is offered it. */
const switchTo = async (provider: Provider, { id, rpc_url }: Chain): Promise<void> => {
  const chainId = `0x${id.toString(16)}`;
  const ask = () => provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] });
  await ask().catch(async (error: { code?: unknown }) => {
    if (error?.code !== 4902 || rpc_url === null) return refused(error);
    const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 };
    const chain = { chainId, chainName: say('Chain {id}', { id }), rpcUrls: [rpc_url], nativeCurrency };
    await provider.request({ method: 'wallet_addEthereumChain', params: [chain] }).catch(refused);
  });
};

const walletOf = ({ info, provider }: Announcement): Wallet => ({
  id: info.rdns || info.uuid,
  name: info.name,
  kind: 'Ethereum',
  ...(info.icon.startsWith('data:image/') ? { icon: info.icon } : {}),
  connect: async () => {
    const accounts = await provider.request({ method: 'eth_requestAccounts' }).catch(refused);
    const [address] = accounts as string[];
    if (!address) throw new WalletError(say('The wallet shared no account.'));
    return accountOf(provider, address);
  },
});

/** EIP-6963: every injected wallet announces itself, also those that load late. Returns how to stop listening. */
export const findEthereumWallets = (found: (wallet: Wallet) => void): (() => void) => {
  const heard = (event: Event) => {
    const { detail } = event as CustomEvent<Announcement>;
    if (detail?.info?.name && detail.provider) found(walletOf(detail));
  };
  addEventListener('eip6963:announceProvider', heard);
  dispatchEvent(new Event('eip6963:requestProvider'));
  return () => removeEventListener('eip6963:announceProvider', heard);
};
