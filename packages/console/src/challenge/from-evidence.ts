import { type Evidence, ownRadiusKm, type Transcript } from '@trigpoint/proofs';
import { findProfile } from '@trigpoint/proofs/registry';
import { count, shortId } from '../figures.ts';
import type { Reach } from '../map/allowed.ts';
import { haveCommonPlace, isInEvery } from '../map/common-place.ts';
import { distanceKm } from '../map/earth.ts';
import { zoneWords } from '../map/zone-words.ts';
import type { Moment } from '../parts/timeline.tsx';
import { type Outcome, outcomeTone, outcomeWord } from '../parts/verdict-glyph.tsx';
import { say, sayCount, sayKnown } from '../words/say.ts';
import { askedName, type Claims, nameOf, placeOf, proverName, whereOf } from './agents.ts';
import { outcomeOf, verdictOutcome } from './outcomes.ts';
import { overlapOf } from './overlap.ts';
import type { PobView, Round } from './pob-view.ts';
import { bounds, type Estimate, excludes, type PolView, toWitness, type Witness } from './pol-view.ts';
import { failureWord, partWord, readReading, rttsOf, type SignedReading } from './readings.ts';

interface Part {
  readonly id: string;
  readonly claims: Claims;
  readonly state: string;
  readonly isLookout: boolean;
  readonly reading: SignedReading | undefined;
}

/** The challengers with what they signed. */
export const partsOf = ({ transcript }: Pick<Evidence, 'transcript'>): Part[] =>
  (transcript.draw?.seats ?? []).map(({ challenger, lookout, state, message }) => ({
    id: challenger.id,
    claims: challenger.claims,
    isLookout: lookout,
    state,
    reading: readReading(message),
  }));

const seedText = (seed: NonNullable<Transcript['seed']>): string =>
  'nonce' in seed ? say(', a nonce') : say(', block {block}', { block: count(seed.block_number) });

/** How many of each were drawn. A lookout is not called a challenger: it can only refute. */
const drawnText = (draw: NonNullable<Transcript['draw']>, from: string): string => {
  const seed = shortId(draw.seed, 4, 4);
  const lookouts = draw.seats.filter((it) => it.lookout).length;
  const near = draw.seats.length - lookouts;
  return lookouts === 0
    ? sayCount(near, '{n} challenger drawn by seed {seed}{from}', '{n} challengers drawn by seed {seed}{from}', {
        seed,
        from,
      })
    : say('{challengers} and {lookouts} drawn by seed {seed}{from}', {
        challengers: sayCount(near, '{n} challenger', '{n} challengers'),
        lookouts: sayCount(lookouts, '{n} lookout', '{n} lookouts'),
        ...{ seed, from },
      });
};

export const momentsOf = (transcript: Transcript, parts: readonly Part[], outcome: Outcome): Moment[] => {
  // Who could not measure has said so in time, and has read nothing.
  const read = parts
    .filter((it) => it.reading !== undefined && !it.reading.failure)
    .toSorted((a, b) => (a.reading?.endedAt ?? 0) - (b.reading?.endedAt ?? 0));
  const { draw, seed } = transcript;
  const from = seed ? seedText(seed) : '';
  const [first, final] = [read[0], read.at(-1)];
  const startedAt = Date.parse(transcript.submitted_at);
  const asked = Math.min(...read.map((it) => it.reading?.startedAt ?? Number.POSITIVE_INFINITY));
  const telling = (it: Part | undefined, words: (name: string) => string): Moment[] =>
    it?.reading ? [{ at: it.reading.endedAt, text: words(nameOf(it.id, it.claims)) }] : [];
  return [
    {
      at: startedAt,
      text:
        transcript.block_number === null
          ? say('Request made at the service, without a transaction')
          : say('Request read from the chain, block {block}', { block: count(transcript.block_number) }),
    },
    ...(draw
      ? [
          {
            at: Number.isFinite(asked) ? asked : startedAt,
            text: drawnText(draw, from),
          },
        ]
      : []),
    ...telling(first, (name) => say('First reading, {name}', { name })),
    ...(final === first ? [] : telling(final, (name) => say('Last reading, {name}', { name }))),
    { at: Date.parse(transcript.ended_at), text: outcomeWord[outcome], tone: outcomeTone[outcome] },
  ];
};

/**
 * The three functions below read parts of a verdict's detail. A part may be missing, because evidence may come from another
 * version.
 */
const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const number = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const estimateOf = (detail: Readonly<Record<string, unknown>>, witnesses: readonly Witness[]): Estimate | undefined => {
  const told = record(detail.estimate);
  const [latitude, longitude] = [number(told.latitude), number(told.longitude)];
  if (latitude === undefined || longitude === undefined) return overlapOf(witnesses);
  const name = typeof told.name === 'string' ? told.name : typeof told.city === 'string' ? told.city : undefined;
  return {
    place: { latitude, longitude },
    radiusKm: number(told.radius_km) ?? number(told.r90_km) ?? 0,
    ...(name ? { name } : {}),
  };
};

