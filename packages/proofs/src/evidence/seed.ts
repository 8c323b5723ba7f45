import type { ServiceName } from '@trigpoint/protocol';
import { hashOf, hashText } from '../canonical.ts';

/** The hash by which consents and acceptances name an ask. It is taken over the text of challengeInfo (0x, lower case). */
export const askHash = (info: string): string => hashText(info.toLowerCase());

export const consentHash = (text: string): string => hashText(text);

/** What a draw rests on beside its seed, the ask, the prover's description and the eligible tree. Names are those of the wire. */
export interface DrawRules {
  readonly settings: Readonly<Record<string, string>>;
  readonly submitted_at: string;
  readonly prover_networks: readonly string[];
  readonly systems_table: { readonly sha256: string; readonly dated: string } | null;
}

/** The hash by which an acceptance names the rules of its draw. So nobody chooses among rules once the seed is known. */
export const rulesHash = ({ settings, submitted_at, prover_networks, systems_table }: DrawRules): string =>
  hashOf({ kind: 'trigpoint rules', version: 1, settings, submitted_at, prover_networks, systems_table });

/** Everything that goes into the seed of a draw. */
export interface SeedInput extends ServiceName {
  /** The prover's id. */
  readonly prover: string;
  readonly challenge_id: string;
  /** The hash of the block that the acceptance named by its number, before the block was made. Empty if a nonce takes its place. */
  readonly block_hash: string;
  /** The payer told it after the acceptance, which names its hash, was public. Without a nonce the block decides. */
  readonly nonce?: string;
  /** The value of the service's chain of seeds that the acceptance names by its index. */
  readonly value: string;
}

/**
 * The seed of a draw. Nobody chooses it alone. When the acceptance was logged, the service did not know the block or nonce, and
 * whoever made the block or the nonce did not know the service's value.
 */
export const drawSeed = (input: SeedInput): string => {
  const { service, chain_id, contract, prover, challenge_id, block_hash, nonce, value } = input;
  const common = { kind: 'trigpoint seed', service, chain_id, contract, prover, challenge_id, value };
  return hashOf(nonce === undefined ? { ...common, version: 2, block_hash } : { ...common, version: 3, nonce });
};
