import { median } from './rates.ts';
import * as spec from './spec.ts';

/** The result of all rounds together, as numbers. */
export interface Rates {
  readonly asked: number;
  /** Of the rounds that count, in Mbit/s. */
  readonly measured: readonly number[];
  /** Rounds whose digests, computed again, are false under the prover's signature. */
  readonly frauds: number;
  readonly threshold: number;
  /** The fastest that any round can have been: nothing is driven above the prover's claim. */
  readonly most: number;
}

export interface RateRuling {
  readonly verified: 'true' | 'false' | 'inconclusive';
  readonly why: 'reached' | 'fraud' | 'below' | 'too_few_asked' | 'not_driven' | 'undecided';
  /** How many of those asked may lie. */
  readonly liars: number;
  /** One for each challenger asked, lowest first; 0 for a round that is missing or void. */
  readonly rates: readonly number[];
  /** The lower median of these. With at most `liars` lying, an honest challenger saw at least as much. */
  readonly middle: number;
}

/**
 * `true`: the lower median over all who were asked reaches the threshold, a missing round being zero.
 * `false`: all but a third of those asked measured less, or more than a third hold a digest that the prover signed and
 * the seed disproves. A third may send garbage to frame the prover, so fewer such digests prove nothing. Rounds that were driven
 * slower than the threshold show nothing about it either.
 */
export function ruleOfRates({ asked, measured, frauds, threshold, most }: Rates): RateRuling {
  const missing = Array<number>(Math.max(0, asked - measured.length)).fill(0);
  const rates = [...measured, ...missing].sort((a, b) => a - b);
  const middle = median(rates);
  const liars = Math.floor(asked / 3);
  const ruled = (verified: RateRuling['verified'], why: RateRuling['why']) => ({ verified, why, liars, rates, middle });
  if (asked < spec.FEWEST_ASKED) return ruled('inconclusive', 'too_few_asked');
  if (frauds > liars) return ruled('false', 'fraud');
  if (middle >= threshold) return ruled('true', 'reached');
  if (most < threshold) return ruled('inconclusive', 'not_driven');
  const below = measured.filter((rate) => rate < threshold).length;
  return below >= asked - liars ? ruled('false', 'below') : ruled('inconclusive', 'undecided');
}
