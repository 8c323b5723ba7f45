import { challengersAround } from './pol/fixtures.ts';
import type { Ask, JudgeInput, Measurer } from './proof-type.ts';

/** The part of an ask that the fixtures of all types share. */
export const common: Ask = {
  proverRegistry: `0x${'1'.repeat(40)}`,
  prover: `0x${'2'.repeat(40)}`,
  isIPv6: false,
  challengers: 5,
  tolerance: 1,
};
export const asks: readonly Ask[] = [
  common,
  { ...common, isIPv6: true, challengers: 1, tolerance: 0 },
  { ...common, prover: `0x${'f'.repeat(40)}`, challengers: 30, tolerance: 10 },
];
/**
 * Eighty challengers: half around one place, half all over the world. Every fifth has the same owner, every seventh the same
 * network.
 */
export const eligible: readonly Measurer[] = challengersAround({ latitude: 1.35, longitude: 103.82 }, 80).map(
  (it, i): Measurer => ({
    ...it,
    owner: i % 5 === 0 ? 'one-owner' : it.owner,
    network: i % 7 === 0 ? '198.51.100.0/24' : it.network,
  }),
);

export const inputOf =
  <A extends Ask, S>(ask: A, claims: Record<string, string>, series: S): (() => JudgeInput<A, S>) =>
  () => ({
    ask,
    claims,
    asked: ask.challengers,
    settings: {},
    readings: eligible.slice(0, ask.challengers).map((challenger, n) => ({ challenger, series, round: n + 1 })),
  });
