import type { Scenario } from '../proof-type.ts';

/** The rates are low, because the whole network shares one machine. */
const access = { downMbps: 20, upMbps: 5 };

const claiming = (down: number, up: number) => ({ downlink_bandwidth: String(down), uplink_bandwidth: String(up) });

export const scenario: Scenario = {
  challengersLine: 'and 5 that measure bandwidth',
  challengers: [1, 2, 3, 4, 5].map((n) => ({
    name: `bandwidth-challenger-${n}`,
    claims: { name: `bandwidth-challenger-${n}` },
  })),
  provers: [
    { name: 'honest-access', access, claims: claiming(20, 5) },
    { name: 'boasting-access', access, claims: claiming(40, 10) },
  ].map((it) => ({ ...it, truth: `claims ${it.claims.downlink_bandwidth} Mbit/s, has ${it.access.downMbps}` })),
};
