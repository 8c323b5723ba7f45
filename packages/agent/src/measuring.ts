import { type Ask, decodePolAsk, type Probe } from '@trigpoint/proofs';

/** What an agent needs of a proof type: to read what is asked, and to measure. */
export interface Measuring {
  decode(info: `0x${string}`): Ask;
  probe(): Promise<Probe>;
}

const known: Record<string, Measuring> = {
  pol: {
    decode: decodePolAsk,
    probe: async () => (await import('@trigpoint/proofs/node')).polProbe as Probe,
  },
};

export const measuringOf = (proofType: string): Measuring | undefined =>
  Object.hasOwn(known, proofType) ? known[proofType] : undefined;
