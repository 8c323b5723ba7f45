import { mostExtras } from '@trigpoint/log/watches';
import { type Ask, AskError, askHash, type ProofType, seatCount } from '@trigpoint/proofs';
import { askMaxBytes, serviceError } from '@trigpoint/protocol';
import { dayMs } from '../times.ts';

/** Reads what a watch asks. An ask that no readings could verify is refused. */
export const readWatchAsk = (proofType: ProofType, info: `0x${string}`): Ask => {
  try {
    const ask = proofType.decode(info);
    // A zone may have letters of several bytes.
    if (info.length > 2 + 2 * askMaxBytes)
      throw new AskError(`it has more than the ${askMaxBytes} bytes that agents read`);
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

/** What people see of an ask. */
export interface ShownAsk {
  readonly parameters: Readonly<Record<string, string>>;
  readonly challengers: number;
}

export type ReadShown = (proofType: ProofType, info: `0x${string}`) => ShownAsk;

/** How many are remembered. Each has a few hundred bytes, because a polygon is shown by its hash. */
const mostShown = 10_000;

/** Reads asks as people see them. Strangers may look at public watches, and it takes 3 ms to decode a polygon. */
export const rememberShown = (): ReadShown => {
  const known = new Map<string, ShownAsk>();
  return (proofType, info) => {
    const key = `${proofType.id} ${askHash(info)}`;
    const before = known.get(key);
    if (before) return before;
    const ask = proofType.decode(info);
    const shown = { parameters: proofType.parameters(ask), challengers: ask.challengers };
    if (known.size >= mostShown) known.clear();
    known.set(key, shown);
    return shown;
  };
};
