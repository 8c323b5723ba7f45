import { checkClaims as checkPobClaims } from './pob/claims.ts';
import { pol } from './pol/rules.ts';
import type { ProofType } from './proof-type.ts';

/** What the door needs to know of a proof type. */
export type KnownProofType = Pick<ProofType, 'id' | 'attributeId' | 'title' | 'checkClaims'>;

/** Every proof type there is. A new one is its folder and a line here. */
export const proofTypes: readonly KnownProofType[] = [
  pol,
  { id: 'pob', attributeId: 'pob-v1', title: 'proof of bandwidth', checkClaims: checkPobClaims },
];

export const findProofType = (id: string): ProofType | undefined => (id === pol.id ? (pol as ProofType) : undefined);
