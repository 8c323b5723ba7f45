import type { Ask } from '@trigpoint/proofs';

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
/** A handshake and 64 probes with their answers stay below this. */
const PROBES_BYTES = 16 * 1024;
/** A flow carries what the rate asked gives in 1.1 s; a round has up to three, where a machine is busy. */
const ROUND_S = 1.1 * 3;

/** Counts what tasks carry. `reserve` counts a task in, or returns the reason why it is too much. */
export function keepLimits(limits: Limits, now: () => number) {
  const spent: { at: number; bytes: number }[] = [];
  return {
    reserve(running: number, ask: Ask): string | undefined {
      if (running >= limits.concurrent) return `busy with ${running} measurements`;
      const mbps = 'bandwidthMbps' in ask && typeof ask.bandwidthMbps === 'number' ? ask.bandwidthMbps : 0;
      if (mbps > limits.mbps) return `asks for ${mbps} Mbit/s, and ${limits.mbps} is this agent's limit`;
      const bytes = PROBES_BYTES + (mbps * 1e6 * ROUND_S) / 8;
      while (spent[0] && spent[0].at < now() - DAY_MS) spent.shift();
      const before = spent.reduce((sum, one) => sum + one.bytes, 0);
      if (before + bytes > limits.bytesPerDay) return 'this agent has carried its bytes for today';
      spent.push({ at: now(), bytes });
      return undefined;
    },
  };
}
