import type { SubmitOptions, Submitted, Wallet } from './wallets.ts';

/**
 * Calls submitRequest and reads the ids from its event. `requestChallenge` does this and the rest; this alone is for
 * several asks in one transaction.
 *
 * ```ts
 * const { chain } = await readServiceChain(client);
 * const info = encodePolAsk({
 *   proverRegistry: chain.prover_registry,
 *   prover: chainAddressOf(prover),
 *   isIPv6: false,
 *   challengers: 8,
 *   tolerance: 2,
 *   latitude: 50.11,
 *   longitude: 8.68,
 * });
 * const { challengeIds } = await submitRequest(wallet, {
 *   chainId: chain.id,
 *   rpcUrl: chain.rpc_url ?? undefined,
 *   requestHandler: chain.request_handler,
 *   timeoutSeconds: 3600,
 *   asks: [{ attributeId: 'pol-v1', info }],
 *   pause,
 *   patienceMs: 60_000,
 * });
 * ```
 */
export async function submitRequest(wallet: Wallet, options: SubmitOptions): Promise<Submitted> {
  // It is loaded only when a challenge is asked for, because the code for chains is the largest part of a browser bundle.
  const { submit } = await import('./submission.ts');
  return submit(wallet, options);
}
