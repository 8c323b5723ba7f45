import type { ProofType } from '../proof-type.ts';
import type { PobAsk } from './ask.ts';
import { capBytes, claimedMbps, drivenMbps } from './plan.ts';
import { profile } from './profile.ts';
import { counterSigned, PobSeries } from './series.ts';
import { checkSeries } from './series-check.ts';
import * as spec from './spec.ts';
import { isSettled, judge } from './verdict.ts';

/**
 * The handshake and the control messages of a flow stay below this. Most of it is the report: on a long path its parts are repeated
 * many times before the first answer comes. A part has less than 50 bytes around it; the rest is room for all other messages.
 */
const talkBytes = (spec.ANSWER_MS / spec.MARK_MS + 1) * spec.PARTS_AT_ONCE * (spec.PART_BYTES + 100);

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
    const driven = drivenMbps(ask, claims);
    // As much as the longest path and the most flows take. What was carried is corrected afterwards, and is mostly less.
    return { mbps, bytes: driven === undefined ? 0 : spec.FLOWS_MAX * (talkBytes + capBytes(driven)) };
  },
  counterSigned,
  judge,
  measured: ({ rounds_valid }) => Number(rounds_valid ?? 0),
  settling: { least: (asked) => asked - Math.floor(asked / 3), isSettled },
  checkSeries,
  scenario: async () => (await import('./scenario.ts')).scenario,
  probe: async () => (await import('./probe.ts')).probe,
};
