import { profiles } from '@trigpoint/proofs/registry';

/** Networks whose clients can be served beside our own (docs/compatibility.md). */
export const compatNames = ['off', 'witnesschain'] as const;
export type CompatName = (typeof compatNames)[number];

/** The ids under which these clients ask for a proof type on chain. */
export const compatAttributeIds = (network: CompatName): readonly { proofType: string; attributeId: string }[] =>
  profiles.flatMap(({ id: proofType, compatAttributeIds: ids }) => {
    const attributeId = ids?.[network];
    return attributeId === undefined ? [] : [{ proofType, attributeId }];
  });
