import { type Candidate, isFailure, type JudgeInput, type ProofType, type Verdict } from '../proof-type.ts';
import { distinct, shuffle } from '../shuffle.ts';
import { decodeAsk, encodeAsk, type PobAsk } from './ask.ts';
import { audit } from './audit.ts';
import { checkClaims } from './claims.ts';
import { claimedMbps } from './plan.ts';
import { median, type Round, readRound, voidReasons } from './rates.ts';
import * as spec from './spec.ts';
import { counterSigned, PobSeries } from './transcript.ts';

/** Proof of bandwidth: one challenger at a time, each round judged by itself, the median counts (DESIGN §9). */
export const pob: ProofType<PobAsk, PobSeries> = {
  id: 'pob',
  attributeId: 'pob-v1',
  title: 'proof of bandwidth',
  schedule: 'sequential',
  series: PobSeries,
  encode: encodeAsk,
  decode: (info) => decodeAsk(info),
  checkClaims,
  parameters: (ask) => ({
    direction: ask.direction,
    bandwidth_mbps: String(ask.bandwidthMbps),
    tolerance: String(ask.tolerance),
    ip_version: ask.isIPv6 ? '6' : '4',
    prover: ask.prover,
  }),
  attemptMs: (ask) => ask.challengers * spec.ROUND_MS,
  choose,
  counterSigned,
  judge,
  audit,
  probe: async () => (await import('./probe.ts')).probe,
};

function choose(ask: PobAsk, eligible: readonly Candidate[], seed: Uint8Array): string[] {
  return distinct(shuffle(seed, eligible))
    .slice(0, ask.challengers)
    .map((it) => it.id);
}

interface Seen {
  readonly challenger: string;
  readonly place: number | undefined;
  readonly transport: string;
  readonly falseDigest: boolean;
  readonly round: Round | undefined;
  /** Why the round does not count; empty when it does. */
  readonly voids: readonly string[];
}

function judge({ ask, claims, readings, asked }: JudgeInput<PobAsk, PobSeries>): Verdict {
  const seen = readings
    .map(({ challenger, series, round: place }): Seen => {
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
    })
    .sort((a, b) => (a.place ?? 0) - (b.place ?? 0) || (a.challenger < b.challenger ? -1 : 1));

  const { counted, burst } = withoutBurst(seen.filter(({ voids }) => voids.length === 0));
  const rates = counted.map(({ round }) => round?.mbps ?? 0).sort((a, b) => a - b);
  const middle = median(rates);
  const threshold = ask.bandwidthMbps * spec.VERIFIED_AT;
  const liars = Math.floor(asked * spec.LIARS);
  const frauds = seen.filter(({ falseDigest }) => falseDigest).length;
  const measured = seen.flatMap(({ round }) => (round ? [round] : []));
  const overTcp = counted.some(({ transport }) => transport === 'tcp');
  const sums = { bytes: 0, loss: 0 };
  for (const round of measured) {
    sums.bytes += round.bytes;
    sums.loss += round.bytes * round.loss;
  }
  const outcome = decide();

  function decide(): Pick<Verdict, 'verified' | 'reason'> {
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
      return {
        verified: 'inconclusive',
        reason: `Only ${valid} of ${asked} rounds are valid, too few to decide${why}.`,
      };
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

  return {
    ...outcome,
    result: {
      bandwidth_mbps: fixed(middle),
      direction: ask.direction,
      // Whatever `liars` of them reported, an honest one saw at least the lower and at most the upper of these.
      verified_min: fixed(rates[Math.min(liars, Math.floor((rates.length - 1) / 2))]),
      verified_max: fixed(rates[Math.max(rates.length - 1 - liars, Math.floor(rates.length / 2))]),
      rounds_valid: String(rates.length),
      rounds_total: String(asked),
      bytes: String(sums.bytes),
      loss: (sums.bytes > 0 ? sums.loss / sums.bytes : 0).toFixed(4),
      rtt_ms: (median(measured.map(({ rttUs }) => rttUs)) / 1e3).toFixed(3),
      transport: overTcp ? 'tcp' : 'udp',
      fraud: frauds > liars ? 'false_digest' : '',
    },
    detail: {
      threshold_mbps: round2(threshold),
      asked_mbps: ask.bandwidthMbps,
      liars_tolerated: liars,
      rounds: seen.map(({ challenger, transport, round, voids, falseDigest }) => ({
        challenger,
        transport,
        mbps: round ? round2(round.mbps) : null,
        counted: counted.some((it) => it.challenger === challenger),
        voids: burst?.challenger === challenger ? ['the first round, lifted by a burst'] : voids,
        false_digest: falseDigest,
        bytes: round?.bytes ?? 0,
        spoilt_bytes: round?.spoiltBytes ?? 0,
        loss: round ? Math.round(round.loss * 1e4) / 1e4 : null,
        rtt_ms: round ? Math.round(round.rttUs) / 1e3 : null,
        curve: round?.curve ?? [],
      })),
    },
  };
}

/**
 * A bucket larger than the lead-in empties into round 1 alone: then it stands out above all others, and is left out.
 * Above all, not above their median: with three rounds one liar who reports zero would make an honest one stand out.
 */
function withoutBurst(valid: readonly Seen[]): { counted: readonly Seen[]; burst: Seen | undefined } {
  const first = valid.find(({ place }) => place === 1);
  const rest = valid.filter((it) => it !== first);
  if (!first || rest.length < 2) return { counted: valid, burst: undefined };
  const limit = Math.max(...rest.map(({ round }) => round?.mbps ?? 0)) * (1 + spec.BURST_EXCESS);
  return (first.round?.mbps ?? 0) > limit ? { counted: rest, burst: first } : { counted: valid, burst: undefined };
}

const round2 = (value: number): number => Math.round(value * 100) / 100;
const fixed = (value: number | undefined): string => (value ?? 0).toFixed(2);
