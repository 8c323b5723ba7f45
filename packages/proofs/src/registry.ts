import { checkClaims as checkPobClaims } from './pob/claims.ts';
import { checkClaims as checkPolClaims } from './pol/claims.ts';
import type { ProofType } from './proof-type.ts';

/** What the door needs to know of a proof type. */
export type KnownProofType = Pick<ProofType, 'id' | 'attributeId' | 'title' | 'checkClaims'>;

/** Every proof type there is. A new one is its folder and a line here. */
export const proofTypes: readonly KnownProofType[] = [
  { id: 'pol', attributeId: 'pol-v1', title: 'proof of location', checkClaims: checkPolClaims },
  { id: 'pob', attributeId: 'pob-v1', title: 'proof of bandwidth', checkClaims: checkPobClaims },
];
