import type { Access } from './access-lines.ts';

/** As many challengers of bandwidth as one challenge asks by default. */
export const bandwidthChallengers = 5;

export interface BandwidthDemo {
  readonly name: string;
  /** What its access really carries. */
  readonly access: Access;
  readonly claims: { readonly downlink_bandwidth: string; readonly uplink_bandwidth: string };
}

/** Modest rates: the whole network shares one machine. */
const access: Access = { downMbps: 20, upMbps: 5 };

export const bandwidthProvers: readonly BandwidthDemo[] = [
  { name: 'honest-access', access, claims: { downlink_bandwidth: '20', uplink_bandwidth: '5' } },
  { name: 'boasting-access', access, claims: { downlink_bandwidth: '40', uplink_bandwidth: '10' } },
];
