import { type Static, Type } from '@trigpoint/schema';
import type { Measurement } from '../proof-type.ts';

/**
 * What a challenger reports of one measurement of location. It is the raw series, never only a figure derived from it. The challenger
 * signs it inside its reading. The prover counter-signs `transcript`.
 */
export const PolSeries = Type.Object({
  /** The round trip of every answered probe in microseconds, in the order sent. Delay can be added to them, never taken away. */
  rtts_us: Type.Array(Type.Number({ exclusiveMinimum: 0, maximum: 60_000_000 }), { minItems: 1, maxItems: 4096 }),
  /** Indexes into `rtts_us` of probes during which the event loop of either end was held. They are kept, but do not count. */
  starved: Type.Array(Type.Integer({ minimum: 0, maximum: 4095 }), { maxItems: 4096 }),
  /** Probes that left and were never answered. */
  lost: Type.Integer({ minimum: 0, maximum: 4096 }),
  /** SHA-256 in hex over the hash of the handshake's key and the chained nonces and replies. Both ends compute it. */
  transcript: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  /** The prover's signature over that hash, made with its login key. */
  prover_counter_signature: Type.String({ maxLength: 512 }),
});

export type PolSeries = Static<typeof PolSeries>;

/** The round trip that counts: the fastest one that neither end's own machine disturbed. Undefined when all were starved. */
export function fastestUs(series: Pick<PolSeries, 'rtts_us' | 'starved'>): number | undefined {
  const starved = new Set(series.starved);
  let best: number | undefined;
  for (const [index, rttUs] of series.rtts_us.entries()) {
    if (!starved.has(index) && (best === undefined || rttUs < best)) best = rttUs;
  }
  return best;
}

/**
 * The text under `prover_counter_signature`: the prover took part in exactly this exchange with exactly this challenger.
 * It covers the nonces and replies (`transcript`) and their number. It does not cover the round trips, which the challenger states.
 */
export const counterSignedText = (about: Measurement, transcript: string, answered: number): string =>
  `Trigpoint measurement v2: transcript
challenge: ${about.challengeId}
attempt: ${about.attempt}
proof type: pol
prover: ${about.prover.id}
challenger: ${about.challenger.id}
context: ${about.context}
probes answered: ${answered}
transcript: ${transcript}`;
