import { useEffect, useState } from 'preact/hooks';
import { say } from '../words/say.ts';
import { findEthereumWallets } from './ethereum-wallets.ts';
import { useSession } from './session.tsx';
import { findSolanaWallets } from './solana-wallets.ts';
import type { Wallet } from './wallets.ts';

/** Wallets of this browser, as they announce themselves. */
export const useWallets = (): readonly Wallet[] => {
  const [wallets, setWallets] = useState<readonly Wallet[]>([]);
  useEffect(() => {
    const found = (wallet: Wallet) =>
      setWallets((before) => (before.some((it) => it.id === wallet.id) ? before : [...before, wallet]));
    const stops = [findEthereumWallets(found), findSolanaWallets(found)];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return wallets;
};

/** The throw-away key as a wallet among the others, on development networks alone. */
export const useDevelopmentWallet = (): Wallet | undefined => {
  const { about } = useSession();
  if (!about?.development) return undefined;
  return {
    id: 'development',
    name: say('Development key'),
    kind: 'Ethereum',
    connect: async () => (await import('./development-key.ts')).developmentAccount(),
  };
};
