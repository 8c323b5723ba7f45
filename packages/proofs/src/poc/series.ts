import { type Static, Type } from '@trigpoint/schema';
import type { Measurement } from '../proof-type.ts';

export const mostPuzzles = 64;

/** What a challenger reports of one measurement: its puzzles, the answers, and how long they took on its own clock. */
export const PocSeries = Type.Object({
  /** 32 random bytes in hex, from which all puzzles follow. */
  seed: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  /** The answers, in the order of the puzzles. */
  nonces: Type.Array(Type.Integer({ minimum: 0, maximum: 0xffffffff }), { maxItems: mostPuzzles }),
  elapsed_us: Type.Integer({ minimum: 1, maximum: 60_000_000 }),
  /** The prover's signature under seed and answers, made with its login key. */
  prover_counter_signature: Type.String({ maxLength: 512 }),
});
export type PocSeries = Static<typeof PocSeries>;

/** What the prover signs: these are its answers to these puzzles. The time is the challenger's word. */
export const counterSignedText = (about: Measurement, seed: string, nonces: readonly number[]): string =>
  `Trigpoint measurement v2: answers
challenge: ${about.challengeId}
attempt: ${about.attempt}
proof type: poc
prover: ${about.prover.id}
challenger: ${about.challenger.id}
context: ${about.context}
seed: ${seed}
answers: ${nonces.join(' ')}`;
