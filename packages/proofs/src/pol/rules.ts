import type { Finding } from '@trigpoint/log';
import { agentIdsOf } from '../committees.ts';
import { antipodeKm } from '../geo.ts';
import { possibleLiars } from '../never-verified.ts';
import {
  AskError,
  type Claims,
  isFailure,
  type JudgeInput,
  type MeshRules,
  type ProofType,
  type Reading,
  type Resilience,
  type Verdict,
} from '../proof-type.ts';
import { Atlas, parseZone, ZoneError, zoneName } from '../zones/index.ts';
import { encodeAsk, type PolAsk } from './ask.ts';
import { calibrate } from './calibrate.ts';
import { isCalibration, mapFrom, type PolCalibration, scoreLimitAt, wideningOf } from './calibration.ts';
import { ownRadiusKm, placeOf } from './claims.ts';
import { count, fewestAsked, missesClaim, rule, type Sighting } from './counting.ts';
import { examine } from './examination.ts';
import { findingOf } from './moves.ts';
import { defaultAcceptableKm, defaultLookoutsPerSeat, defaultPoolFactor, mostPoolFactor, profile } from './profile.ts';
import type { Wording } from './sentences.ts';
import { counterSignedText, fastestUs, PolSeries } from './series.ts';
import { standsWhereItSays } from './stated-place.ts';
import { claimSlackKm, conclude, detailOf, resultOf } from './verdict.ts';
import { wordingOf } from './wordings.ts';
import { concludeZone, zoneFinding, zoneResult } from './zone-finding.ts';

const numberOf = (value: string | undefined, otherwise: number): number => {
  const number = value === undefined || value.trim() === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) && number >= 0 ? number : otherwise;
};

/** Why a reading is left out; undefined if it counts. That is never held against the prover. */
function whyLeftOut(
  { challenger, series }: Reading<PolSeries>,
  doubted: ReadonlyMap<string, string>,
): string | undefined {
  if (isFailure(series)) return series.failure;
  if (!placeOf(challenger)) return 'no_place';
  if (doubted.has(challenger.id)) return 'place_in_doubt';
  return fastestUs(series) === undefined ? 'starved' : undefined;
}

const sightingOf = ({ challenger, series, isLookout = false }: Reading<PolSeries>): Sighting => ({
  id: challenger.id,
  place: placeOf(challenger) as NonNullable<ReturnType<typeof placeOf>>,
  rttMs: (fastestUs(series as PolSeries) as number) / 1000,
  ownRadiusKm: ownRadiusKm(challenger.claims),
  isLookout,
});

/** The nodes of the calibration that have the prover's own key: it may be a challenger too. */
const ownNodes = ({ prover }: PolAsk, calibration: PolCalibration | undefined): string[] => {
  const own = [prover, ...agentIdsOf(prover)].map((it) => it.toLowerCase());
  return (calibration?.nodes ?? []).map(({ id }) => id).filter((id) => own.includes(id.toLowerCase()));
};

/** The calibration, and the challengers whose place it doubts. */
function known({ calibration: given }: Pick<JudgeInput, 'calibration'>) {
  const calibration = given !== undefined && isCalibration(given) ? given : undefined;
  return { calibration, doubted: new Map(calibration?.set_aside.map(({ id, reason }) => [id, reason])) };
}

/**
 * Only a refuted claim is settled early. If too many discs miss a claim, it stays refuted, because further readings add discs and take
 * none away. A claim that holds so far may still be disputed by the last reading.
 */
function isSettled(input: JudgeInput<PolAsk, PolSeries>): boolean {
  const { ask, readings, asked, lookouts = 0 } = input;
  const { doubted } = known(input);
  const missing = readings
    .filter((it) => whyLeftOut(it, doubted) === undefined)
    .filter((it) => missesClaim(ask, sightingOf(it), claimSlackKm));
  const liars = Math.max(ask.liars ?? 0, possibleLiars(asked));
  return asked - lookouts >= fewestAsked && missing.length > liars;
}

