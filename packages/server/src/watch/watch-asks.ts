import { mostExtras } from '@trigpoint/log/watches';
import { type Ask, AskError, type ProofType, seatCount } from '@trigpoint/proofs';
import { serviceError } from '@trigpoint/protocol';
import { dayMs } from '../times.ts';

/** Reads what a watch asks. An ask that no readings could verify is refused. */
export const readWatchAsk = (proofType: ProofType, info: `0x${string}`): Ask => {
  try {
    const ask = proofType.decode(info);
    const why = proofType.whyNeverVerified?.(ask);
    if (why !== undefined) throw new AskError(why.replace(/\.$/, ''));
    return ask;
  } catch (error) {
    if (!(error instanceof AskError)) throw error;
    throw serviceError('ask_unusable', { problem: error.message });
  }
};

/** What one slot costs, in millionths of a POINT. `fee` is what a reading costs. */
export const pricePerSlot = (
  proofType: ProofType,
  info: `0x${string}`,
  { fee, settings }: { readonly fee: number; readonly settings: Parameters<typeof seatCount>[2] },
): number => fee * seatCount(proofType, proofType.decode(info), settings);

/** How many extra slots there can be. There is at most one for each window, and a limit for each day. */
export const mostExtraSlots = ({ compare }: ProofType, slots: number, everyMs: number): number =>
  compare ? Math.min(slots, mostExtras * Math.ceil((slots * everyMs) / dayMs)) : 0;
