import type { ChallengeState } from '@trigpoint/protocol';
import type { AskOptions } from './ask-info.ts';
import type { CallOptions, Client, Signer } from './client.ts';

export interface AskServiceOptions extends AskOptions {
  /** Signs the request, so that evidence shows who asked. Without it that rests on the service's word. */
  readonly signer?: Signer;
  /** False lets the service make the nonce, for callers who do not stay to tell it. The service could then choose the seed. */
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
  /** The nonce to be told with `tellNonce`. It is a secret until then. */
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
 * Waits until the public log has the acceptance, and then tells the nonce. By then nobody can choose the seed any more. It does nothing
 * if there is no nonce to tell. If the nonce is not told within a minute of the acceptance, the challenge ends without a draw.
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
