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

/** Counts what tasks carry. `reserve` counts a task in, or returns the reason why it is too much. */
export function keepLimits(limits: Limits, now: () => number) {
  const spent: { at: number; bytes: number }[] = [];
  return {
    reserve(running: number, { mbps, bytes }: Cost): string | undefined {
      if (running >= limits.concurrent) return `busy with ${running} measurements`;
      if (mbps > limits.mbps) return `asks for ${mbps} Mbit/s, and ${limits.mbps} is this agent's limit`;
      while (spent[0] && spent[0].at < now() - DAY_MS) spent.shift();
      const before = spent.reduce((sum, one) => sum + one.bytes, 0);
      if (before + bytes > limits.bytesPerDay) return 'this agent has carried its bytes for today';
      spent.push({ at: now(), bytes });
      return undefined;
    },
  };
}
