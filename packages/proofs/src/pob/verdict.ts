import { isFailure, type JudgeInput, type Reading, type Verdict } from '../proof-type.ts';
import { isNewestWording } from '../wording.ts';
import type { PobAsk } from './ask.ts';
import { type RateRuling, ruleOfRates } from './counting.ts';
import { claimedMbps, drivenMbps } from './plan.ts';
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
 * for more once others have come, so it does not count as one below.
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
  const threshold = ask.bandwidthMbps * spec.VERIFIED_AT;
  const frauds = seen.filter(({ falseDigest }) => falseDigest).length;
  const most = (drivenMbps(ask, claims) ?? 0) * spec.PACE_FACTOR;
  return {
    seen,
    counted,
    burst,
    threshold,
    frauds,
    overTcp: counted.some(({ transport }) => transport === 'tcp'),
    ruling: ruleOfRates({ asked, measured, frauds, threshold, most }),
  };
}

const rateOf = ({ round }: Seen): number => round?.mbps ?? 0;

/** Whether a digest is false is computed again from the seed (series-check.ts); what the reading says of it does not count. */
function look({ challenger, series, round: place, faults = [] }: Reading<PobSeries>, ask: PobAsk): Seen {
  if (isFailure(series)) {
    const voids = [`${series.failure}: ${series.detail}`];
    return { challenger: challenger.id, place, transport: '', falseDigest: false, round: undefined, voids };
  }
  const round = readRound(series);
  const voids =
    series.direction === ask.direction
      ? round.voids.map((reason) => voidReasons[reason])
      : ['the wrong direction was measured'];
  const falseDigest = faults.some(({ kind }) => kind === 'prover_fraud');
  if (faults.length > 0 && voids.length === 0)
    voids.push(falseDigest ? voidReasons.false_digest : 'the reading contradicts what it contains');
  return { challenger: challenger.id, place, transport: series.transport, falseDigest, round, voids };
}

/**
 * A bucket larger than the lead-in empties into round 1 alone. The round then stands out above all others, and counts
 * as much as the largest of them. Above all others, not above their median: with three rounds one liar who reports zero
 * would make an honest one stand out.
 */
function burstOf(valid: readonly Seen[]): { readonly burst: Seen | undefined; readonly limit: number } {
  const first = valid.find(({ place }) => place === 1);
  const rest = valid.filter((it) => it !== first);
  const limit = Math.max(0, ...rest.map(rateOf));
  const standsOut = first !== undefined && rest.length >= 2 && rateOf(first) > limit * (1 + spec.BURST_EXCESS);
  return { burst: standsOut ? first : undefined, limit };
}

function decide(
  tally: Tally,
  { ask, claims, asked, settings }: JudgeInput<PobAsk, PobSeries>,
): Pick<Verdict, 'verified' | 'reason'> {
  const { seen, counted, threshold, frauds, overTcp, ruling } = tally;
  const { verified, why, liars, middle } = ruling;
  const direction = `${ask.direction}link`;
  if (why === 'too_few_asked')
    return {
      verified,
      reason: `Only ${asked} challenger${asked === 1 ? ' was' : 's were'} asked. Fewer than ${spec.FEWEST_ASKED} can never verify or refute a claim, because none of them may lie.`,
    };
  if (why === 'fraud')
    return {
      verified,
      reason: `The prover signed for data that never reached it: ${frauds} of ${asked} challengers hold its signed false digest and the seed that disproves it.`,
    };
  if (claimedMbps(ask, claims) === undefined)
    return {
      verified: 'inconclusive',
      reason: `The prover claims no ${direction} bandwidth, so nothing was measured.`,
    };
  if (why === 'not_driven')
    return {
      verified,
      reason: `A link is never driven faster than its prover claims, nor than ${spec.MAX_MBPS} Mbit/s. The prover claims ${claimedMbps(ask, claims)} Mbit/s ${direction}, so nobody could see whether it has the ${ask.bandwidthMbps} asked. Ask for at most what it claims.`,
    };
  const measured = counted.map(rateOf).sort((a, b) => a - b);
  const isNew = isNewestWording(settings);
  const [least, most] = [fixed(measured[0]), fixed(measured.at(-1))];
  const range = isNew && least === most ? least : `${least} to ${most}`;
  const saw = `${measured.length} of ${asked} challengers${isNew && measured.length === 1 ? '' : ', one after another,'} saw ${range} Mbit/s ${direction}${overTcp ? ' (over TCP, because UDP did not get through)' : ''}`;
  const asks = `90 % of the ${ask.bandwidthMbps} asked`;
  if (why === 'reached') {
    const missing = asked - measured.length;
    const others = isNew && missing > 0 ? `With 0 for the other ${missing === 1 ? 'one' : missing}, the` : 'The';
    return { verified, reason: `${saw}. ${others} median is ${fixed(middle)}, at least ${asks}.` };
  }
  if (why === 'below')
    return { verified, reason: `${saw}. The median is ${fixed(median(measured))}, less than ${asks}.` };
  const causes = [...new Set(seen.flatMap(({ voids }) => voids))];
  const spoilt =
    causes.length > 0
      ? ` What spoilt ${isNew && measured.length === 0 ? 'them' : 'the others'}: ${causes.slice(0, 3).join('; ')}.`
      : '';
  const below = measured.filter((rate) => rate < threshold).length;
  if (measured.length === 0) return { verified, reason: `None of ${asked} rounds is valid.${spoilt}` };
  if (isNew) return { verified, reason: `${saw}, and ${openWords(tally, asked, asks)}${spoilt}` };
  return {
    verified,
    reason: `${saw}, and ${below} of them saw less than ${asks}. The median over all ${asked} asked is too low to verify the claim, and ${asked - liars} below it would refute it.${spoilt}`,
  };
}

/** Why the rates decide nothing, and what would refute the claim. */
function openWords({ counted, threshold, ruling }: Tally, asked: number, asks: string): string {
  const below = counted.filter((it) => rateOf(it) < threshold).length;
  const missing = asked - counted.length;
  const others = missing === 1 ? 'The other round counts' : `The other ${missing} rounds count`;
  const median =
    missing === 0 ? `The median of all ${asked} is` : `${others} as 0 Mbit/s, so the median of all ${asked} is`;
  const who = below === 0 ? 'none' : below === counted.length ? 'all' : `${below} of them`;
  return `${who} saw less than ${asks}. ${median} too low to verify the claim. It is refuted where at least ${asked - ruling.liars} rounds are below.`;
}

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
