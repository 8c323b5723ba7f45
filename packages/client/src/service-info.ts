import type { ServiceName } from '@trigpoint/protocol';
import type { CallOptions, Client } from './client.ts';

/** What a service says about itself at `/.well-known/trigpoint.json`. */
export interface ServiceInfo {
  readonly version: string;
  /** Whether it is a development network: all on one machine, with the well-known accounts of "test test … junk". */
  readonly development: boolean;
  readonly proof_types: Readonly<Record<string, { readonly attribute_id: string }>>;
  readonly chain: {
    readonly id: number;
    readonly rpc_url: string | null;
    readonly request_handler: `0x${string}`;
    readonly prover_registry: `0x${string}`;
    readonly confirmations: number;
    /** A block explorer, where the operator named one. */
    readonly explorer_url: string | null;
  } | null;
  /** What decides the draws of direct requests besides the service: a block, or the payer's nonce. */
  readonly asks_without_chain: { readonly seed_from: 'block' | 'nonce'; readonly guest_keys: boolean };
  /** The fee in POINTS for each seat of a challenge, and the settings of each proof type. These decide how many seats there are. */
  readonly requests: {
    readonly fee_per_seat: string;
    readonly settings: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
  /** The service as statements name it. */
  readonly service: ServiceName;
  /** The transparency log: its name, and the key that signs it. A verifier should get the key from somewhere else. */
  readonly log: { readonly vkey: string; readonly origin: string };
  /** Who signs attestations: an address for Ethereum's formats, a did:web for credentials. */
  readonly attestations: { readonly address: `0x${string}`; readonly did: string; readonly eas_schema: `0x${string}` };
  readonly limits: Readonly<Record<string, unknown>>;
}

/**
 * Asks a service what it is: its version, its chain, its limits. No login is needed.
 *
 * ```ts
 * const { version, chain } = await readServiceInfo(client);
 * ```
 */
export async function readServiceInfo(client: Client, { signal }: CallOptions = {}): Promise<ServiceInfo> {
  const reply = await client.request('/.well-known/trigpoint.json', { method: 'GET', signal: signal ?? null });
  return (await reply.json()) as ServiceInfo;
}
