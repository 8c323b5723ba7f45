import { distanceKm, type Place } from '../geo.ts';
import { type Candidate, isFailure, type JudgeInput, type ProofType, type Verdict } from '../proof-type.ts';
import { distinct, shuffle } from '../shuffle.ts';
import { decodeAsk, encodeAsk, type PolAsk } from './ask.ts';
import { checkClaims } from './claims.ts';
import { boundsKm, possibleLiars, reachKm, shortKm } from './discs.ts';
import { counterSignedText, fastestUs, PolSeries } from './transcript.ts';

/** Challengers this near can tell a region; fewer than four of them cannot. */
const nearKm = 2_000;
const nearNeeded = 4;
const defaultMaxUncertaintyKm = 1_000;

const placeOf = (it: Candidate): Place | undefined => {
  const { latitude, longitude } = it.claims;
  return latitude === undefined || longitude === undefined
    ? undefined
    : { latitude: Number(latitude), longitude: Number(longitude) };
};

/** Half from the challengers nearest to the claim, half from anywhere: the near ones tell, the far ones keep them honest. */
const choose = (ask: PolAsk, eligible: readonly Candidate[], seed: Uint8Array): string[] => {
  const placed = distinct(shuffle(seed, eligible)).filter((it) => placeOf(it));
  const near = placed
    .map((it) => ({ it, km: distanceKm(ask, placeOf(it) as Place) }))
    .filter(({ km }) => km <= nearKm)
    .sort((a, b) => a.km - b.km)
    .slice(0, Math.ceil(ask.challengers / 2))
    .map(({ it }) => it.id);
  const rest = placed.map((it) => it.id).filter((id) => !near.includes(id));
  return [...near, ...rest].slice(0, ask.challengers);
};

const km = (value: number) => `${Math.round(value).toLocaleString('en')} km`;

const judge = ({ ask, claims, readings, asked, settings }: JudgeInput<PolAsk, PolSeries>): Verdict => {
  const claimRadiusKm = Number(claims.radius ?? 0);
  const seen = readings.flatMap(({ challenger, series }) => {
    const place = placeOf(challenger);
    const rttUs = isFailure(series) ? undefined : fastestUs(series);
    if (!place || rttUs === undefined) return [];
    const disc = { centre: place, radiusKm: reachKm(rttUs / 1000) };
    return [{ id: challenger.id, place, rttUs, disc, shortKm: shortKm(disc, ask, claimRadiusKm) }];
  });
  seen.sort((a, b) => a.disc.radiusKm - b.disc.radiusKm || (a.id < b.id ? -1 : 1));
  const n = seen.length;
  const excluding = seen.filter((it) => it.shortKm > 0);
  const liars = possibleLiars(n);
  const bounds = boundsKm(
    ask,
    seen.map((it) => it.disc),
    liars,
  );
  const limitKm = Math.max(claimRadiusKm, Number(settings.max_uncertainty_km ?? defaultMaxUncertaintyKm));
  const near = seen.filter((it) => distanceKm(ask, it.place) <= nearKm).length;
  const uncertaintyKm = bounds[0] ?? 0;

  const conclude = (verified: Verdict['verified'], reason: string): Verdict => ({
    verified,
    reason,
    result: {
      challengers_used: String(n),
      challengers_excluding: String(excluding.length),
      uncertainty_km: n === 0 ? '' : String(Math.round(uncertaintyKm)),
      ...Object.fromEntries(
        bounds.slice(1).map((bound, i) => [`uncertainty_km_if_${i + 1}_lied`, String(Math.round(bound))]),
      ),
    },
    detail: {
      claim: { latitude: ask.latitude, longitude: ask.longitude, radius_km: claimRadiusKm },
      bounds_km: bounds.map(Math.round),
      challengers: seen.map((it) => ({
        id: it.id,
        latitude: it.place.latitude,
        longitude: it.place.longitude,
        rtt_us: Math.round(it.rttUs),
        distance_km: Math.round(distanceKm(ask, it.place)),
        radius_km: Math.round(it.disc.radiusKm),
        excludes: it.shortKm > 0,
      })),
    },
  });

  if (n < asked - ask.tolerance || n === 0)
    return conclude(
      'inconclusive',
      `Only ${n} of ${asked} challengers measured the prover; ${asked - ask.tolerance} are needed.`,
    );
  if (excluding.length > Math.floor(n / 3)) {
    const first = excluding[0] as (typeof excluding)[number];
    return conclude(
      'false',
      `${excluding.length} of ${n} challengers had answers faster than light in fibre could bring from the claimed place: the nearest answered in ${(first.rttUs / 1000).toFixed(2)} ms, so the prover is within ${km(first.disc.radiusKm)} of it, but the claim is ${km(distanceKm(ask, first.place))} away.`,
    );
  }
  if (near < nearNeeded)
    return conclude(
      'inconclusive',
      `Only ${near} challengers lie within ${km(nearKm)} of the claim; ${nearNeeded} are needed to tell.`,
    );
  if (uncertaintyKm > limitKm)
    return conclude(
      'inconclusive',
      `The answers allow the prover to be up to ${km(uncertaintyKm)} from its claim; ${km(limitKm)} is the most that counts as verified.`,
    );
  return conclude(
    'true',
    `The prover is within ${km(uncertaintyKm)} of its claim; if any one challenger lied, still within ${km(bounds[1] ?? uncertaintyKm)}.`,
  );
};

export const pol: ProofType<PolAsk, PolSeries> = {
  id: 'pol',
  attributeId: 'pol-v1',
  title: 'proof of location',
  schedule: 'parallel',
  checkClaims,
  encode: encodeAsk,
  decode: decodeAsk,
  parameters: (ask) => ({ latitude: String(ask.latitude), longitude: String(ask.longitude) }),
  attemptMs: () => 12_000,
  choose,
  series: PolSeries,
  counterSigned: (about, series) => ({
    text: counterSignedText(about, series.transcript, series.rtts_us.length),
    signature: series.prover_counter_signature,
  }),
  judge,
  probe: async () => (await import('./probe.ts')).probe,
};
