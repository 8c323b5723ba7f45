import { isFailure, type JudgeInput, type Reading, type Verdict } from '../proof-type.ts';
import type { PobAsk } from './ask.ts';
import { claimedMbps } from './plan.ts';
import { median, type Round, readRound, voidReasons } from './rates.ts';
import * as spec from './spec.ts';
import type { PobSeries } from './transcript.ts';

/** One challenger's round, as the verdict sees it. */
interface Seen {
  readonly challenger: string;
  readonly place: number | undefined;
  readonly transport: string;
  readonly falseDigest: boolean;
  readonly round: Round | undefined;
  /** Why the round does not count; empty when it does. */
  readonly voids: readonly string[];
}

/** What all rounds together say. */
interface Tally {
  readonly seen: readonly Seen[];
  readonly counted: readonly Seen[];
  readonly burst: Seen | undefined;
  /** Of the rounds that count, lowest first. */
  readonly rates: readonly number[];
  readonly middle: number;
  readonly threshold: number;
  readonly liars: number;
  readonly frauds: number;
  readonly overTcp: boolean;
}

export function judge(input: JudgeInput<PobAsk, PobSeries>): Verdict {
  const tally = count(input);
  return { ...decide(tally, input), result: resultOf(tally, input), detail: detailOf(tally, input) };
}

function count({ ask, readings, asked }: JudgeInput<PobAsk, PobSeries>): Tally {
  const seen = readings
    .map((reading) => look(reading, ask))
    .sort((a, b) => (a.place ?? 0) - (b.place ?? 0) || (a.challenger < b.challenger ? -1 : 1));
  const { counted, burst } = withoutBurst(seen.filter(({ voids }) => voids.length === 0));
  const rates = counted.map(({ round }) => round?.mbps ?? 0).sort((a, b) => a - b);
  return {
    seen,
    counted,
    burst,
    rates,
    middle: median(rates),
    threshold: ask.bandwidthMbps * spec.VERIFIED_AT,
    liars: Math.floor(asked * spec.LIARS),
    frauds: seen.filter(({ falseDigest }) => falseDigest).length,
    overTcp: counted.some(({ transport }) => transport === 'tcp'),
  };
}

function look({ challenger, series, round: place }: Reading<PobSeries>, ask: PobAsk): Seen {
  if (isFailure(series)) {
    const voids = [`${series.failure}: ${series.detail}`];
    return { challenger: challenger.id, place, transport: '', falseDigest: false, round: undefined, voids };
  }
  const round = readRound(series);
  const voids =
    series.direction === ask.direction
      ? round.voids.map((reason) => voidReasons[reason])
      : ['the wrong direction was measured'];
  const { transport } = series;
  return { challenger: challenger.id, place, transport, falseDigest: series.checked === 'mismatch', round, voids };
}

/**
 * A bucket larger than the lead-in empties into round 1 alone: then it stands out above all others, and is left out.
 * Above all, not above their median: with three rounds one liar who reports zero would make an honest one stand out.
 */
function withoutBurst(valid: readonly Seen[]): Pick<Tally, 'counted' | 'burst'> {
  const first = valid.find(({ place }) => place === 1);
  const rest = valid.filter((it) => it !== first);
  if (!first || rest.length < 2) return { counted: valid, burst: undefined };
  const limit = Math.max(...rest.map(({ round }) => round?.mbps ?? 0)) * (1 + spec.BURST_EXCESS);
  return (first.round?.mbps ?? 0) > limit ? { counted: rest, burst: first } : { counted: valid, burst: undefined };
}

function decide(
  tally: Tally,
  { ask, claims, asked }: JudgeInput<PobAsk, PobSeries>,
): Pick<Verdict, 'verified' | 'reason'> {
  const { seen, burst, rates, middle, threshold, liars, frauds, overTcp } = tally;
  const direction = `${ask.direction}link`;
  if (frauds > liars) {
    const who = `${frauds} of ${asked} challengers hold`;
    return {
      verified: 'false',
      reason: `The prover signed for data that never reached it: ${who} its signed false digest and the seed that disproves it.`,
    };
  }
  if (claimedMbps(ask, claims) === undefined) {
    return {
      verified: 'inconclusive',
      reason: `The prover claims no ${direction} bandwidth, so nothing was measured.`,
    };
  }
  const valid = rates.length + (burst ? 1 : 0);
  if (valid < asked * spec.QUORUM || rates.length === 0) {
    const causes = [...new Set(seen.flatMap(({ voids }) => voids))];
    const why = causes.length > 0 ? `: ${causes.slice(0, 3).join('; ')}` : '';
    return { verified: 'inconclusive', reason: `Only ${valid} of ${asked} rounds are valid, too few to decide${why}.` };
  }
  const reached = rates.filter((rate) => rate >= threshold).length;
  const side = middle >= threshold ? reached : rates.length - reached;
  const range = `${fixed(rates[0])} to ${fixed(rates.at(-1))}`;
  const saw = `${rates.length} challengers, one after another, saw ${range} Mbit/s ${direction}${overTcp ? ' (over TCP, because UDP did not get through)' : ''}; the median is ${fixed(middle)}`;
  // With no more than a third lying, the side that holds more votes than there can be liars has an honest one.
  if (side <= liars) {
    return {
      verified: 'inconclusive',
      reason: `${saw}. ${liars} of them could be lying, and then the rest would not decide.`,
    };
  }
  const asks = `90 % of the ${ask.bandwidthMbps} asked`;
  return middle >= threshold
    ? { verified: 'true', reason: `${saw}, at least ${asks}.` }
    : { verified: 'false', reason: `${saw}, less than ${asks}.` };
}

function resultOf(tally: Tally, { ask, asked }: JudgeInput<PobAsk, PobSeries>): Verdict['result'] {
  const { seen, rates, middle, liars, frauds, overTcp } = tally;
  const measured = seen.flatMap(({ round }) => (round ? [round] : []));
  const bytes = measured.reduce((sum, round) => sum + round.bytes, 0);
  const lost = measured.reduce((sum, round) => sum + round.bytes * round.loss, 0);
  return {
    bandwidth_mbps: fixed(middle),
    direction: ask.direction,
    // Whatever `liars` of them reported, an honest one saw at least the lower and at most the upper of these.
    verified_min: fixed(rates[Math.min(liars, Math.floor((rates.length - 1) / 2))]),
    verified_max: fixed(rates[Math.max(rates.length - 1 - liars, Math.floor(rates.length / 2))]),
    rounds_valid: String(rates.length),
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
  liars_tolerated: tally.liars,
  rounds: tally.seen.map((it) => ({
    challenger: it.challenger,
    transport: it.transport,
    mbps: it.round ? round2(it.round.mbps) : null,
    counted: tally.counted.includes(it),
    voids: it === tally.burst ? ['the first round, lifted by a burst'] : it.voids,
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
