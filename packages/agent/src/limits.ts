import type { Cost } from '@trigpoint/proofs';

/** What this agent will do at most, whatever it is asked: its owner's word, not the service's. */
export interface Limits {
  /** Measurements at a time. */
  readonly concurrent: number;
  /** The fastest it will send or take in one measurement. */
  readonly mbps: number;
  /** What all measurements of any 24 hours may carry. */
  readonly bytesPerDay: number;
}

export const defaultLimits: Limits = { concurrent: 32, mbps: 1_000, bytesPerDay: 100e9 };

const DAY_MS = 86_400_000;

/** Counts what tasks carry. */
export function keepLimits(limits: Limits, now: () => number) {
  const spent: { at: number; bytes: number }[] = [];
  const carried = (): number => {
    while (spent[0] && spent[0].at < now() - DAY_MS) spent.shift();
    return spent.reduce((sum, one) => sum + one.bytes, 0);
  };
  /** Why such a measurement is never taken. */
  const never = ({ mbps, bytes }: Cost): string | undefined => {
    if (mbps > limits.mbps) return `asks for ${mbps} Mbit/s, and ${limits.mbps} is this agent's limit`;
    return bytes > limits.bytesPerDay ? 'asks for more bytes than this agent carries in a day' : undefined;
  };
  /** Why it is not taken now. */
  const notNow = (running: number, { bytes }: Cost): string | undefined => {
    if (running >= limits.concurrent) return `busy with ${running} measurements`;
    return carried() + bytes > limits.bytesPerDay ? 'this agent has carried its bytes for today' : undefined;
  };
  return {
    never,
    notNow,
    /** Counts a task in, or returns the reason why it is too much. */
    reserve(running: number, cost: Cost): string | undefined {
      const reason = never(cost) ?? notNow(running, cost);
      if (reason === undefined) spent.push({ at: now(), bytes: cost.bytes });
      return reason;
    },
  };
}
