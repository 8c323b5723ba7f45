import { possibleLiars } from '../never-verified.ts';
import { median } from './rates.ts';
import * as spec from './spec.ts';

/** What all rounds together measured, as numbers. */
export interface Rates {
  readonly asked: number;
  /** The rates of the rounds that count, in Mbit/s. */
  readonly measured: readonly number[];
  /** How many rounds have a digest that the prover signed and that is false when it is computed again. */
  readonly frauds: number;
  readonly threshold: number;
  /** The fastest rate that a round can measure. It follows from the rate that flows are made for (`drivenMbps`). */
  readonly most: number;
}

export interface RateRuling {
  readonly verified: 'true' | 'false' | 'inconclusive';
  readonly why: 'reached' | 'fraud' | 'below' | 'too_few_asked' | 'not_driven' | 'undecided';
  /** How many of those asked may lie. */
  readonly liars: number;
  /** One rate for each challenger asked, lowest first. It is 0 for a round that is missing or void. */
  readonly rates: readonly number[];
  /** The lower median of `rates`. If at most `liars` challengers lied, an honest one saw at least this rate. */
  readonly middle: number;
}

/**
 * `true`: the lower median over all who were asked reaches the threshold. A missing round counts as zero.
 * `false`: all but a third of those asked measured less, or more than a third of them hold a digest that the prover signed and
 * that the seed disproves. Fewer such digests prove nothing, because a third may send garbage to frame the prover. Rounds that
 * sent slower than the threshold prove nothing either.
 */
export function ruleOfRates({ asked, measured, frauds, threshold, most }: Rates): RateRuling {
  const missing = Array<number>(Math.max(0, asked - measured.length)).fill(0);
  const rates = [...measured, ...missing].sort((a, b) => a - b);
  const middle = median(rates);
  const liars = possibleLiars(asked);
  const ruled = (verified: RateRuling['verified'], why: RateRuling['why']) => ({ verified, why, liars, rates, middle });
  if (asked < spec.FEWEST_ASKED) return ruled('inconclusive', 'too_few_asked');
  if (frauds > liars) return ruled('false', 'fraud');
  if (middle >= threshold) return ruled('true', 'reached');
  if (most < threshold) return ruled('inconclusive', 'not_driven');
  const below = measured.filter((rate) => rate < threshold).length;
  return below >= asked - liars ? ruled('false', 'below') : ruled('inconclusive', 'undecided');
}
