import { inKm, kmPerMs } from '@trigpoint/proofs';
import { boundsKm, type Disc } from '@trigpoint/proofs/pol';
import { type PolView, toWitness, type Witness } from '../challenge/pol-view.ts';
import { distanceKm, type Place, pointAt } from '../map/earth.ts';
import { type Outcome, outcomeTone, outcomeWord } from '../parts/verdict-glyph.tsx';

/** Invented networks in real cities; round trips from a small model, so that nothing here was measured by anybody. */
const cities: readonly (readonly [name: string, where: string, latitude: number, longitude: number])[] = [
  ['Frankfurt', 'DE · AS64500', 50.12, 8.68],
  ['Darmstadt', 'DE · AS64501', 49.87, 8.65],
  ['Karlsruhe', 'DE · AS64502', 49.01, 8.4],
  ['Strasbourg', 'FR · AS64503', 48.58, 7.75],
  ['Düsseldorf', 'DE · AS64504', 51.23, 6.78],
  ['Amsterdam', 'NL · AS64505', 52.37, 4.9],
  ['Munich', 'DE · AS64506', 48.14, 11.58],
  ['Prague', 'CZ · AS64507', 50.08, 14.43],
  ['Ashburn', 'US · AS64508', 39.04, -77.49],
  ['Cape Town', 'ZA · AS64509', -33.92, 18.42],
  ['Singapore', 'SG · AS64510', 1.35, 103.82],
  ['Tokyo', 'JP · AS64511', 35.68, 139.69],
  ['Helsinki', 'FI · AS64512', 60.17, 24.94],
  ['Dublin', 'IE · AS64513', 53.35, -6.26],
  ['Almaty', 'KZ · AS64514', 43.24, 76.89],
  ['Sydney', 'AU · AS64515', -33.87, 151.21],
  ['Auckland', 'NZ · AS64516', -36.85, 174.76],
  ['Melbourne', 'AU · AS64517', -37.81, 144.96],
  ['Brisbane', 'AU · AS64518', -27.47, 153.03],
  ['Suva', 'FJ · AS64519', -18.14, 178.44],
  ['Adelaide', 'AU · AS64520', -34.93, 138.6],
  ['Darwin', 'AU · AS64521', -12.46, 130.84],
  ['Pilsen', 'CZ · AS64522', 49.75, 13.38],
  ['Dresden', 'DE · AS64523', 51.05, 13.74],
];
export const places = cities.map(([name, where, latitude, longitude]) => ({ name, where, latitude, longitude }));

/** A small generator, so that every run draws the same picture. */
export const seeded = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296;
  return seed / 4_294_967_296;
};

/** In these pictures whoever stands further away was drawn as a lookout. */
const lookoutKm = 5_000;

const answersOf = (names: readonly string[], truth: Place, claim: Place): Witness[] =>
  names.map((name, i) => {
    const city = places.find((it) => it.name === name) ?? { name, where: '', latitude: 0, longitude: 0 };
    const random = seeded(i * 977 + 5);
    const base = { id: `IPv4/0x${name.toLowerCase()}`, name, where: city.where, place: city };
    const km = distanceKm(city, truth);
    const fastest = 0.52 + (km / kmPerMs) * (1.18 + 0.5 * random());
    const rttsMs = Array.from({ length: 24 }, (_, k) => fastest * (1 + (k === 7 ? 0 : 0.02 + 0.3 * random() ** 3)));
    const isLookout = distanceKm(city, claim) > lookoutKm;
    return toWitness({ ...base, state: 'answered', rttsMs, isLookout }, claim);
  });

const discsOf = (witnesses: readonly Witness[]): Disc[] =>
  witnesses.flatMap(({ place, reachKm }) => (reachKm === undefined ? [] : [{ centre: place, radiusKm: reachKm }]));

const seats = (witnesses: readonly Witness[]) => witnesses.filter((it) => !it.isLookout);

const startedAt = Date.UTC(2025, 10, 12, 14, 2, 7);

/** The network pays for verdicts, two POINTS for each answer, and nothing where one is open. */
const paidFor = (outcome: Outcome, { length }: readonly Witness[]) =>
  outcome === 'verified' || outcome === 'refuted' ? 2 * length : 0;

const endOf = (outcome: Outcome, witnesses: readonly Witness[]): string => {
  const paid = paidFor(outcome, witnesses);
  return paid === 0 ? outcomeWord[outcome] : `${outcomeWord[outcome]}, ${paid} POINTS paid by the network`;
};

const base = (outcome: Outcome, claim: Place & { name: string }, witnesses: Witness[]): PolView => ({
  id: '18204',
  outcome,
  reason: '',
  claim: { place: { latitude: claim.latitude, longitude: claim.longitude }, name: claim.name },
  prover: 'db-7',
  witnesses,
  asked: witnesses.length,
  boundsKm: boundsKm(claim, discsOf(seats(witnesses)), Math.floor(seats(witnesses).length / 3)),
  liars: Math.floor(seats(witnesses).length / 3),
  liarsOfAll: Math.floor(witnesses.length / 3),
  ...(outcome === 'refuted' ? { holdsIn: 'fibre' as const } : {}),
  startedAt,
  dueAt: startedAt + 30_000,
  endedAt: startedAt + 8400,
  paidPoints: paidFor(outcome, witnesses),
  moments: [
    { at: startedAt, text: 'Request confirmed on chain, block 18,204' },
    { at: startedAt + 2000, text: `${seats(witnesses).length} challengers drawn` },
    { at: startedAt + 3000, text: `First reading, ${witnesses[0]?.name}` },
    {
      at: startedAt + 8400,
      text: endOf(outcome, witnesses),
      tone: outcomeTone[outcome],
    },
  ],
});

