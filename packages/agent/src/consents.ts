import type { Signer } from '@trigpoint/client';
import { type Ask, askHash, type Cost, isChainId, isDirectId } from '@trigpoint/proofs';
import {
  type AgentMessage,
  chainAddress,
  consent,
  type HubMessageOf,
  plainKey,
  type ServiceName,
} from '@trigpoint/protocol';

export interface ConsentOptions {
  readonly signer: Signer;
  /** Undefined for an ask that this agent cannot read. */
  readonly decode: (info: string) => Ask | undefined;
  /** What one measurement of this agent is expected to carry. */
  readonly cost: (ask: Ask) => Cost;
  readonly limits: {
    never(cost: Cost): string | undefined;
    notFor(payer?: string): string | undefined;
    notNow(running: number, cost: Cost, payer?: string): string | undefined;
  };
  /** The service that this agent is connected to, and the description that it signed for it. */
  readonly described: () => ServiceName & { readonly description_hash: string };
}

/**
 * A prover's answer to a request: its signed consent, or why it will never consent. Undefined if it may consent later. The service asks
 * again until the request expires.
 */
export const answerConsent = async (
  wanted: HubMessageOf<'consent_wanted'>,
  running: number,
  { signer, decode, cost, limits, described }: ConsentOptions,
): Promise<AgentMessage | undefined> => {
  const { challenge_id } = wanted;
  const refuse = (reason: string): AgentMessage => ({ type: 'no_consent', challenge_id, reason });
  if (!isChainId(challenge_id) && !isDirectId(challenge_id)) return refuse('the id of the challenge is none');
  const ask = decode(wanted.ask);
  if (!ask) return refuse('does not understand what is asked');
  if (ask.prover.toLowerCase() !== chainAddress(signer.keyType, plainKey(signer.publicKey)))
    return refuse('another prover is asked for');
  const reason = limits.never(cost(ask)) ?? limits.notFor(wanted.payer);
  if (reason !== undefined) return refuse(reason);
  if (limits.notNow(running, cost(ask), wanted.payer) !== undefined) return undefined;
  const text = consent.compose({ ...described(), challenge_id, ask_hash: askHash(wanted.ask) });
  return { type: 'consent', challenge_id, text, signature: await signer.sign(text) };
};
