import { randomBytes } from 'node:crypto';
import {
  Client,
  createCampaign,
  ethereumSigner,
  grantPoints,
  readEvidence,
  requestChallenge,
  type StandardWallet,
  solanaSigner,
  submitPhoto,
  waitForChallenge,
} from '@trigpoint/client';
import { decodeBase58 } from '@trigpoint/protocol';
import { privateKeyToAccount } from 'viem/accounts';
import { paint } from './paint.ts';

/** The first account of the development chain. */
const privateKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

/** Signs as a browser wallet does. */
const walletOf = (key: `0x${string}`) => {
  const account = privateKeyToAccount(key);
  return {
    async request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
      if (method === 'eth_requestAccounts') return [account.address];
      const [raw] = params as [`0x${string}`];
      return account.signMessage({ message: { raw } });
    },
  };
};

const solanaWalletOf = (): StandardWallet => {
  const signer = solanaSigner(randomBytes(32));
  const account = { address: signer.publicKey, chains: ['solana:mainnet'] };
  const signMessage = async ({ message }: { message: Uint8Array }) => [
    { signature: decodeBase58(await signer.sign(new TextDecoder().decode(message))) },
  ];
  return { accounts: [account], features: { 'solana:signMessage': { signMessage } } };
};

let ended: { readonly challengeId: string; readonly text: string } | undefined;
let photos = 0;

/** What the examples in the SDK's comments take for given. */
export const prepare = async (url: string) => {
  const client = new Client({ url, proofType: 'pol' });
  await client.login(ethereumSigner(privateKey), { role: 'payer' });
  // This key is the operator of a development network.
  const to = ethereumSigner(privateKey).publicKey;
  await grantPoints(client, { to, points: '1', reason: 'for the examples' });
  const { result } = await client.call('provers', {});
  const prover = result.provers.find((it) => it.claims.name === 'honest-frankfurt')?.id ?? '';
  const wallet = { privateKey } as const;
  if (!ended) {
    const { challengeId } = await requestChallenge(client, { wallet, prover });
    await waitForChallenge(client, challengeId);
    ended = { challengeId, text: JSON.stringify(await readEvidence(client, challengeId)) };
  }
  const campaign = `Murals ${Date.now()} ${photos}`;
  const place = { latitude: 52.52, longitude: 13.4 };
  const terms = { total_rewards: 100, reward_per_task: 1, max_submissions: 50, review: true, ...place };
  await createCampaign(client, { campaign, ends_at: new Date(Date.now() + 3_600_000), ...terms });
  const { photo_id: photoId } = await submitPhoto(client, { campaign, photo: paint(++photos), ...place });
  const photo = paint(++photos);
  const show = (...values: unknown[]): void => void values;
  const wallets = { wallet, ethereum: walletOf(privateKey), solanaWallet: solanaWalletOf() };
  return { client, prover, privateKey, ...wallets, ...ended, campaign, photo, photoId, show } as const;
};
