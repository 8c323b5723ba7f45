import type { Profile } from '@trigpoint/proofs';
import { type AskFields, attributeIdOf, fillFields, findProfile } from '@trigpoint/proofs/registry';
import {
  type ChallengeState,
  chainAddress,
  isFinal,
  type ReplyOf,
  type routes,
  ServiceError,
} from '@trigpoint/protocol';
import { type Client, pause } from './client.ts';
import { readServiceInfo, type ServiceInfo } from './service-info.ts';
import { submitRequest } from './submit-request.ts';
import { RequestError, type Submitted, type Wallet } from './wallets.ts';

export type ChallengeStatus = ReplyOf<(typeof routes)['challenge-status-dcl']>;

/**
 * What to ask, with the fields of the proof type. Whatever is left out is taken from what the prover claims about
 * itself.
 */
export interface AskOptions extends AskFields {
  /** An agent's id (`IPv4/<publicKey>`), or a public key or address alone. */
  readonly prover: string;
  /** As many as is usual for the type unless given: 8 for pol. */
  readonly challengers?: number;
  /** How many of them may fail to answer; a third of them unless given. */
  readonly tolerance?: number;
  readonly isIPv6?: boolean;
  /** Asks even what can never be verified, such as fewer than four challengers. */
  readonly anyway?: boolean;
}

export interface RequestOptions extends AskOptions {
  readonly wallet: Wallet;
  /** Seconds until the request expires on chain; an hour unless given. */
  readonly timeoutSeconds?: number;
  /** Longest to wait for the transaction, and again for its confirmations; 10 minutes unless given. */
  readonly patienceMs?: number;
  readonly signal?: AbortSignal;
}

/**
 * The 20 bytes a prover is asked under on chain, from its id or key.
 *
 * ```ts
 * const address = chainAddressOf(prover);
 * ```
 */
export function chainAddressOf(prover: string): `0x${string}` {
  const key = prover.replace(/^IPv[46]\//i, '');
  try {
    return chainAddress(/^0x[0-9a-fA-F]{40}$/.test(key) ? 'ethereum' : 'solana', key);
  } catch {
    throw new RequestError('unknown_prover', `${prover} is neither an id, an address nor a key.`);
  }
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
  const challengeId = submitted.challengeIds[0] as string;
  const state = await bringChallenge(client, challengeId, { patienceMs, ...pick(options.signal) });
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
  { patienceMs = 600_000, signal }: { patienceMs?: number; signal?: AbortSignal } = {},
): Promise<ChallengeState> {
  for (let waited = 0; ; ) {
    try {
      const { result } = await client.call('challenge-request-dcl', { challenge_id: challengeId }, pick(signal));
      return result.challenge_status as ChallengeState;
    } catch (error) {
      // Not there yet, or not deep enough yet: the node the service reads may be a block behind the one we sent to.
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
 * Follows a challenge to its end. Polls a quarter of a second apart at first, five seconds in the end.
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
    const status = await client.call('challenge-status-dcl', { challenge_id: challengeId }, pick(signal));
    onStatus?.(status);
    if (isFinal(status.state as ChallengeState)) return status;
    await pause(ms, signal);
  }
}

const pick = (signal: AbortSignal | undefined) => (signal ? { signal } : {});

/** An unknown type is refused: encoded by the rules of another type, a request would ask for something that nobody meant. */
function profileOf({ proofType }: Client): Profile {
  const profile = findProfile(proofType);
  if (!profile) throw new RequestError('unknown_proof_type', `This version knows no proof type "${proofType}".`);
  return profile;
}

async function composeInfo(
  client: Client,
  profile: Profile,
  proverRegistry: `0x${string}`,
  options: AskOptions,
): Promise<`0x${string}`> {
  const prover = chainAddressOf(options.prover);
  const isIPv6 = options.isIPv6 ?? /^IPv6\//i.test(options.prover);
  const challengers = options.challengers ?? profile.challengers.usual;
  const tolerance = options.tolerance ?? Math.floor(challengers / 3);
  const given: Readonly<Record<string, unknown>> = { ...options };
  let filled = fillFields(profile, given, {});
  if (filled.missing.length > 0) filled = fillFields(profile, given, await readClaims(client, options.prover));
  if (filled.missing.length > 0)
    throw new RequestError('unknown_prover', `${options.prover} claims no ${filled.missing[0]}: say what to ask for.`);
  const ask = { proverRegistry, prover, isIPv6, challengers, tolerance, ...filled.fields };
  const why = options.anyway ? undefined : profile.whyNeverVerified?.(ask);
  if (why !== undefined) throw new RequestError('never_verified', why);
  const info = profile.encode(ask);
  // Before a transaction is paid for, the rules look at what only they know, such as a polygon.
  if (profile.later?.isNeededFor(ask)) (await profile.rules()).decode(info);
  return info;
}

async function readClaims(client: Client, prover: string): Promise<Readonly<Record<string, unknown>>> {
  const id = prover.includes('/') ? prover : `IPv4/${prover}`;
  return (await client.call('prover', { id })).result.claims;
}
