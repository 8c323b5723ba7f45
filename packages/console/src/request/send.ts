import {
  askService,
  bringChallenge,
  chainAddressOf,
  pause,
  type ServiceInfo,
  type Signer,
  submitRequest,
  tellNonce,
} from '@trigpoint/client';
import type { Profile } from '@trigpoint/proofs';
import { attributeIdOf } from '@trigpoint/proofs/registry';
import { clientFor } from '../service.ts';
import type { Wallet } from '../session/wallets.ts';
import { say } from '../words/say.ts';
import { type Draft, fieldsOf } from './drafts.ts';

export type Step = 'wallet' | 'chain' | 'service';

/** Seconds in which a result may be recorded on chain. */
const timeoutSeconds = 3600;
const patienceMs = 600_000;

/** The ask as it stands on chain. */
export const infoOf = (profile: Profile, draft: Draft, proverRegistry: `0x${string}`): `0x${string}` =>
  profile.encode({
    proverRegistry,
    prover: chainAddressOf(draft.prover),
    isIPv6: draft.prover.startsWith('IPv6/'),
    challengers: Number(draft.challengers),
    tolerance: Number(draft.tolerance),
    ...fieldsOf(profile, draft),
  });

/**
 * Asks at the service, without a transaction. Where a nonce decides the draw, the account that signed in signs the request, and
 * the nonce is told while the page of the challenge is open.
 */
export const askHere = async (
  profile: Profile,
  draft: Draft,
  about: ServiceInfo,
  account: Signer | undefined,
): Promise<string> => {
  const client = clientFor(profile.id);
  const signs = account && about.asks_without_chain.seed_from === 'nonce';
  const asked = await askService(client, {
    prover: draft.prover,
    challengers: Number(draft.challengers),
    tolerance: Number(draft.tolerance),
    ...fieldsOf(profile, draft),
    ...(signs ? { signer: account } : {}),
  });
  // Nothing is done about an error here. If the nonce is not told, the challenge ends with that reason, and its page says so.
  tellNonce(client, asked).catch(() => {});
  return asked.challengeId;
};

/** Sends the request to the chain, then to the service. Reports each step when it begins, and its result. */
export const send = async (
  profile: Profile,
  draft: Draft,
  wallet: Wallet,
  about: ServiceInfo,
  tell: (step: Step, gave?: string) => void,
): Promise<string> => {
  const { chain } = about;
  if (!chain) throw new Error(say('This service is not connected to a chain.'));
  tell('wallet');
  const account = await wallet.connect();
  const chainWallet = await account.onChain?.(chain);
  if (!chainWallet) throw new Error(say('This wallet cannot send a transaction.'));
  tell('chain', account.publicKey);
  const info = infoOf(profile, draft, chain.prover_registry);
  if (profile.later?.isNeededFor(profile.decode(info))) (await profile.rules()).decode(info);
  const served = { ...profile, attributeId: about.proof_types[profile.id]?.attribute_id ?? profile.attributeId };
  const { challengeIds, transactionHash } = await submitRequest(chainWallet, {
    chainId: chain.id,
    rpcUrl: chain.rpc_url ?? undefined,
    requestHandler: chain.request_handler,
    timeoutSeconds,
    asks: [
      {
        attributeId: attributeIdOf(served, profile.decode(info)),
        info,
      },
    ],
    pause,
    patienceMs,
  });
  const id = challengeIds[0] ?? '';
  tell('service', transactionHash);
  await bringChallenge(clientFor(profile.id), id, { patienceMs });
  return id;
};
