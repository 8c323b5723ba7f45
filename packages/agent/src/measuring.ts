import { type Ask, findProofType, type Probe } from '@trigpoint/proofs';

/** What an agent needs of a proof type: to read what is asked, and to measure. */
export interface Measuring {
  decode(info: `0x${string}`): Ask;
  probe(): Promise<Probe>;
}

export const measuringOf: (proofType: string) => Measuring | undefined = findProofType;
