import { ethereumSigner } from '@trigpoint/client';
import { randomHex } from '@trigpoint/protocol';
import { say } from '../words/say.ts';
import { type Account, type Chain, WalletError } from './wallets.ts';

const place = 'trigpoint-development-key';

/** A throw-away key that lives in this browser alone, offered on development networks only. */
const developmentKey = (): `0x${string}` => {
  const known = localStorage.getItem(place);
  if (known && /^0x[0-9a-f]{64}$/.test(known)) return known as `0x${string}`;
  const fresh = `0x${randomHex(32)}` as const;
  localStorage.setItem(place, fresh);
  return fresh;
};

/** The development chain takes transactions without a gas price, so that the key needs no funds. */
const onChain = async ({ rpc_url }: Chain) => {
  if (rpc_url === null) throw new WalletError(say('This network names no public node of its chain.'));
  const { createWalletClient, http, privateKeyToAccount } = await import('@trigpoint/ethereum/asking');
  const account = privateKeyToAccount(developmentKey());
  const client = createWalletClient({ account, transport: http(rpc_url) });
  return {
    account,
    request: client.request,
    sendTransaction: ({ to, data }: { to: `0x${string}`; data: `0x${string}` }) =>
      client.sendTransaction({ chain: null, to, data, type: 'legacy', gasPrice: 0n, gas: 2_000_000n }),
  };
};

export const developmentAccount = (): Account => ({ ...ethereumSigner(developmentKey()), onChain });
