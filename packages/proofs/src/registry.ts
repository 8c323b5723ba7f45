import { pob } from './pob/rules.ts';
import { pol } from './pol/rules.ts';
import type { ProofType } from './proof-type.ts';

/** Every proof type there is. A new one is its folder and a line here. */
export const proofTypes: readonly ProofType[] = [pol, pob];

export const findProofType = (id: string): ProofType | undefined => proofTypes.find((it) => it.id === id);
