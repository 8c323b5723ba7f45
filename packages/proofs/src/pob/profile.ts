import { whyTooFew } from '../never-verified.ts';
import { withUnit } from '../number-words.ts';
import type { Profile, Weighed } from '../proof-type.ts';
import { decodeAsk, encodeAsk, maxBandwidthMbps, type PobAsk } from './ask.ts';

const unit = 'Mbit/s';

interface Told {
  readonly threshold_mbps?: number;
  readonly rounds?: readonly {
    readonly challenger: string;
    readonly counted: boolean;
    readonly mbps: number;
    readonly voids: readonly string[];
  }[];
}

const weighed = (detail: unknown, challenger: string): Weighed | undefined => {
  const { threshold_mbps = 0, rounds = [] } = (detail ?? {}) as Told;
  const found = rounds.find((it) => it.challenger === challenger);
  if (!found) return undefined;
  const { counted, mbps, voids } = found;
  if (!counted) return { speaks: 'neither', says: `does not count: ${voids.join(', ')}` };
  return { speaks: mbps >= threshold_mbps ? 'for' : 'against', says: withUnit(mbps, unit, 2) };
};

export const profile: Profile<PobAsk> = {
  id: 'pob',
  attributeId: 'pob-v1',
  compatAttributeIds: { witnesschain: 'pob-v1.witnesschain.com' },
  title: 'proof of bandwidth',
  label: 'Bandwidth',
  // Five rounds are enough for a median.
  challengers: { usual: 5, least: 4, most: 5 },
  fields: [
    {
      kind: 'choice',
      name: 'direction',
      label: 'Direction',
      choices: [
        ['down', 'Down, to the prover'],
        ['up', 'Up, from the prover'],
      ],
      option: { flags: '--direction <way>', doc: 'seen from the prover' },
    },
    {
      kind: 'number',
      name: 'bandwidthMbps',
      label: `Bandwidth, ${unit}`,
      hint: 'Passes from 90 % of it',
      min: 1,
      max: maxBandwidthMbps,
      isWhole: true,
      unit,
      option: { flags: '--bandwidth <mbps>', doc: 'what it should reach (default: as claimed)' },
      claims: ({ direction }) => (direction === 'up' ? ['uplink_bandwidth'] : ['downlink_bandwidth', 'bandwidth']),
    },
  ],
  encode: encodeAsk,
  decode: (info) => decodeAsk(info),
  // The lower median over all who were asked counts, and a missing round is zero. So more than half must have measured.
  whyNeverVerified: (ask) => whyTooFew(ask, Math.floor(ask.challengers / 2) + 1),
  claims: [
    { name: 'downlink_bandwidth', alias: 'bandwidth', min: 0, max: maxBandwidthMbps, unit, label: 'down' },
    { name: 'uplink_bandwidth', min: 0, max: maxBandwidthMbps, unit, label: 'up' },
  ],
  settings: [],
  words: {
    question: 'does the prover reach the bandwidth it says?',
    how: 'They send data one after another, in an order nobody knows before; the median counts.',
    claims: `A bandwidth in ${unit}.`,
    asked: ({ bandwidth_mbps, direction }) => `${bandwidth_mbps}\u00a0${unit} ${direction}`,
    found: (verified, { bandwidth_mbps, rounds_valid, rounds_total }) =>
      verified === 'inconclusive'
        ? `${rounds_valid ?? 0} of ${rounds_total ?? '?'} rounds`
        : withUnit(Number(bandwidth_mbps), unit, 1),
    reading: () => 'a round of data',
    weighed,
    examples: ['--prover honest-access --direction up --watch'],
  },
  rules: async () => (await import('./rules.ts')).pob,
};
