import type { ChallengeState } from '@trigpoint/protocol';
import type { AskOptions } from './ask-info.ts';
import type { CallOptions, Client, Signer } from './client.ts';

export interface AskServiceOptions extends AskOptions {
  /** Signs the request, so that evidence shows who asked. Without one the service's word stands for it. */
  readonly signer?: Signer;
  /** False leaves the nonce to the service, for those who do not stay to tell it; the service could then choose the seed. */
  readonly tellsNonce?: boolean;
  /** Seconds in which the prover must have consented; an hour unless given. */
  readonly timeoutSeconds?: number;
  readonly signal?: AbortSignal;
}

/** A challenge that was asked for at the service. */
export interface AskedService {
  readonly challengeId: string;
  readonly state: ChallengeState;
  /** What decides the draw together with the service: a block, the payer's nonce, or nothing else. */
  readonly seedFrom: 'block' | 'payer' | 'service';
  /** To be told with `tellNonce`, and a secret until then. */
  readonly nonce?: string;
}

/**
 * Asks for a challenge at the service, without a chain and without a transaction. Where the service has no chain, the payer
 * commits to a nonce that decides the draw together with the service: `tellNonce` tells it in time.
 *
 * ```ts
 * const asked = await askService(client, { prover, signer: ethereumSigner(privateKey) });
 * await tellNonce(client, asked);
 * const { consolidated_result } = await waitForChallenge(client, asked.challengeId);
 * ```
 */
export async function askService(client: Client, options: AskServiceOptions): Promise<AskedService> {
  const { ask } = await import('./direct-request.ts');
  return ask(client, options);
}

/**
 * Waits until the public log has the acceptance, and then tells the nonce: nobody could choose it any more. Does nothing
 * where there is none to tell. A nonce that is not told within a minute of the acceptance leaves the challenge without a draw.
 *
 * ```ts
 * await tellNonce(client, await askService(client, { prover }));
 * ```
 */
export async function tellNonce(
  client: Client,
  asked: Pick<AskedService, 'challengeId' | 'nonce'>,
  options: CallOptions = {},
): Promise<void> {
  if (asked.nonce === undefined) return;
  const { tell } = await import('./direct-request.ts');
  await tell(client, asked.challengeId, asked.nonce, options.signal);
}
