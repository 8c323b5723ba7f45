import type { ProofType } from '../proof-type.ts';
import type { PobAsk } from './ask.ts';
import { claimedMbps } from './plan.ts';
import { profile } from './profile.ts';
import { checkSeries } from './series-check.ts';
import * as spec from './spec.ts';
import { counterSigned, PobSeries } from './transcript.ts';
import { isSettled, judge } from './verdict.ts';

/** The handshake, and what the two ends tell each other, stay below this. */
const talkBytes = 16 * 1024;
/** A flow carries what the rate asked gives in 1.1 s; a round has up to three, where a machine is busy. */
const roundSeconds = 1.1 * 3;

/** Proof of bandwidth: one challenger at a time, each round judged by itself, the median counts. */
export const pob: ProofType<PobAsk, PobSeries> = {
  ...profile,
  parameters: (ask) => ({
    direction: ask.direction,
    bandwidth_mbps: String(ask.bandwidthMbps),
    tolerance: String(ask.tolerance),
    ip_version: ask.isIPv6 ? '6' : '4',
    prover: ask.prover,
  }),
  schedule: 'sequential',
  series: PobSeries,
  attemptMs: (ask) => ask.challengers * spec.ROUND_MS,
  // Nothing is driven above the claim, so nothing above it is booked. Who claims nothing is not measured.
  cost: (ask, claims) => {
    const mbps = Math.min(ask.bandwidthMbps, claimedMbps(ask, claims) ?? 0);
    return { mbps, bytes: talkBytes + (mbps * 1e6 * roundSeconds) / 8 };
  },
  counterSigned,
  judge,
  settling: { least: (asked) => asked - Math.floor(asked / 3), isSettled },
  checkSeries,
  scenario: async () => (await import('./scenario.ts')).scenario,
  probe: async () => (await import('./probe.ts')).probe,
};
