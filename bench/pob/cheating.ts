import type { Namespaces } from '@trigpoint/dev/namespaces';
import { faultsInEvidence, pob } from '@trigpoint/proofs';
import { atMost } from '../process/size.ts';
import { percent, type Settings } from './accuracy.ts';
import type { Network } from './network.ts';

const TRUTH_MBPS = 40;

interface Case {
  readonly name: string;
  /** What the prover says it has, as a multiple of what it has. */
  readonly claim: number;
  readonly prover?: string;
  /** Challengers that lie, and how. */
  readonly liars?: readonly [count: number, how: string];
  readonly direction?: 'down' | 'up';
  readonly isTcp?: boolean;
  readonly burstBytes?: number;
  /** The verdict that must not come out. */
  readonly never: 'true' | 'false';
  readonly fraud?: boolean;
  /** More than a third of the challengers lie: the result is shown, and nothing is promised about it. */
  readonly beyond?: boolean;
}

const cases: readonly Case[] = [
  { name: 'honest prover, honest challengers', claim: 1, never: 'false' },
  { name: 'prover claims 1.15 ×', claim: 1.15, never: 'true' },
  { name: 'prover claims 1.25 ×', claim: 1.25, never: 'true' },
  { name: 'prover claims 2 ×', claim: 2, never: 'true' },
  { name: 'prover claims 2 ×, uplink', claim: 2, direction: 'up', never: 'true' },
  { name: 'prover acknowledges what it lacks', claim: 2, prover: 'lacking', never: 'true', fraud: true },
  { name: 'prover acknowledges early', claim: 1.25, prover: 'early', never: 'true', fraud: true },
  { name: 'prover hides bytes, shows them late', claim: 1.25, prover: 'hiding', never: 'true' },
  { name: 'honest prover, over TCP', claim: 1, isTcp: true, never: 'false' },
  ...(
    [
      ['hiding', 1.25],
      ['hiding-long', 1.25],
      ['hiding-long', 1.13],
    ] as const
  ).map(
    ([prover, claim]): Case => ({
      ...{ name: `prover hides, over TCP, ${prover}, claims ${claim} ×`, claim, prover, never: 'true' },
      ...{ isTcp: true, burstBytes: 900_000 },
    }),
  ),
  { name: 'prover delays pings', claim: 1.25, prover: 'slow-pings', never: 'true' },
  ...(['zero', 'withhold', 'double', 'leak'] as const).flatMap((how): Case[] => [
    { name: `1 of 5 challengers: ${how}`, claim: 1, liars: [1, how], never: 'false' },
    { name: `2 of 5 challengers: ${how}`, claim: 1, liars: [2, how], never: 'false', beyond: true },
  ]),
  ...(['double', 'leak'] as const).flatMap((how): Case[] => [
    { name: `1 of 5: ${how}, prover claims 1.25 ×`, claim: 1.25, prover: 'colluding', liars: [1, how], never: 'true' },
    {
      name: `2 of 5: ${how}, prover claims 1.25 ×`,
      claim: 1.25,
      prover: 'colluding',
      liars: [2, how],
      never: 'true',
      beyond: true,
    },
  ]),
];

/** The second table: each cheat as a real agent, and what it got. Returns how many promises were broken. */
export async function tryCheats(at: Namespaces, network: Network, { offload }: Settings): Promise<number> {
  console.log(`\nCheats: a link of ${TRUTH_MBPS} Mbit/s, 5 challengers\n`);
  console.log(`${'cheat'.padEnd(42)}  verified       Mbit/s  of the truth  valid  proven frauds  outcome`);
  let broken = 0;
  for (const it of cases.slice(0, atMost(1, cases.length))) {
    at.shape(TRUTH_MBPS, it.burstBytes);
    const [count, how] = it.liars ?? [0, ''];
    const challengers = await Promise.all(
      at.challengers.map((place, n) =>
        network.startAgent(
          place,
          { role: 'challenger', claims: {}, offload, isDeaf: it.isTcp ?? false },
          n < count ? how : undefined,
        ),
      ),
    );
    const mbps = Math.round(TRUTH_MBPS * it.claim);
    const claims = { downlink_bandwidth: String(mbps), uplink_bandwidth: String(mbps) };
    const prover = await network.startAgent(at.prover, { role: 'prover', claims, offload }, it.prover);
    const wanted = { direction: it.direction ?? 'down', mbps, challengers: challengers.length };
    let { verdict, evidence } = await network.challenge(prover, wanted);
    // Other work on the machine may void rounds, so that nothing is concluded. Then the same is asked again.
    for (let again = 2; again > 0 && verdict.verified === 'inconclusive' && !it.beyond; again--) {
      ({ verdict, evidence } = await network.challenge(prover, wanted));
    }
    const proven = (await faultsInEvidence(pob, evidence)).filter(({ fault }) => fault.kind === 'prover_fraud').length;
    const moved = Number(verdict.result.bandwidth_mbps) / TRUTH_MBPS - 1;
    const counted = Number(verdict.result.rounds_valid) > 0;
    const decided = verdict.verified !== 'inconclusive' && verdict.result.fraud === '';
    const problems = [
      verdict.verified === it.never ? `is ${it.never}` : '',
      decided && it.never === 'false' && Math.abs(moved) > 0.03 ? 'moved the value' : '',
      it.fraud && (verdict.result.fraud === '' || proven === 0) ? 'fraud not named' : '',
    ].filter(Boolean);
    if (problems.length > 0 && !it.beyond) broken += 1;
    const outcome = problems.length === 0 ? (it.fraud ? 'caught, fraud named' : 'ok') : problems.join(', ');
    console.log(
      [
        it.name.padEnd(42),
        verdict.verified.padEnd(12),
        (counted ? String(verdict.result.bandwidth_mbps) : '–').padStart(8),
        (counted ? percent(moved) : '–').padStart(12),
        `${verdict.result.rounds_valid}/${verdict.result.rounds_total}`.padStart(5),
        String(proven).padStart(13),
        it.beyond ? `beyond the promise: ${outcome}` : outcome,
      ].join('  '),
    );
    await prover.close();
    await Promise.all(challengers.map(({ close }) => close()));
  }
  return broken;
}
