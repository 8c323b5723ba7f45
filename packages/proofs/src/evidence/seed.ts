import type { ServiceName } from '@trigpoint/protocol';
import { hashOf, hashText } from '../canonical.ts';

/** The hash by which consents and acceptances name an ask. It is taken over the text of challengeInfo (0x, lower case). */
export const askHash = (info: string): string => hashText(info.toLowerCase());

export const consentHash = (text: string): string => hashText(text);

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
