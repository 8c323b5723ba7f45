import type { ProofType } from './proof-type.ts';
import { profiles } from './registry.ts';

/** The rules of every registered type, loaded. For those who judge and measure; browsers load them one by one. */
export const proofTypes: readonly ProofType[] = await Promise.all(profiles.map((it) => it.rules()));

export const findProofType = (id: string): ProofType | undefined => proofTypes.find((it) => it.id === id);
