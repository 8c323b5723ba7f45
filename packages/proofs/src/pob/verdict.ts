import { type Failure, isFailure, type JudgeInput, type Reading, type Verdict } from '../proof-type.ts';
import type { PobAsk } from './ask.ts';
import { type RateRuling, ruleOfRates } from './counting.ts';
import { claimedMbps, drivenMbps } from './plan.ts';
import { median, type Round, readRound, voidReasons } from './rates.ts';
import { type Cause, type Told, wordingOf } from './sentences.ts';
import type { PobSeries } from './series.ts';
import * as spec from './spec.ts';

/** One challenger's round, as the verdict sees it. */
interface Seen {
  readonly challenger: string;
  readonly place: number | undefined;
  readonly transport: string;
  readonly falseDigest: boolean;
  readonly round: Round | undefined;
  /** What the challenger reports if it could not measure. */
  readonly failure?: Failure;
  /** Why the round does not count; empty when it does. */
  readonly voids: readonly string[];
}

/** What all rounds together say. */
interface Tally {
  readonly seen: readonly Seen[];
  readonly counted: readonly Seen[];
  readonly burst: Seen | undefined;
  readonly threshold: number;
  readonly frauds: number;
  readonly overTcp: boolean;
  readonly ruling: RateRuling;
}

export function judge(input: JudgeInput<PobAsk, PobSeries>): Verdict {
  const tally = count(input);
  return { ...decide(tally, input), result: resultOf(tally, input), detail: detailOf(tally, input) };
}

/**
 * Whether the rounds that are still to come can change nothing. They may raise the median and never lower it, but false digests in
 * more than a third of all rounds refute, so no more than that may be open. A first round that was lifted by a burst may count
 * for more once others have come, so it does not count as a round below the rate.
 */
export function isSettled(input: JudgeInput<PobAsk, PobSeries>): boolean {
  const { asked, readings, ask, claims } = input;
  const { ruling, frauds, counted, burst, threshold } = count(input);
  const { why, liars } = ruling;
  if (why === 'fraud') return true;
  if (claimedMbps(ask, claims) === undefined) return false;
  if (why === 'reached') return frauds + asked - readings.length <= liars;
  return why === 'below' && counted.filter((it) => it !== burst && rateOf(it) < threshold).length >= asked - liars;
}

function count({ ask, readings, asked, claims }: JudgeInput<PobAsk, PobSeries>): Tally {
  const seen = readings
    .map((reading) => look(reading, ask))
    .sort((a, b) => (a.place ?? 0) - (b.place ?? 0) || (a.challenger < b.challenger ? -1 : 1));
  const counted = seen.filter(({ voids }) => voids.length === 0);
  const { burst, limit } = burstOf(counted);
  const measured = counted.map((it) => (it === burst ? limit : rateOf(it)));
  const threshold = thresholdOf(ask);
  const frauds = seen.filter(({ falseDigest }) => falseDigest).length;
  const most = (drivenMbps(ask, claims) ?? 0) * spec.PACE_FACTOR;
  return {
    seen,
    counted,
    burst,
    threshold,
    frauds,
    overTcp: (counted.length > 0 ? counted : seen).some(({ transport }) => transport === 'tcp'),
    ruling: ruleOfRates({ asked, measured, frauds, threshold, most }),
  };
}

const rateOf = ({ round }: Seen): number => round?.mbps ?? 0;

const thresholdOf = ({ bandwidthMbps }: PobAsk): number => bandwidthMbps * spec.VERIFIED_AT;

/** Why a round over TCP decides nothing: what is asked lies between its two bounds. */
const tooClose = 'over TCP this line looks like a slower one that is fast at first';

/** Whether a digest is false is computed again from the seed (series-check.ts); what the reading says of it does not count. */
function look({ challenger, series, round: place, faults = [] }: Reading<PobSeries>, ask: PobAsk): Seen {
  if (isFailure(series)) {
    const voids = [textOf(series)];
    const none = { transport: '', falseDigest: false, round: undefined };
    return { challenger: challenger.id, place, ...none, failure: series, voids };
  }
  const round = readRound(series);
  const voids =
    series.direction === ask.direction
      ? round.voids.map((reason) => voidReasons[reason])
      : ['the wrong direction was measured'];
  const threshold = thresholdOf(ask);
  if (voids.length === 0 && round.bounds[0] < threshold && round.bounds[1] >= threshold) voids.push(tooClose);
  const falseDigest = faults.some(({ kind }) => kind === 'prover_fraud');
  if (faults.length > 0 && voids.length === 0)
    voids.push(falseDigest ? voidReasons.false_digest : 'the reading contradicts what it contains');
  return { challenger: challenger.id, place, transport: series.transport, falseDigest, round, voids };
}

