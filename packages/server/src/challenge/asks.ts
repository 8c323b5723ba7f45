import type { Ask, ProofType } from '@trigpoint/proofs';

/** Those of a few seconds. */
const remembered = 1_000;

/** The same proof type, which reads each ask once: every step of a challenge needs it, ten in all, and reading takes 10 µs. */
export const rememberAsks = (proofType: ProofType): ProofType => {
  const known = new Map<string, Ask>();
  return {
    ...proofType,
    decode(info) {
      const ask = known.get(info) ?? proofType.decode(info);
      if (known.size >= remembered) known.clear();
      known.set(info, ask);
      return ask;
    },
  };
};
