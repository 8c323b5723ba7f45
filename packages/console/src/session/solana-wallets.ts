import { encodeBase58 } from '@trigpoint/protocol';
import { say } from '../words/say.ts';
import { type Wallet, WalletError } from './wallets.ts';

/** The parts of wallet-standard that signing a message takes. */
interface StandardAccount {
  readonly address: string;
  readonly chains: readonly string[];
}
interface StandardWallet {
  readonly name: string;
  readonly icon: string;
  readonly chains: readonly string[];
  readonly features: Readonly<Record<string, unknown>>;
}
interface Connect {
  connect(): Promise<{ readonly accounts: readonly StandardAccount[] }>;
}
interface SignMessage {
  signMessage(input: {
    account: StandardAccount;
    message: Uint8Array;
  }): Promise<readonly { readonly signature: Uint8Array }[]>;
}

const refused = (error: unknown): never => {
  throw new WalletError(error instanceof Error && error.message ? error.message : say('You declined in your wallet.'));
};

const walletOf = (it: StandardWallet): Wallet | undefined => {
  const connect = it.features['standard:connect'] as Connect | undefined;
  const signing = it.features['solana:signMessage'] as SignMessage | undefined;
  if (!connect || !signing || !it.chains.some((chain) => chain.startsWith('solana:'))) return undefined;
  return {
    id: `solana ${it.name}`,
    name: it.name,
    kind: 'Solana',
    ...(it.icon.startsWith('data:image/') ? { icon: it.icon } : {}),
    connect: async () => {
      const { accounts } = await connect.connect().catch(refused);
      const account = accounts.find((one) => one.chains.some((chain) => chain.startsWith('solana:')));
      if (!account) throw new WalletError(say('The wallet shared no Solana account.'));
      return {
        keyType: 'solana',
        publicKey: account.address,
        sign: async (text) => {
          const message = new TextEncoder().encode(text);
          const [signed] = await signing.signMessage({ account, message }).catch(refused);
          if (!signed) throw new WalletError(say('The wallet returned no signature.'));
          return encodeBase58(signed.signature);
        },
      };
    },
  };
};

/** wallet-standard: wallets register with the page, and the page says it is ready, in either order. */
export const findSolanaWallets = (found: (wallet: Wallet) => void): (() => void) => {
  const api = {
    register: (...wallets: StandardWallet[]) => {
      for (const it of wallets) {
        const wallet = walletOf(it);
        if (wallet) found(wallet);
      }
      return () => undefined;
    },
  };
  const heard = (event: Event) => {
    const { detail } = event as CustomEvent<(page: typeof api) => void>;
    if (typeof detail === 'function') detail(api);
  };
  addEventListener('wallet-standard:register-wallet', heard);
  dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }));
  return () => removeEventListener('wallet-standard:register-wallet', heard);
};