const near = [
  'Frankfurt',
  'Darmstadt',
  'Karlsruhe',
  'Strasbourg',
  'Düsseldorf',
  'Amsterdam',
  'Munich',
  'Prague',
  'Ashburn',
  'Cape Town',
  'Singapore',
  'Tokyo',
];
const frankfurt = { name: 'Frankfurt', latitude: 50.11, longitude: 8.68 };
const sydney = { name: 'Sydney', latitude: -33.91, longitude: 151.19 };
const noumea = { name: 'Nouméa', latitude: -22.27, longitude: 166.44 };

const [estimateLongitude, estimateLatitude] = pointAt(frankfurt, 4.6, 7);
export const verified: PolView = {
  ...base('verified', frankfurt, answersOf(near, frankfurt, frankfurt)),
  estimate: { place: { latitude: estimateLatitude, longitude: estimateLongitude }, radiusKm: 42, name: 'Frankfurt' },
};

/** Before the end: nothing but counts. `round` is the one that runs, where challengers measure one after another. */
const runningOf = (asked: number, answered: number, round?: number) => ({
  asked,
  hasProver: true,
  answered,
  round,
  endsAt: startedAt + 30_000,
  givenMs: 30_000,
  moments: [
    { at: startedAt, text: 'Request confirmed on chain, block 18,204' },
    { at: startedAt + 2000, text: `${asked} challengers drawn` },
    ...Array.from({ length: answered }, (_, i) => ({
      at: startedAt + 2400 + i * 400,
      text: `Answer ${i + 1} came in`,
    })),
    ...(round === undefined ? [] : [{ at: startedAt + 2400 + answered * 400, text: `Round ${round} began` }]),
  ],
});
export const running = runningOf(12, 4);
export const pobRunning = runningOf(5, 2, 3);
export const runningNow = startedAt + 4000;

const around = [
  'Amsterdam',
  'Prague',
  'Helsinki',
  'Dublin',
  'Ashburn',
  'Almaty',
  'Cape Town',
  'Singapore',
  'Sydney',
  'Auckland',
  'Melbourne',
  'Brisbane',
];
export const refuted: PolView = {
  ...base('refuted', sydney, answersOf(around, frankfurt, sydney)),
  estimate: { place: { latitude: 51.2, longitude: 8.9 }, radiusKm: 540, name: 'Paderborn, Germany' },
};

/** Only one challenger is near: the others are further away than counts. */
export const inconclusive: PolView = {
  ...base(
    'inconclusive',
    noumea,
    answersOf(['Suva', 'Melbourne', 'Adelaide', 'Darwin', 'Singapore', 'Tokyo'], noumea, noumea),
  ),
  reason:
    'Too few of those who measured the prover are near Nouméa: only one is within 2,000 km of it, and 2 are needed to tell.',
};

/** Slow answers: what they fit best lies outside of a disc. */
const { estimate: _outside, ...refutedBare } = refuted;
export const noEstimate: PolView = { ...refutedBare, noEstimate: 'outside' };

/** Claims Munich, stands in Frankfurt: a lie of 300 km. */
const munich = { name: 'Munich', latitude: 48.14, longitude: 11.58 };
export const nearLie: PolView = {
  ...base('refuted', munich, answersOf(near.slice(0, 10), frankfurt, munich)),
  estimate: { place: { latitude: 50.0, longitude: 8.5 }, radiusKm: 60 },
};

/** Claims Mannheim, stands in Frankfurt: no answer is too fast, but the delays fit another place. */
const mannheim = { name: 'Mannheim', latitude: 49.49, longitude: 8.47 };
const improbableBase = base('inconclusive', mannheim, answersOf(near, frankfurt, mannheim));
export const improbable: PolView = {
  ...improbableBase,
  estimate: { place: frankfurt, radiusKm: 42, name: 'Frankfurt' },
  reason: `It is improbable that the prover is in Mannheim, but not disproved. The answers fit a place near Frankfurt, ${inKm(distanceKm(frankfurt, mannheim))} away. They do not fit Mannheim, however slow the prover's own line is, even if any ${improbableBase.liarsOfAll} of them are lies.`,
};

/** More than one place answers: in Europe from Frankfurt, and around the Pacific from Tokyo. */
const tokyo = { latitude: 35.69, longitude: 139.7 };
export const several: PolView = {
  ...base('refuted', frankfurt, [
    ...answersOf(near.slice(0, 8), frankfurt, frankfurt),
    ...answersOf(['Tokyo', 'Singapore', 'Sydney', 'Brisbane', 'Auckland'], tokyo, frankfurt),
  ]),
  noEstimate: 'apart',
  boundsKm: [],
  // The page tells the two answers in its own words.
  reason:
    'Several machines answer with the same key. At least 5 of the 13 challengers and lookouts would have to lie for it to be one machine.',
};

/** Some answers come from Frankfurt and others from Prague, which no single machine could give. */
const prague = { name: 'Prague', latitude: 50.08, longitude: 14.43 };
export const contradictory: PolView = {
  ...base('contradictory', frankfurt, [
    ...answersOf(['Frankfurt', 'Darmstadt', 'Karlsruhe', 'Strasbourg'], frankfurt, frankfurt),
    ...answersOf(['Prague', 'Pilsen', 'Dresden'], prague, frankfurt),
  ]),
  noEstimate: 'apart',
  boundsKm: [],
  zone: { text: 'EU', words: 'the EU', finding: 'contradiction' },
  reason: 'The answers contradict each other. No place fits them, even if a third of those who were asked lied.',
};
