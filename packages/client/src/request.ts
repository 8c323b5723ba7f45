import { attributeIdOf } from '@trigpoint/proofs/registry';
import { type ChallengeState, isFinal, type ReplyOf, type routes, ServiceError } from '@trigpoint/protocol';
import { type AskOptions, composeInfo, profileOf } from './ask-info.ts';
import { type Client, pause } from './client.ts';
import { readServiceInfo, type ServiceInfo } from './service-info.ts';
import { submitRequest } from './submit-request.ts';
import { RequestError, type Submitted, type Wallet } from './wallets.ts';

export type { AskOptions } from './ask-info.ts';
export { chainAddressOf } from './ask-info.ts';

export type ChallengeStatus = ReplyOf<(typeof routes)['challenge-status-dcl']>;

export interface RequestOptions extends AskOptions {
  readonly wallet: Wallet;
  /** Seconds until the request expires on chain; an hour unless given. */
  readonly timeoutSeconds?: number;
  /** The longest wait for the transaction, and again for its confirmations. It is 10 minutes unless given. */
  readonly patienceMs?: number;
  readonly signal?: AbortSignal;
  /** Called when the request is on chain. The service takes it in later: confirmations may take minutes. */
  readonly onSubmitted?: (submitted: Submitted) => void;
}

/**
 * Where the service reads requests from, for callers that bring a key without a node.
 *
 * ```ts
 * const { chain } = await readServiceChain(client);
 * const rpcUrl = chain.rpc_url;
 * ```
 */
export async function readServiceChain(
  client: Client,
): Promise<ServiceInfo & { readonly chain: NonNullable<ServiceInfo['chain']> }> {
  const info = await readServiceInfo(client);
  if (!info.chain) throw new RequestError('no_chain', `The service at ${client.url} is not connected to a chain.`);
  return { ...info, chain: info.chain };
}

/**
 * Asks for a challenge: on chain, then at the service. Resolves when the service has accepted it.
 *
 * ```ts
 * const { challengeId } = await requestChallenge(client, { wallet, prover });
 * const { consolidated_result } = await waitForChallenge(client, challengeId);
 * ```
 */
export async function requestChallenge(
  client: Client,
  options: RequestOptions,
): Promise<Submitted & { challengeId: string; state: ChallengeState }> {
  const profile = profileOf(client);
  const { chain, proof_types } = await readServiceChain(client);
  const info = await composeInfo(client, profile, chain.prover_registry, options);
  const served = { ...profile, attributeId: proof_types[profile.id]?.attribute_id ?? profile.attributeId };
  const attributeId = attributeIdOf(served, profile.decode(info));
  const patienceMs = options.patienceMs ?? 600_000;
  const submitted = await submitRequest(options.wallet, {
    chainId: chain.id,
    rpcUrl: chain.rpc_url ?? undefined,
    requestHandler: chain.request_handler,
    timeoutSeconds: options.timeoutSeconds ?? 3_600,
    asks: [{ attributeId, info }],
    pause: (ms) => pause(ms, options.signal),
    patienceMs,
  });
  options.onSubmitted?.(submitted);
  const challengeId = submitted.challengeIds[0] as string;
  const state = await bringChallenge(client, challengeId, { patienceMs, signal: options.signal });
  return { ...submitted, challengeId, state };
}

/**
 * Hands an id over to the service. Waits until enough blocks lie on top of the request. Safe to repeat.
 *
 * ```ts
 * const state = await bringChallenge(client, challengeId, { patienceMs: 60_000 });
 * ```
 */
export async function bringChallenge(
  client: Client,
  challengeId: string,
  { patienceMs = 600_000, signal }: { patienceMs?: number; signal?: AbortSignal | undefined } = {},
): Promise<ChallengeState> {
  for (let waited = 0; ; ) {
    try {
      const { result } = await client.call('challenge-request-dcl', { challenge_id: challengeId }, { signal });
      return result.challenge_status as ChallengeState;
    } catch (error) {
      // The request is not on chain yet, or not deep enough: the service's RPC endpoint may be a block behind the one that we sent
      // to.
      const early =
        error instanceof ServiceError &&
        ['challenge_not_confirmed', 'challenge_not_on_chain', 'unavailable'].includes(error.code);
      const ms = early ? Math.max(500, (error.retryAfter ?? 2) * 1000) : 0;
      if (!early || waited + ms > patienceMs) throw error;
      await pause(ms, signal);
      waited += ms;
    }
  }
}

/**
 * Follows a challenge to its end. It polls every quarter of a second at first, and every five seconds later.
 *
 * ```ts
 * const status = await waitForChallenge(client, challengeId, { onStatus: ({ state }) => show(state) });
 * show(status.consolidated_result.verified);
 * ```
 */
export async function waitForChallenge(
  client: Client,
  challengeId: string,
  { signal, onStatus }: { signal?: AbortSignal; onStatus?: (status: ChallengeStatus) => void } = {},
): Promise<ChallengeStatus> {
  for (let ms = 250; ; ms = Math.min(ms * 1.3, 5_000)) {
    const status = await client.call('challenge-status-dcl', { challenge_id: challengeId }, { signal });
    onStatus?.(status);
    if (isFinal(status.state as ChallengeState)) return status;
    await pause(ms, signal);
  }
}
