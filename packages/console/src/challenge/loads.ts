import type { Evidence } from '@trigpoint/proofs';
import { ServiceError } from '@trigpoint/protocol';
import { call, type Load, type ProofTypeId } from '../service.ts';
import type { HistoryRow } from './outcomes.ts';
import type { Payments } from './payments.ts';

/** What the page of a challenge loads. */

export const findRow = async (
  proofType: ProofTypeId,
  id: string,
  signal: AbortSignal,
): Promise<HistoryRow | undefined> =>
  (await call(proofType, 'challenge-history', { challenge_id: id, limit: 1 }, signal)).result.challenges[0];

export const rowLoad = (proofType: ProofTypeId, id: string): Load<HistoryRow | null> => ({
  key: `row ${proofType} ${id}`,
  load: async (signal) => (await findRow(proofType, id, signal)) ?? null,
});

/** Whether a challenge has no evidence because it runs, or because nobody knows it. Its row tells which. */
const isNotThere = (error: unknown): boolean =>
  error instanceof ServiceError && ['challenge_running', 'challenge_not_found'].includes(error.code);

/** Null if there is none, unless the challenge is `over`. */
export const evidenceLoad = (proofType: ProofTypeId, id: string, over = false): Load<Evidence | null> => ({
  key: `evidence ${proofType} ${id}`,
  load: async (signal) => {
    try {
      return (await call(proofType, 'challenge-evidence', { challenge_id: id }, signal)).result as unknown as Evidence;
    } catch (error) {
      if (!over && isNotThere(error)) return null;
      throw error;
    }
  },
});

/** What is answered while the challenge runs is not the end of it, so it is loaded again for somebody who `watched` it. */
export const paymentsLoad = (proofType: ProofTypeId, id: string, watched = false): Load<Payments> => ({
  key: `payments ${proofType} ${id} ${watched}`,
  load: async (signal) => (await call(proofType, 'challenge-payments', { challenge_id: id }, signal)).result,
});
