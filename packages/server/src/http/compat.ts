import { profiles } from '@trigpoint/proofs/registry';

/** Networks whose clients can be served beside our own (docs/compatibility.md). */
export const compatNames = ['off', 'witnesschain'] as const;
export type CompatName = (typeof compatNames)[number];

/** How an operation differs for such clients: bodies are read before they are checked, replies written last. */
export interface Compat {
  readBody(body: unknown): unknown;
  writeReply(answer: unknown): unknown;
}

const asWritten: Compat = { readBody: (body) => body, writeReply: (answer) => answer };

/** Answered at the top level by the interface; these clients read every reply from `result`. */
const mirrored = new Set(['challenge-status-dcl', 'photo-feed-from-campaign']);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const readOlderBody = (body: unknown): unknown => {
  if (!isObject(body)) return body;
  const { challenge_id: id, reward_per_submission: reward } = body;
  return {
    ...body,
    // A number beyond the safe ones was rounded while it was parsed: it may name somebody else's challenge.
    ...(Number.isSafeInteger(id) ? { challenge_id: String(id) } : {}),
    ...(reward !== undefined && body.reward_per_task === undefined ? { reward_per_task: reward } : {}),
  };
};

export const compatFor = (network: CompatName, operation: string): Compat => {
  if (network === 'off') return asWritten;
  return {
    readBody: readOlderBody,
    writeReply: mirrored.has(operation)
      ? (answer) => (isObject(answer) ? { ...answer, result: answer } : answer)
      : asWritten.writeReply,
  };
};

/** The ids under which these clients ask for a proof type on chain. */
export const compatAttributeIds = (network: CompatName): readonly { proofType: string; attributeId: string }[] =>
  profiles.flatMap(({ id: proofType, compatAttributeIds: ids }) => {
    const attributeId = ids?.[network];
    return attributeId === undefined ? [] : [{ proofType, attributeId }];
  });
