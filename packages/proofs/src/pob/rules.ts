import type { Candidate, ProofType } from '../proof-type.ts';
import { distinct, shuffle } from '../shuffle.ts';
import { decodeAsk, encodeAsk, type PobAsk } from './ask.ts';
import { audit } from './audit.ts';
import { checkClaims } from './claims.ts';
import * as spec from './spec.ts';
import { counterSigned, PobSeries } from './transcript.ts';
import { judge } from './verdict.ts';

/** Proof of bandwidth: one challenger at a time, each round judged by itself, the median counts (DESIGN §9). */
export const pob: ProofType<PobAsk, PobSeries> = {
  id: 'pob',
  attributeId: 'pob-v1',
  title: 'proof of bandwidth',
  schedule: 'sequential',
  series: PobSeries,
  encode: encodeAsk,
  decode: (info) => decodeAsk(info),
  checkClaims,
  parameters: (ask) => ({
    direction: ask.direction,
    bandwidth_mbps: String(ask.bandwidthMbps),
    tolerance: String(ask.tolerance),
    ip_version: ask.isIPv6 ? '6' : '4',
    prover: ask.prover,
  }),
  attemptMs: (ask) => ask.challengers * spec.ROUND_MS,
  choose,
  counterSigned,
  judge,
  audit,
  probe: async () => (await import('./probe.ts')).probe,
};

function choose(ask: PobAsk, eligible: readonly Candidate[], seed: Uint8Array): string[] {
  return distinct(shuffle(seed, eligible))
    .slice(0, ask.challengers)
    .map((it) => it.id);
}
