import type { Ask, ProofType } from '@trigpoint/proofs';
import { proofTypes } from '@trigpoint/proofs/rules';

/** How many decoded asks of a proof type are remembered: those of a few seconds at full load. */
const remembered = 1_000;
/** How many characters the remembered asks may have. An ask with a polygon has 49,000; decoded it takes several times as much. */
const rememberedLength = 4_000_000;

/** The same proof type, but it remembers decoded asks. A challenge needs its ask ten times, and decoding takes 10 µs. */
const rememberAsks = (proofType: ProofType): ProofType => {
  const known = new Map<string, Ask>();
  let length = 0;
  return {
    ...proofType,
    decode(info) {
      const before = known.get(info);
      if (before) return before;
      const ask = proofType.decode(info);
      if (known.size >= remembered || length + info.length > rememberedLength) {
        known.clear();
        length = 0;
      }
      known.set(info, ask);
      length += info.length;
      return ask;
    },
  };
};

/** Finds proof types by id, each with a memory for its asks. */
export const openProofTypes = (): ((id: string) => ProofType) => {
  const types = new Map(proofTypes.map((it) => [it.id, rememberAsks(it)]));
  return (id) => {
    const found = types.get(id);
    if (!found) throw new Error(`There is no proof type ${id}`);
    return found;
  };
};