/**
 * The radius of an estimate is that of nine in ten honest provers, and at least 50 km. Whatever is usual, the prover is no further
 * from the estimate than the far edge of each disc.
 */
const withinDiscs = (estimate: Estimate, reaches: readonly Reach[]): Estimate => ({
  ...estimate,
  radiusKm: Math.min(
    estimate.radiusKm,
    ...reaches.map(({ place, reachKm }) => distanceKm(estimate.place, place) + reachKm),
  ),
});

/**
 * The estimate weighs delays by what is usual. It gives way where one answer speaks against many. On a busy machine most
 * answers are slow, so the estimate may lie outside the disc of a fast answer. Then no estimate is shown.
 */
const supported = (
  estimate: Estimate | undefined,
  discs: readonly Witness[],
): Pick<PolView, 'estimate' | 'noEstimate'> => {
  const reaches = discs.map(({ place, reachKm = 0 }) => ({ place, reachKm }));
  if (!estimate) return {};
  if (isInEvery(reaches, estimate.place)) return { estimate: withinDiscs(estimate, reaches) };
  return { noEstimate: haveCommonPlace(reaches) ? 'outside' : 'apart' };
};

/** The result names at most 50 countries. The sentence of the verdict names eight, and tells how many more there are. */
const reachedOf = ({ result, reason }: Transcript['verdict']): { readonly reached?: number } => {
  const named = result.zone_reaches?.split(',').length;
  const more = Number(/ and (\d+) more\./.exec(reason)?.[1] ?? Number.NaN);
  if (named === undefined) return {};
  return { reached: named < mostReached || Number.isNaN(more) ? named : namedInSentence + more };
};
const [mostReached, namedInSentence] = [50, 8];

/** Decodes the ask, which the transcript has in the form in which it was made. */
const askedOf = ({ proof_type, info, verdict }: Transcript): Pick<PolView, 'zone' | 'isRadiusAsked'> => {
  try {
    const asked = (findProfile(proof_type)?.decode(info) ?? {}) as {
      readonly zone?: string;
      readonly radiusKm?: number;
    };
    const { zone, radiusKm } = asked;
    if (zone === undefined) return { isRadiusAsked: radiusKm !== undefined };
    const finding = verdict.result.zone ?? 'undecided';
    const holdsIn = verdict.result.zone_any_medium === finding ? 'any_medium' : 'fibre';
    const words = zoneWords(verdict.result.zone_name ?? zone);
    return {
      isRadiusAsked: radiusKm !== undefined,
      zone: { text: zone, words, finding, holdsIn, ...reachedOf(verdict) },
    };
  } catch {
    return {};
  }
};

export const polFromEvidence = (evidence: Evidence): PolView => {
  const { transcript } = evidence;
  const { verdict } = transcript;
  const detail = record(verdict.detail);
  const claims = transcript.prover?.claims ?? {};
  const told = record(detail.claim);
  const asked = placeOf({ ...claims, ...(told as Claims) });
  const place = asked ?? { latitude: 0, longitude: 0 };
  const parts = partsOf(evidence);
  const ruled = new Map(list(detail.challengers).map((it) => [record(it).id, record(it)]));
  const witnesses = parts.flatMap(({ id, claims: own, state, isLookout, reading }): Witness[] => {
    const at = placeOf(own);
    if (!at) return [];
    const rttsMs = rttsOf(reading?.series);
    const { rtt_us, excludes, excludes_in_any_medium } = ruled.get(id) ?? {};
    const us = number(rtt_us);
    const answered = rttsMs.length > 0;
    const remark = reading?.failure
      ? failureWord(reading.failure.failure)
      : reading?.series
        ? say('no probe that counts')
        : partWord(state);
    const stated = { place: at, ownRadiusKm: ownRadiusKm(own) };
    const base = { id, name: nameOf(id, own), where: whereOf(id, own), isLookout, ...stated };
    if (!answered) return [toWitness({ ...base, state: 'failed', remark }, place)];
    const judged = {
      ...(typeof excludes === 'boolean' ? { excludes } : {}),
      excludesInAnyMedium: excludes_in_any_medium === true,
      ...(us ? { fastestMs: us / 1000 } : {}),
    };
    return [toWitness({ ...base, state: 'answered', rttsMs, ...judged }, place)];
  });
  const outcome = verdictOutcome(verdict.verified, verdict.result);
  const liars = number(detail.possible_liars) ?? Math.floor(parts.length / 3);
  const holdsIn = verdict.result.holds_in;
  // Where no single place fits, an estimate or a bound would claim more than is known.
  const isOnePlace = outcome !== 'contradictory' && !verdict.reason.startsWith('Several machines');
  // Discs that the verdict left out do not count. Unless the claim was refuted, discs that leave it outside do not count
  // either: the verdict takes them for lies.
  const discs = witnesses.filter(
    (it) => bounds(it) && (ruled.size === 0 || ruled.has(it.id)) && (outcome === 'refuted' || !excludes(it)),
  );
  return {
    id: transcript.challenge_id,
    outcome,
    reason: verdict.reason,
    claim: { place, name: askedName(transcript.prover?.id ?? '', claims, asked) },
    prover: proverName(transcript.prover?.id ?? '', claims),
    witnesses,
    asked: parts.length,
    boundsKm: isOnePlace ? list(detail.bounds_km).flatMap((it) => number(it) ?? []) : [],
    liars,
    liarsOfAll: number(detail.possible_liars_of_all) ?? liars,
    ...(holdsIn === 'any_medium' || holdsIn === 'fibre' ? { holdsIn } : {}),
    ...(isOnePlace ? supported(estimateOf(detail, witnesses), discs) : { noEstimate: 'apart' as const }),
    ...askedOf(transcript),
    startedAt: Date.parse(transcript.submitted_at),
    endedAt: Date.parse(transcript.ended_at),
    moments: momentsOf(transcript, parts, outcome),
  };
};

