import type { Claims } from '../proof-type.ts';
import type { PobAsk } from './ask.ts';
import * as spec from './spec.ts';

/** How fast and how long one flow sends. Rates are IP-layer Mbit/s, times are microseconds from the first datagram. */
export interface Plan {
  readonly leadMbps: number;
  readonly leadUs: number;
  readonly paceMbps: number;
  /** The counted flow without its random end. */
  readonly flowUs: number;
}

/** A plan as it is announced and reported. */
export interface WirePlan {
  readonly lead_mbps: number;
  readonly lead_us: number;
  readonly pace_mbps: number;
  readonly flow_us: number;
}

export const wirePlan = ({ leadMbps, leadUs, paceMbps, flowUs }: Plan): WirePlan => ({
  ...{ lead_mbps: leadMbps, lead_us: leadUs, pace_mbps: paceMbps, flow_us: flowUs },
});

export const planIn = ({ lead_mbps, lead_us, pace_mbps, flow_us }: WirePlan): Plan => ({
  ...{ leadMbps: lead_mbps, leadUs: lead_us, paceMbps: pace_mbps, flowUs: flow_us },
});

/** The bandwidth that the prover claims in the direction asked. Undefined if it claims none. */
export function claimedMbps(ask: Pick<PobAsk, 'direction'>, claims: Claims): number | undefined {
  const text = ask.direction === 'down' ? (claims.downlink_bandwidth ?? claims.bandwidth) : claims.uplink_bandwidth;
  const mbps = Number(text);
  return text === undefined || text.trim() === '' || !Number.isFinite(mbps) || mbps <= 0 ? undefined : mbps;
}

/** The rate that a flow is made for: what was asked, but never more than the prover claims, nor more than any agent sends. */
export function drivenMbps(ask: PobAsk, claims: Claims): number | undefined {
  const claimed = claimedMbps(ask, claims);
  return claimed === undefined ? undefined : Math.min(ask.bandwidthMbps, claimed, spec.MAX_MBPS);
}

/** The largest token bucket that the lead-in of a flow empties. It is also the largest that TCP is not misled by (rates.ts). */
export const bucketBits = (mbps: number): number =>
  Math.min(spec.LEAD_BUCKET_BYTES * 8, spec.LEAD_BUCKET_MS * 1e3 * mbps);

export function planOf(mbps: number, rttUs: number, transport: 'udp' | 'tcp' = 'udp'): Plan {
  const factor = mbps < spec.FAST_MBPS ? spec.LEAD_FACTOR : spec.LEAD_FACTOR_FAST;
  const leadUs = Math.round(bucketBits(mbps) / (mbps * (factor - 1)));
  const mostUs = (spec.DATAGRAMS_MAX * spec.DATAGRAM_BYTES * 8) / (mbps * spec.PACE_FACTOR * (1 + spec.RANDOM_END));
  const flowUs = Math.max(
    spec.FLOW_MS * 1e3,
    Math.min(
      transport === 'tcp' ? Number.POSITIVE_INFINITY : spec.FLOW_RTTS * rttUs,
      spec.FLOW_MAX_MS * 1e3,
      mostUs - leadUs,
    ),
  );
  return { leadMbps: mbps * factor, leadUs, paceMbps: mbps * spec.PACE_FACTOR, flowUs: Math.round(flowUs) };
}

/** The longest the flow can last, its random end included. */
export const longestUs = (plan: Plan): number => plan.leadUs + plan.flowUs * (1 + spec.RANDOM_END);

/** How many datagrams should have left by a moment. */
export function scheduledAt(plan: Plan, atUs: number, bytesEach: number): number {
  const leadUs = Math.min(atUs, plan.leadUs);
  return (plan.leadMbps * leadUs + plan.paceMbps * (atUs - leadUs)) / (bytesEach * 8);
}

/** No flow at this rate sends more bytes than this, whatever the round trip is. */
export function capBytes(mbps: number): number {
  const plan = planOf(mbps, spec.FLOW_MAX_MS * 1e3);
  const bits = plan.leadMbps * plan.leadUs + plan.paceMbps * (longestUs(plan) - plan.leadUs);
  return Math.ceil((bits / 8) * 1.05);
}

export const mostDatagrams = (mbps: number): number => Math.ceil(capBytes(mbps) / spec.DATAGRAM_BYTES) + 1;

/** Whether the plan that the other end announces stays within what this task allows. */
export const isAllowed = (plan: Plan, mbps: number): boolean => {
  const most = planOf(mbps, spec.FLOW_MAX_MS * 1e3);
  const close = 1 + 1e-6;
  return (
    plan.leadMbps <= most.leadMbps * close &&
    plan.leadUs <= most.leadUs * close &&
    plan.paceMbps <= most.paceMbps * close &&
    plan.flowUs <= most.flowUs &&
    plan.leadMbps > 0 &&
    plan.paceMbps > 0 &&
    plan.leadUs >= 0 &&
    plan.flowUs > 0
  );
};
