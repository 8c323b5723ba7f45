import {
  bringChallenge,
  chainAddressOf,
  encodePobAsk,
  encodePolAsk,
  pause,
  type ServiceInfo,
  submitRequest,
} from '@trigpoint/client';
import { clientFor, type ProofTypeId } from '../service.ts';
import type { Wallet } from '../session/wallets.ts';
import type { Draft } from './drafts.ts';

export type Step = 'wallet' | 'chain' | 'service';

/** Seconds in which a result may be recorded on chain. */
const timeoutSeconds = 3600;
const patienceMs = 600_000;

const infoOf = (proofType: ProofTypeId, draft: Draft, proverRegistry: `0x${string}`): `0x${string}` => {
  const common = {
    proverRegistry,
    prover: chainAddressOf(draft.prover),
    isIPv6: draft.prover.startsWith('IPv6/'),
    challengers: Number(draft.challengers),
    tolerance: Number(draft.tolerance),
  };
  return proofType === 'pol'
    ? encodePolAsk({ ...common, latitude: Number(draft.latitude), longitude: Number(draft.longitude) })
    : encodePobAsk({ ...common, direction: draft.direction, bandwidthMbps: Number(draft.bandwidthMbps) });
};

/** On chain, then at the service; tells each step as it begins and what it gave. */
export const send = async (
  proofType: ProofTypeId,
  draft: Draft,
  wallet: Wallet,
  about: ServiceInfo,
  tell: (step: Step, gave?: string) => void,
): Promise<string> => {
  const { chain } = about;
  if (!chain) throw new Error('This service is not connected to a chain.');
  tell('wallet');
  const account = await wallet.connect();
  const chainWallet = await account.onChain?.(chain);
  if (!chainWallet) throw new Error('This wallet cannot send a transaction.');
  tell('chain', account.publicKey);
  const { challengeIds, transactionHash } = await submitRequest(chainWallet, {
    chainId: chain.id,
    rpcUrl: chain.rpc_url ?? undefined,
    requestHandler: chain.request_handler,
    timeoutSeconds,
    asks: [
      {
        attributeId: about.proof_types[proofType]?.attribute_id ?? `${proofType}-v1`,
        info: infoOf(proofType, draft, chain.prover_registry),
      },
    ],
    pause,
    patienceMs,
  });
  const id = challengeIds[0] ?? '';
  tell('service', transactionHash);
  await bringChallenge(clientFor(proofType), id, { patienceMs });
  return id;
};
