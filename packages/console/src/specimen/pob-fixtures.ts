import type { PobView, Round } from '../challenge/pob-view.ts';
import { seeded } from './pol-fixtures.ts';

const startedAt = Date.UTC(2025, 10, 12, 14, 2, 7);

const round = (name: string, mbps: number, seed: number, extra: Partial<Round> = {}): Round => {
  const random = seeded(seed);
  const curve = Array.from({ length: 30 }, (_, i): [number, number] => {
    const rise = Math.min(1, 0.4 + i * 0.2);
    return [40 * (i + 1), mbps * rise * (0.985 + 0.03 * random())];
  });
  return {
    challenger: `IPv4/0x${name.toLowerCase()}`,
    name,
    state: 'counted',
    mbps,
    curve,
    bytes: mbps * 150_000,
    loss: 0.001,
    rttMs: 6 + 3 * random(),
    paidPoints: 2.5,
    ...extra,
  };
};

const stalled = (it: Round): Round => ({
  ...it,
  state: 'voided',
  remark: 'The challenger’s machine was too busy',
  paidPoints: 0,
  curve: it.curve.map(([ms, mbps]) => [ms, ms > 350 && ms < 560 ? 9 : ms < 700 ? mbps * 1.1 : mbps]),
});

export const verified: PobView = {
  id: '18205',
  outcome: 'verified',
  reason: '',
  direction: 'down',
  claimMbps: 100,
  thresholdMbps: 90,
  medianMbps: 97.8,
  rounds: [
    round('Amsterdam', 101.9, 1, {
      remark: 'Lifted by a burst: counts as much as the largest other',
    }),
    round('Prague', 97.8, 2),
    stalled(round('Paris', 95, 3)),
    round('Zürich', 98.4, 4),
    round('Munich', 97.1, 5),
  ],
  asked: 5,
  startedAt,
  endedAt: startedAt + 9800,
  paidPoints: 10,
  moments: [
    { at: startedAt, text: 'Request confirmed on chain, block 18,205' },
    { at: startedAt + 1200, text: '5 challengers drawn, order secret' },
    { at: startedAt + 9800, text: 'Verified, 10 POINTS paid by the network', tone: 'ok' },
  ],
};

export const refuted: PobView = {
  ...verified,
  outcome: 'refuted',
  claimMbps: 1000,
  thresholdMbps: 900,
  medianMbps: 312,
  rounds: [
    round('Amsterdam', 318, 1, { loss: 0.69 }),
    round('Prague', 312, 2, { loss: 0.69 }),
    round('Paris', 305, 3, { loss: 0.69 }),
    round('Zürich', 311, 4, { loss: 0.69 }),
    round('Munich', 314, 5, { loss: 0.69 }),
  ],
  paidPoints: 12.5,
  moments: [
    ...verified.moments.slice(0, -1),
    { at: startedAt + 9800, text: 'Refuted, 12.5 POINTS paid by the network', tone: 'no' },
  ],
};
