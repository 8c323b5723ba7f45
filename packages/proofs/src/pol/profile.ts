import { whyTooFew } from '../never-verified.ts';
import { exactMsNumber, plural } from '../number-words.ts';
import type { NumberField, Profile, Weighed } from '../proof-type.ts';
import { whyNoZone, zoneWords } from '../zones/zone-names.ts';
import { decodeAsk, encodeAsk, isLater, type PolAsk } from './ask.ts';
import { atMostKmNumber } from './distances.ts';

const degrees = (name: 'latitude' | 'longitude', label: string, most: number): NumberField => ({
  kind: 'number',
  name,
  label,
  min: -most,
  max: most,
  isWhole: false,
  unit: 'degrees',
  option: { flags: `--${name} <degrees>`, doc: 'the place (default: as claimed)' },
  claims: () => [name],
});

const optionalWhole = (
  name: keyof PolAsk,
  label: string,
  max: number,
  unit: string,
  flags: string,
  doc: string,
): NumberField => ({
  ...{ kind: 'number', name, label, min: 1, max, isWhole: true, unit, isOptional: true, isAdvanced: true },
  option: { flags, doc },
  claims: () => [],
});

const numbers = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((it) => typeof it === 'number') : [];

/** The fastest round trip, without those during which a machine was starved. */
const sayReading = ({ rtts_us, starved }: Readonly<Record<string, unknown>>): string => {
  const left = new Set(numbers(starved));
  const rtts = numbers(rtts_us).filter((_, i) => !left.has(i));
  return rtts.length === 0
    ? 'no probe that counts'
    : `fastest ${exactMsNumber(Math.min(...rtts) / 1000)} ms of ${plural(rtts.length, 'probe')}`;
};

/** Wide enough for many honest claims; a false claim further off is never verified (decision 82). */
export const defaultAcceptableKm = 1_500;
export const defaultLookoutsPerSeat = 1.5;
export const defaultPoolFactor = 1.5;
/** A larger pool takes a verifier minutes: what a draw withstands costs the square of it. */
export const mostPoolFactor = 10;

/** An answer speaks for the claim only if it came soon enough to bound the place. Lookouts can only speak against a claim. */
const weighed = (detail: unknown, challenger: string): Weighed | undefined => {
  const { challengers = [] } = (detail ?? {}) as { challengers?: readonly Readonly<Record<string, unknown>>[] };
  const found = challengers.find((it) => it.id === challenger);
  if (!found) return undefined;
  if (found.excludes === true) return { speaks: 'against' };
  const bounds = found.lookout !== true && Number(found.radius_km) <= defaultAcceptableKm;
  return { speaks: bounds ? 'for' : 'neither' };
};

export const profile: Profile<PolAsk> = {
  id: 'pol',
  attributeId: 'pol-v1',
  later: { attributeId: 'pol-v2', isNeededFor: isLater },
  compatAttributeIds: { witnesschain: 'pol-v1.witnesschain.com' },
  title: 'proof of location',
  label: 'Location',
  challengers: { usual: 8, least: 4, most: 12 },
  fields: [
    { ...degrees('latitude', 'Latitude', 90), hint: 'As it claims; change it to test another place' },
    degrees('longitude', 'Longitude', 180),
    {
      kind: 'text',
      name: 'zone',
      label: 'Zone',
      isOptional: true,
      hint: 'Optional: EU, countries (DE,AT) or a GeoJSON polygon',
      option: {
        flags: '--zone <zone>',
        doc: 'is it in this zone? EU, a continent, countries (DE,AT) or a file with a GeoJSON polygon',
      },
      check: whyNoZone,
    },
    optionalWhole(
      'radiusKm',
      'Radius, km',
      20_038,
      'km',
      '--radius <km>',
      'verified only if it is shown to be within so many km of its claim',
    ),
    optionalWhole(
      'liars',
      'Lying challengers',
      99,
      'challengers',
      '--liars <n>',
      'how many challengers may lie without changing a verdict; a third may in any case, so name more',
    ),
    optionalWhole(
      'withstands',
      'Conspiring agents',
      1_000_000,
      'agents',
      '--withstands <n>',
      'the draw must hold even if so many agents of the network conspire',
    ),
  ],
  encode: encodeAsk,
  decode: decodeAsk,
  // R* leaves out as many answers as may lie. At least one more answer is needed.
  whyNeverVerified: (ask) => whyTooFew(ask, Math.max(ask.liars ?? 0, Math.floor(ask.challengers / 3)) + 1),
  // city, region and country are not here, because they are words and no numbers.
  claims: [
    { name: 'latitude', min: -90, max: 90, unit: 'degrees', togetherWith: 'longitude' },
    { name: 'longitude', min: -180, max: 180, unit: 'degrees', togetherWith: 'latitude' },
    { name: 'radius', min: 0, max: 20_038, unit: 'km' },
  ],
  challengersClaim: ['latitude', 'longitude'],
  settings: [
    {
      env: 'POL_MAX_UNCERTAINTY_KM',
      name: 'max_uncertainty_km',
      doc: 'A location is verified only within so many km of its claim, even if a third of the near challengers lied.',
      min: 1,
      max: 20_038,
      fallback: String(defaultAcceptableKm),
    },
    {
      env: 'POL_LOOKOUTS_PER_SEAT',
      name: 'lookouts_per_seat',
      doc: 'Lookouts drawn worldwide for each challenger asked for. They can refute a claim, never verify one.',
      min: 0,
      max: 10,
      decimals: 2,
      fallback: String(defaultLookoutsPerSeat),
    },
    {
      env: 'POOL_FACTOR',
      name: 'pool_factor',
      doc: 'Near challengers are drawn from so many times as many networks; 3 where strangers may join.',
      min: 1,
      max: mostPoolFactor,
      decimals: 2,
      fallback: String(defaultPoolFactor),
    },
  ],
  words: {
    question: 'is the prover where it says?',
    how: 'They time how fast the prover answers. Light sets the bound: delay can be added, never taken away.',
    claims: 'Latitude and longitude.',
    // The prover's word for a place is about the place that it claims.
    asked: ({ latitude: y, longitude: x, zone }, { latitude, longitude, city } = {}) =>
      [zone ? `in ${zoneWords(String(zone))}` : '', y, x, `${[y, x]}` === `${[latitude, longitude]}` ? city : '']
        .filter(Boolean)
        .join(', '),
    found: (verified, { uncertainty_km, challengers_excluding, challengers_used, zone, zone_name }) =>
      zone && zone !== 'undecided'
        ? zone === 'contradiction'
          ? 'answers contradict each other'
          : `${zone} ${zoneWords(zone_name ?? '')}`
        : verified === 'true'
          ? `within ${atMostKmNumber(Number(uncertainty_km))} km`
          : verified === 'false'
            ? `${challengers_excluding} of ${challengers_used} rule it out`
            : challengers_used === '0'
              ? 'nobody could measure it'
              : undefined,
    reading: sayReading,
    weighed,
    examples: [
      '--prover honest-frankfurt --watch',
      '--prover honest-frankfurt --zone EU --watch',
      '--prover IPv4/0x… --json',
    ],
  },
  rules: async () => (await import('./rules.ts')).pol,
};
