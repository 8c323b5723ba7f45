import type { Evidence } from '@trigpoint/proofs';
import { isFinal } from '@trigpoint/protocol';
import { call, type Load, loadEarly, type ProofTypeId } from '../service.ts';
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

/** For a page that is not there yet: the evidence follows as soon as the row says that there is some, which is when the challenge has ended. */
export const firstRowLoad = (proofType: ProofTypeId, id: string): Load<HistoryRow | null> => {
  const { key, load } = rowLoad(proofType, id);
  return {
    key,
    load: async (signal) => {
      const row = await load(signal);
      if (row && isFinal(row.state)) loadEarly(evidenceLoad(proofType, id));
      return row;
    },
  };
};

export const evidenceLoad = (proofType: ProofTypeId, id: string): Load<Evidence> => ({
  key: `evidence ${proofType} ${id}`,
  load: async (signal) =>
    (await call(proofType, 'challenge-evidence', { challenge_id: id }, signal)).result as unknown as Evidence,
});

/** What is answered while the challenge runs is not the end of it, so it is loaded again for somebody who `watched` it. */
export const paymentsLoad = (proofType: ProofTypeId, id: string, watched = false): Load<Payments> => ({
  key: `payments ${proofType} ${id} ${watched}`,
  load: async (signal) => (await call(proofType, 'challenge-payments', { challenge_id: id }, signal)).result,
});
