import type { ServiceName } from '@trigpoint/protocol';
import { hashOf, hashText } from '../canonical.ts';

/** What was asked, as consents and acceptances name it: the hash of challengeInfo as it is written (0x, lower case). */
export const askHash = (info: string): string => hashText(info.toLowerCase());

export const consentHash = (text: string): string => hashText(text);

/** Everything that goes into the seed of a draw. */
export interface SeedInput extends ServiceName {
  /** Its id. */
  readonly prover: string;
  readonly challenge_id: string;
  /** Of the block that the acceptance names by its number, before the block was there; '' where a nonce takes its place. */
  readonly block_hash: string;
  /** What the acceptance names by its hash, told after it was public; without it a block decides. */
  readonly nonce?: string;
  /** The value of the service's chain of seeds that the acceptance names by its index. */
  readonly value: string;
}

/**
 * The seed of a draw. Neither the service nor who makes blocks, or whose nonce it is, chooses it alone: each part was unknown
 * to one of the two when the acceptance was logged.
 */
export const drawSeed = (input: SeedInput): string => {
  const { service, chain_id, contract, prover, challenge_id, block_hash, nonce, value } = input;
  const common = { kind: 'trigpoint seed', service, chain_id, contract, prover, challenge_id, value };
  return hashOf(nonce === undefined ? { ...common, version: 2, block_hash } : { ...common, version: 3, nonce });
};
