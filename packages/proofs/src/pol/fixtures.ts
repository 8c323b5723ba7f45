import { asin, exp } from '../fixed-math.ts';
import { destination, distanceKm, type Place } from '../geo.ts';
import type { Claims, JudgeInput, Measurer, Reading } from '../proof-type.ts';
import type { PolAsk } from './ask.ts';
import { curveAt } from './delay-model.ts';
import { kmPerMs } from './discs.ts';
import { prior } from './prior.ts';
import type { PolSeries } from './series.ts';

/** Deterministic worlds for tests and for the conformance suite. */

const prover = '0x00000000000000000000000000000000000000aa';
const zero = '0x0000000000000000000000000000000000000000';

export const askFor = (place: Place, challengers: number): PolAsk => ({
  proverRegistry: zero,
  prover,
  isIPv6: false,
  challengers,
  tolerance: Math.floor(challengers / 3),
  latitude: Number(place.latitude.toFixed(4)),
  longitude: Number(place.longitude.toFixed(4)),
});

export const challengerAt = (place: Place, index: number): Measurer => ({
  id: `IPv4/0x${(index + 1).toString(16).padStart(40, '0')}`,
  claims: { latitude: place.latitude.toFixed(4), longitude: place.longitude.toFixed(4) },
  owner: `owner-${index}`,
  network: `192.0.${index}.0/24`,
});

/** Challengers: the first `near` of them around the place, out to 600 km, the others along a spiral over the whole Earth. */
export function challengersAround(place: Place, count: number, near = Math.ceil(count / 2)): Measurer[] {
  return Array.from({ length: count }, (_, i) => {
    if (i < near) return challengerAt(destination(place, i * 2.4, 40 + (560 * i) / near), i);
    const height = 1 - (2 * (i - near + 0.5)) / (count - near);
    const longitude = ((i * 137.508) % 360) - 180;
    return challengerAt({ latitude: (asin(height) * 180) / Math.PI, longitude }, i);
  });
}

export const seriesOf = (rttMs: number): PolSeries => ({
  rtts_us: Array.from({ length: 32 }, (_, i) => Math.round(rttMs * 1000 + 40 * ((i * 7) % 11))),
  starved: [],
  lost: 0,
  transcript: 'ab'.repeat(32),
  prover_counter_signature: '0x',
});

/** The usual round trip over this distance, never faster than light in fibre. */
export const usualRttMs = (km: number): number =>
  Math.max(exp(curveAt(prior.curve, km)) - 2, (km / kmPerMs) * 1.05 + 0.2);

const placeOf = ({ claims }: Measurer): Place => ({
  latitude: Number(claims.latitude),
  longitude: Number(claims.longitude),
});

/** A round trip over a direct way, as good backbones have it. */
const quickRttMs = (km: number): number => (km / kmPerMs) * 1.3 + 1;

/** Readings of a prover that really is at `truth`. */
const readingsFrom = (truth: Place, challengers: readonly Measurer[], rttMs = usualRttMs): Reading<PolSeries>[] =>
  challengers.map((challenger) => ({
    challenger,
    series: seriesOf(rttMs(distanceKm(placeOf(challenger), truth))),
  }));

const frankfurt: Place = { latitude: 50.11, longitude: 8.68 };
const sydney: Place = { latitude: -33.87, longitude: 151.21 };

const claimsOf = (place: Place): Claims => ({ latitude: String(place.latitude), longitude: String(place.longitude) });

/** Where machines stand: most of them in the north. */
const lookoutPlaces: readonly Place[] = [
  [51.51, -0.13],
  [48.86, 2.35],
  [40.42, -3.7],
  [52.23, 21.01],
  [40.71, -74.01],
  [41.88, -87.63],
  [37.77, -122.42],
  [-23.55, -46.63],
  [-26.2, 28.05],
  [25.2, 55.27],
  [19.08, 72.88],
  [35.68, 139.69],
].map(([latitude = 0, longitude = 0]) => ({ latitude, longitude }));

const inputOf = (claim: Place, truth: Place, rttMs = usualRttMs): JudgeInput<PolAsk, PolSeries> => {
  const near = 8;
  const lookouts = lookoutPlaces.map((it, i) => challengerAt(it, near + i));
  const readings = [
    ...readingsFrom(truth, challengersAround(claim, near, near), rttMs),
    ...readingsFrom(truth, lookouts, rttMs).map((it) => ({ ...it, isLookout: true })),
  ];
  return {
    ask: askFor(claim, near),
    claims: claimsOf(claim),
    readings,
    asked: readings.length,
    lookouts: lookouts.length,
    settings: {},
  };
};

export const honest = (): JudgeInput<PolAsk, PolSeries> => inputOf(frankfurt, frankfurt);
export const lying = (): JudgeInput<PolAsk, PolSeries> => inputOf(sydney, frankfurt, quickRttMs);

/** What a lying challenger may say: the prover is right here, or the prover is on the other side of the Earth. */
export const lies: readonly PolSeries[] = [seriesOf(0.2), seriesOf(3), seriesOf(40), seriesOf(900)];
