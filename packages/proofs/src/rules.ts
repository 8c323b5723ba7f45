import type { ProofType } from './proof-type.ts';
import { profiles } from './registry.ts';

/**
 * The rules of every registered type, loaded at once. They are for programs that judge and measure; browsers load one type at a
 * time.
 */
export const proofTypes: readonly ProofType[] = await Promise.all(profiles.map((it) => it.rules()));

export const findProofType = (id: string): ProofType | undefined => proofTypes.find((it) => it.id === id);