/**
 * A bucket larger than the lead-in empties into round 1 alone. The round then stands out above all others, and counts
 * as much as the largest of them. It must stand out above all others, not above their median: of three rounds, the zero
 * of one liar would make an honest round stand out.
 */
function burstOf(valid: readonly Seen[]): { readonly burst: Seen | undefined; readonly limit: number } {
  const first = valid.find(({ place }) => place === 1);
  const rest = valid.filter((it) => it !== first);
  const limit = Math.max(0, ...rest.map(rateOf));
  const standsOut = first !== undefined && rest.length >= 2 && rateOf(first) > limit * (1 + spec.BURST_EXCESS);
  return { burst: standsOut ? first : undefined, limit };
}

function decide(
  { seen, counted, threshold, frauds, overTcp, ruling }: Tally,
  { ask, claims, asked, settings }: JudgeInput<PobAsk, PobSeries>,
): Pick<Verdict, 'verified' | 'reason'> {
  const { verified, why, liars, middle } = ruling;
  const say = wordingOf(settings);
  const rates = counted.map(rateOf).sort((a, b) => a - b);
  const told: Told = {
    ...{ asked, rates, middle, liars, frauds, overTcp },
    link: `${ask.direction}link`,
    askedMbps: ask.bandwidthMbps,
    claimedMbps: claimedMbps(ask, claims),
    below: rates.filter((rate) => rate < threshold).length,
    causes: causesOf(seen),
  };
  if (why === 'too_few_asked') return { verified, reason: say.tooFewAsked(told) };
  if (why === 'fraud') return { verified, reason: say.fraud(told) };
  if (told.claimedMbps === undefined) return { verified: 'inconclusive', reason: say.noClaim(told) };
  if (why === 'not_driven') return { verified, reason: say.notDriven(told) };
  if (why === 'reached') return { verified, reason: say.reached(told) };
  if (why === 'below') return { verified, reason: say.below(told) };
  return { verified, reason: rates.length === 0 ? say.noneCounts(told) : say.open(told) };
}

const causesOf = (seen: readonly Seen[]): Cause[] => {
  const all = seen.flatMap(({ failure, voids }) => (failure ? [failure] : voids.map((detail): Cause => ({ detail }))));
  return [...new Map(all.map((it) => [textOf(it), it])).values()];
};

const textOf = ({ failure, detail }: Cause): string => (failure ? `${failure}: ${detail}` : detail);

function resultOf(tally: Tally, { ask, asked }: JudgeInput<PobAsk, PobSeries>): Verdict['result'] {
  const { seen, counted, frauds, overTcp } = tally;
  const { rates, middle, liars } = tally.ruling;
  const measured = seen.flatMap(({ round }) => (round ? [round] : []));
  const bytes = measured.reduce((sum, round) => sum + round.bytes, 0);
  const lost = measured.reduce((sum, round) => sum + round.bytes * round.loss, 0);
  return {
    bandwidth_mbps: fixed(middle),
    direction: ask.direction,
    possible_liars: String(liars),
    // Whatever `liars` of them reported, an honest one saw at least the lower and at most the upper of these.
    verified_min: fixed(rates[liars]),
    verified_max: fixed(rates[rates.length - 1 - liars]),
    rounds_valid: String(counted.length),
    rounds_total: String(asked),
    bytes: String(bytes),
    loss: (bytes > 0 ? lost / bytes : 0).toFixed(4),
    rtt_ms: (median(measured.map(({ rttUs }) => rttUs)) / 1e3).toFixed(3),
    transport: overTcp ? 'tcp' : 'udp',
    fraud: frauds > liars ? 'false_digest' : '',
  };
}

const detailOf = (tally: Tally, { ask }: JudgeInput<PobAsk, PobSeries>): Verdict['detail'] => ({
  threshold_mbps: round2(tally.threshold),
  asked_mbps: ask.bandwidthMbps,
  liars_tolerated: tally.ruling.liars,
  rounds: tally.seen.map((it) => ({
    challenger: it.challenger,
    transport: it.transport,
    mbps: it.round ? round2(it.round.mbps) : null,
    counted: tally.counted.includes(it),
    voids: it === tally.burst ? ['lifted by a burst: counts as much as the largest other'] : it.voids,
    false_digest: it.falseDigest,
    bytes: it.round?.bytes ?? 0,
    spoilt_bytes: it.round?.spoiltBytes ?? 0,
    loss: it.round ? Math.round(it.round.loss * 1e4) / 1e4 : null,
    rtt_ms: it.round ? Math.round(it.round.rttUs) / 1e3 : null,
    curve: it.round?.curve ?? [],
  })),
});

const round2 = (value: number): number => Math.round(value * 100) / 100;
const fixed = (value: number | undefined): string => (value ?? 0).toFixed(2);