const roundOf = (told: unknown, parts: readonly Part[]): Round => {
  const it = record(told);
  const challenger = String(it.challenger ?? '');
  const part = parts.find((one) => one.id === challenger);
  const voids = list(it.voids).map(String);
  const isCounted = it.counted === true;
  const lifted = voids.some((text) => text.includes('burst'));
  const mbps = number(it.mbps);
  const curve = list(it.curve).flatMap((point): (readonly [number, number])[] => {
    const [ms, rate] = list(point);
    return typeof ms === 'number' && typeof rate === 'number' ? [[ms, rate]] : [];
  });
  const remark =
    it.false_digest === true
      ? say('The prover signed a checksum of data that never reached it')
      : sentence(voids.map((it) => sayKnown(it.replace(/^[a-z_]+: (?=[A-Z])/, ''))).join('; '));
  const [loss, rttMs] = [number(it.loss), number(it.rtt_ms)];
  return {
    challenger,
    name: nameOf(challenger, part?.claims ?? {}),
    state: isCounted ? 'counted' : lifted ? 'left-out' : 'voided',
    curve: whileSending(curve),
    bytes: number(it.bytes) ?? 0,
    ...(mbps === undefined ? {} : { mbps }),
    ...(remark ? { remark } : {}),
    ...(loss === undefined ? {} : { loss }),
    ...(rttMs === undefined ? {} : { rttMs }),
    ...(typeof it.transport === 'string' && it.transport !== '' ? { transport: it.transport } : {}),
  };
};

/**
 * Leaves out the last points. The challenger had stopped sending then: a drop there says nothing about the prover, and what was late
 * comes in a few milliseconds, at any rate.
 */
const whileSending = (curve: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] => {
  const rates = curve.map(([, rate]) => rate).toSorted((a, b) => a - b);
  const typical = rates[Math.floor(rates.length / 2)] ?? 0;
  return curve.slice(0, curve.findLastIndex(([, rate]) => rate >= typical / 2 && rate <= typical * 2) + 1);
};

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `parameters` are those of the challenge: what was asked stands on the chain, not in the prover's claims. */
export const pobFromEvidence = (evidence: Evidence, parameters: Readonly<Record<string, string>>): PobView => {
  const { transcript } = evidence;
  const { verdict } = transcript;
  const detail = record(verdict.detail);
  const parts = partsOf(evidence);
  const outcome = outcomeOf(verdict.verified);
  const claimMbps = number(detail.asked_mbps) ?? Number(parameters.bandwidth_mbps ?? 1);
  const direction = (verdict.result.direction ?? parameters.direction) === 'up' ? 'up' : 'down';
  const claims = record(transcript.prover?.claims);
  const claimsMbps = Number(direction === 'up' ? claims.uplink_bandwidth : claims.downlink_bandwidth);
  const told = list(detail.rounds).map((it) => roundOf(it, parts));
  // A round keeps the number that it had while it ran, also if its challenger said nothing.
  const rounds = parts.map(
    ({ id, claims, state }): Round =>
      told.find((it) => it.challenger === id) ?? {
        challenger: id,
        name: nameOf(id, claims),
        state: state === 'cancelled' ? 'not-needed' : 'voided',
        curve: [],
        bytes: 0,
        remark: state === 'cancelled' ? say('The rounds before it had decided') : sentence(partWord(state)),
      },
  );
  const median = Number(verdict.result.bandwidth_mbps ?? Number.NaN);
  // Voided rounds count as 0. If too few rounds count, the median is therefore 0, which says nothing about the prover.
  const hasMedian = Number.isFinite(median) && (median > 0 || outcome !== 'inconclusive');
  return {
    id: transcript.challenge_id,
    outcome,
    reason: verdict.reason,
    direction,
    claimMbps,
    ...(claimsMbps > 0 ? { claimsMbps } : {}),
    thresholdMbps: number(detail.threshold_mbps) ?? claimMbps * 0.9,
    ...(hasMedian && told.some((it) => it.state === 'counted') ? { medianMbps: median } : {}),
    rounds: [...rounds, ...told.filter((it) => !parts.some(({ id }) => id === it.challenger))],
    asked: parts.length,
    startedAt: Date.parse(transcript.submitted_at),
    endedAt: Date.parse(transcript.ended_at),
    moments: momentsOf(transcript, parts, outcome),
  };
};