function mayDecide(ask: PolAsk, claims: Claims, series: PolSeries): boolean {
  const [place, fastest] = [placeOf({ claims }), fastestUs(series)];
  if (!place || fastest === undefined) return false;
  return missesClaim(ask, { place, rttMs: fastest / 1000, ownRadiusKm: ownRadiusKm(claims) }, claimSlackKm);
}

function judge(input: JudgeInput<PolAsk, PolSeries>): Verdict {
  const { ask, readings, asked, lookouts = 0, resilience, settings, prepared } = input;
  const { calibration, doubted } = known(input);
  const used = readings.filter((it) => whyLeftOut(it, doubted) === undefined);
  const map = mapFrom(calibration).forget(...ownNodes(ask, calibration));
  const near = asked - lookouts;
  const examination = examine(ask, used.map(sightingOf), map, {
    asked: { near, lookouts },
    slackKm: claimSlackKm,
    leastLiars: ask.liars ?? 0,
    widening: wideningOf(calibration),
  });
  const limits = {
    acceptableKm: Math.min(ask.radiusKm ?? antipodeKm, numberOf(settings.max_uncertainty_km, defaultAcceptableKm)),
    score: scoreLimitAt(ask, calibration),
    needed: Math.max(1, near - ask.tolerance),
  };
  const leftOut = readings
    .flatMap((it) => {
      const why = whyLeftOut(it, doubted);
      return why === undefined ? [] : [{ id: it.challenger.id, why }];
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const wording = wordingOf(settings);
  const claimed = conclude(examination, ask, limits, { cities: map.cities, wording, resilience });
  const finding =
    ask.zone === undefined ? undefined : zoneFinding(ask.zone, atlasOf(prepared), examination.count, wording);
  const ruling = rule(examination.count, limits);
  const concluded = finding
    ? concludeZone(claimed, finding, ruling, examination.count, { isRadiusAsked: ask.radiusKm !== undefined, wording })
    : claimed;
  const conclusion = withstandsEnough(concluded, ask, resilience, wording);
  return {
    ...conclusion,
    result: {
      ...resultOf(examination, ask, limits, conclusion.verified),
      ...(finding ? zoneResult(finding) : {}),
      // The zone is verified and the place is not, so nobody may take the place from this result.
      ...(conclusion.verified === 'true' && claimed.verified !== 'true' ? { shown: 'zone' } : {}),
    },
    detail: {
      ...detailOf(examination, ask, limits),
      ...(finding ? { zone: zoneResult(finding) } : {}),
      ...(resilience ? { draw: resilience } : {}),
      left_out: leftOut,
    },
  };
}

/** The finding about the prover, by the challengers that measured it in both challenges. */
function compare(before: JudgeInput<PolAsk, PolSeries>, now: JudgeInput<PolAsk, PolSeries>): Finding | null {
  const { calibration, doubted } = known(now);
  const seenIn = ({ readings }: JudgeInput<PolAsk, PolSeries>) =>
    readings.filter((it) => whyLeftOut(it, doubted) === undefined).map(sightingOf);
  const [was, is] = [seenIn(before), seenIn(now)];
  const { ask, asked, lookouts = 0 } = before;
  const { boundsKm } = count(ask, was, { near: asked - lookouts, lookouts }, claimSlackKm, ask.liars ?? 0);
  const withinKm = Math.max(claimSlackKm, boundsKm.at(-1) as number);
  const map = mapFrom(calibration).forget(...ownNodes(now.ask, calibration));
  const liars = Math.max(now.ask.liars ?? 0, possibleLiars(now.asked));
  return findingOf({ place: ask, withinKm }, was, is, map, liars);
}

function atlasOf(prepared: unknown): Atlas {
  if (prepared instanceof Atlas) return prepared;
  throw new Error('A zone is judged with the atlas that prepare() gives');
}

/** A claim is called verified only if the draw withstands as many colluding challengers as the ask demands. */
function withstandsEnough(
  conclusion: Pick<Verdict, 'verified' | 'reason'>,
  { withstands: demanded = 0 }: PolAsk,
  resilience: Resilience | undefined,
  wording: Wording,
): Pick<Verdict, 'verified' | 'reason'> {
  const stated = resilience?.withstands ?? 0;
  if (conclusion.verified !== 'true' || stated >= demanded) return conclusion;
  return { verified: 'inconclusive', reason: wording.withstandsTooFew(stated, demanded) };
}

/** The ask with which a challenger is measured by another one: about its own claim. */
const meshAsk = (prover: `0x${string}`, { latitude, longitude }: Claims): `0x${string}` | undefined =>
  latitude === undefined || longitude === undefined
    ? undefined
    : encodeAsk({
        proverRegistry: '0x0000000000000000000000000000000000000000',
        prover,
        isIPv6: false,
        challengers: 1,
        tolerance: 0,
        latitude: Number(latitude),
        longitude: Number(longitude),
      });

/** With fewer nodes or pairs the built-in figures know more than a fit would. */
const fewestNodes = 8;
const fewestPairs = 20;

const calibrateMesh: MeshRules['calibrate'] = (agents, rows) => {
  const nodes = agents.flatMap(({ id, claims, owner, network, isAdmitted: isMeasurer }) => {
    const place = placeOf({ claims });
    return place ? [{ id, ...place, owner, network, isMeasurer }] : [];
  });
  if (nodes.length < fewestNodes || rows.length < fewestPairs) return undefined;
  return calibrate(
    nodes,
    rows.map(({ prover, challenger, rttUs }) => ({ from: prover, to: challenger, rttMs: rttUs / 1000 })),
  );
};

const setAside: MeshRules['setAside'] = (calibration) => (isCalibration(calibration) ? calibration.set_aside : []);

/** A handshake and 64 probes with their answers stay below this. */
const probesBytes = 16 * 1024;

/** Decodes an ask as the profile does, and checks the rings of a polygon too. */
function decode(info: `0x${string}`): PolAsk {
  const ask = profile.decode(info);
  try {
    if (ask.zone !== undefined) parseZone(ask.zone);
  } catch (error) {
    throw error instanceof ZoneError ? new AskError(error.message) : error;
  }
  return ask;
}

export const pol: ProofType<PolAsk, PolSeries> = {
  ...profile,
  decode,
  parameters: ({ latitude, longitude, zone, radiusKm, liars, withstands }) => ({
    latitude: String(latitude),
    longitude: String(longitude),
    // A polygon may be 24 KB, and lists show these to everybody.
    ...(zone === undefined ? {} : { zone: zoneName(zone) }),
    ...(radiusKm === undefined ? {} : { radius_km: String(radiusKm) }),
    ...(liars === undefined ? {} : { liars: String(liars) }),
    ...(withstands === undefined ? {} : { least_withstands: String(withstands) }),
  }),
  schedule: 'parallel',
  attemptMs: () => 12_000,
  cost: () => ({ mbps: 0, bytes: probesBytes }),
  place: (claims) => placeOf({ claims }),
  seats: ({ challengers, latitude, longitude }, { lookouts_per_seat, pool_factor }) => ({
    near: challengers,
    lookouts: Math.ceil(numberOf(lookouts_per_seat, defaultLookoutsPerSeat) * challengers),
    claim: { latitude, longitude },
    poolFactor: Math.min(mostPoolFactor, Math.max(1, numberOf(pool_factor, defaultPoolFactor))),
  }),
  series: PolSeries,
  counterSigned: (about, series) => ({
    text: counterSignedText(about, series.transcript, series.rtts_us.length),
    signature: series.prover_counter_signature,
  }),
  prepare: async ({ zone }) => (zone === undefined ? undefined : (await import('#atlas')).readAtlas()),
  judge,
  measured: ({ challengers_used }) => Number(challengers_used ?? 0),
  settling: { least: (asked) => possibleLiars(asked) + 1, isSettled, mayDecide },
  compare,
  mesh: { ask: meshAsk, rttUs: fastestUs, calibrate: calibrateMesh, setAside, agrees: standsWhereItSays },
  scenario: async () => (await import('./scenario.ts')).scenario,
  probe: async () => (await import('./probe.ts')).probe,
};
