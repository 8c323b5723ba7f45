import type { ProofType } from '../proof-type.ts';
import type { PobAsk } from './ask.ts';
import { claimedMbps } from './plan.ts';
import { profile } from './profile.ts';
import { checkSeries } from './series-check.ts';
import * as spec from './spec.ts';
import { counterSigned, PobSeries } from './transcript.ts';
import { isSettled, judge } from './verdict.ts';

/** The handshake and the control messages stay below this. */
const talkBytes = 16 * 1024;
/**
 * A flow over a round trip of up to 26 ms carries as much as the rate gives in 1.1 s. Over longer paths it carries more. A round has
 * up to three flows, if a machine is busy.
 */
const roundSeconds = 1.1 * 3;

/** Proof of bandwidth. One challenger measures at a time, each round is read by itself, and the median counts. */
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
  // No flow is made for a rate above the claim, so agents book no more. A prover that claims nothing is not measured.
  cost: (ask, claims) => {
    const mbps = Math.min(ask.bandwidthMbps, claimedMbps(ask, claims) ?? 0);
    return { mbps, bytes: talkBytes + (mbps * 1e6 * roundSeconds) / 8 };
  },
  counterSigned,
  judge,
  measured: ({ rounds_valid }) => Number(rounds_valid ?? 0),
  settling: { least: (asked) => asked - Math.floor(asked / 3), isSettled },
  checkSeries,
  scenario: async () => (await import('./scenario.ts')).scenario,
  probe: async () => (await import('./probe.ts')).probe,
};
