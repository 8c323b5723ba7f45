import { distanceKm, type Verdict } from '@trigpoint/proofs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Node, roundTripMs } from '../geography/paths.ts';
import { openNamespaces, type Place, startIn, startServiceIn, whyNoNamespaces } from '../namespaces/index.ts';
import type { PartyHello, PartyStart, Role, Way } from './party.ts';

const frankfurt: Node = { name: 'Frankfurt', latitude: 50.11, longitude: 8.68 };
const barcelona: Node = { name: 'Barcelona', latitude: 41.39, longitude: 2.17 };
const stockholm: Node = { name: 'Stockholm', latitude: 59.33, longitude: 18.07 };
const awayKm = distanceKm(frankfurt, barcelona);
/** More than a round trip to Sydney takes. */
const sydneyMs = 300;
/** Dense around both places; ones further away would only make it last longer. */
const cities: readonly Node[] = [
  { name: 'Cologne', latitude: 50.94, longitude: 6.96 },
  { name: 'Strasbourg', latitude: 48.58, longitude: 7.75 },
  { name: 'Zurich', latitude: 47.38, longitude: 8.54 },
  { name: 'Paris', latitude: 48.86, longitude: 2.35 },
  { name: 'Vienna', latitude: 48.21, longitude: 16.37 },
  { name: 'London', latitude: 51.51, longitude: -0.13 },
  { name: 'Amsterdam', latitude: 52.37, longitude: 4.9 },
  { name: 'Marseille', latitude: 43.3, longitude: 5.37 },
  { name: 'Toulouse', latitude: 43.6, longitude: 1.44 },
  { name: 'Zaragoza', latitude: 41.65, longitude: -0.88 },
  { name: 'Palma', latitude: 39.57, longitude: 2.65 },
  { name: 'Valencia', latitude: 39.47, longitude: -0.38 },
];

const from =
  (node: Node) =>
  (city: Node): number =>
    roundTripMs(node, city);
const claimsOf = ({ latitude, longitude }: Node) => ({ latitude: String(latitude), longitude: String(longitude) });

/** Five around the claim, and lookouts: all the others. */
const asked = { challengers: 5, tolerance: 1 };

/** Who claims to be where, and over which ways it answers. */
interface Standing {
  readonly claim: Node;
  readonly ways: readonly Way[];
  /** The round trip to its login key, if the key is not where it answers. */
  readonly signMs?: number;
}

/** The other tests of the run must not take the time out of what is measured here. */
const niceness = -10;

/** The service in the middle, the challengers around it, and room for a relay. */
async function openStage(closers: (() => unknown)[]) {
  const { close, middle, prover, challengers: places } = openNamespaces(cities.length + 1);
  closers.push(close);
  const service = await startServiceIn(middle, 'pol', { niceness });
  closers.push(service.close);
  const party = async (place: Place, role: Role): Promise<PartyHello> => {
    const start: PartyStart = { ...role, service: service.url, address: place.address };
    const child = await startIn<PartyHello>(place, new URL('./party.js', import.meta.url), start, { niceness });
    closers.push(() => child.end());
    return child.hello;
  };
  const direct = await Promise.all(
    cities.map(async (city, i): Promise<Way> => {
      const place = places[i] as Place;
      const { ids, port } = await party(place, { role: 'challenger', claims: claimsOf(city) });
      return { challenger: ids[0] as string, to: { address: place.address, port }, roundTripMs: 0 };
    }),
  );
  return {
    atFrankfurt: prover,
    atBarcelona: places.at(-1) as Place,
    ways: (delayMs: (city: Node) => number): Way[] =>
      direct.map((way, i) => ({ ...way, roundTripMs: delayMs(cities[i] as Node) })),
    relay: async (place: Place, ways: readonly Way[]) => (await party(place, { role: 'relay', ways })).ways,
    /** One after another: two cores cannot time many answers at once. */
    async prove<Name extends string>(place: Place, standing: Record<Name, Standing>) {
      const entries = Object.entries(standing) as [Name, Standing][];
      const provers = entries.map(([, { claim, ...rest }]) => ({ claims: claimsOf(claim), ...rest }));
      const { ids } = await party(place, { role: 'provers', provers });
      return async (name: Name): Promise<Verdict> => {
        const { latitude, longitude } = standing[name].claim;
        const prover = ids[entries.findIndex(([it]) => it === name)] as string;
        const { evidence } = await service.challenge({ prover, latitude, longitude, ...asked });
        return evidence.transcript.verdict as Verdict;
      };
    },
  };
}

const whyNot = whyNoNamespaces();
const title = `location, measured by ${cities.length} challengers in network namespaces`;
/** A machine that is too busy to measure leaves a case open; it must never turn it round. */
const patience = 5;

const name = whyNot === undefined ? title : `${title} (skipped: ${whyNot})`;

describe.skipIf(whyNot !== undefined)(name, { timeout: 240_000 }, () => {
  const closers: (() => unknown)[] = [];
  let inFrankfurt: (name: 'honest' | 'lying' | 'delaying' | 'slow' | 'relayed') => Promise<Verdict>;
  let inBarcelona: (name: 'holding' | 'lent') => Promise<Verdict>;

  beforeAll(async () => {
    const { atFrankfurt, atBarcelona, ways, relay, prove } = await openStage(closers);
    const padded = (city: Node) => Math.max(from(frankfurt)(city), from(barcelona)(city));
    const betweenMs = roundTripMs(frankfurt, barcelona);
    const relays = await relay(atBarcelona, ways(from(barcelona)));
    inFrankfurt = await prove(atFrankfurt, {
      honest: { claim: frankfurt, ways: ways(from(frankfurt)) },
      lying: { claim: stockholm, ways: ways(from(frankfurt)) },
      delaying: { claim: barcelona, ways: ways(padded) },
      slow: { claim: frankfurt, ways: ways((city) => from(frankfurt)(city) + 15) },
      relayed: { claim: barcelona, ways: relays.map((way) => ({ ...way, roundTripMs: betweenMs })) },
    });
    inBarcelona = await prove(atBarcelona, {
      holding: { claim: barcelona, ways: ways(from(barcelona)) },
      lent: { claim: barcelona, ways: ways(from(barcelona)), signMs: sydneyMs },
    });
  }, 240_000);
  afterAll(async () => {
    for (const close of closers.reverse()) await close();
  });

  const boundKm = ({ result }: Verdict): number => Number(result.uncertainty_km);
  const isOpen = ({ verified }: Verdict): boolean => verified === 'inconclusive';
  const decided = async (ask: () => Promise<Verdict>, isTooWide = isOpen): Promise<Verdict> => {
    let verdict = await ask();
    for (let asked = 1; isTooWide(verdict) && asked < patience; asked++) verdict = await ask();
    return verdict;
  };

  test('an honest prover is verified', async () => {
    const verdict = await decided(
      () => inFrankfurt('honest'),
      (it) => isOpen(it) || boundKm(it) > 1_000,
    );
    expect(verdict.verified, verdict.reason).toBe('true');
    expect(boundKm(verdict)).toBeLessThanOrEqual(1_000);
  });

  test('a prover 1,200 km from its claim is refuted', async () => {
    const verdict = await decided(() => inFrankfurt('lying'));
    expect(verdict.verified, verdict.reason).toBe('false');
  });

  test('a prover that delays its answers to fit its claim is not verified: its bound reaches to where it stands', async () => {
    const verdict = await inFrankfurt('delaying');
    expect(verdict.verified, verdict.reason).toBe('inconclusive');
    expect(boundKm(verdict)).toBeGreaterThanOrEqual(awayKm);
  });

  test('an honest prover that is slow to answer is not refuted', async () => {
    const verdict = await inFrankfurt('slow');
    expect(verdict.verified, verdict.reason).toBe('inconclusive');
  });

  test('a relay at the claim that passes datagrams on, and lacks session and key, only adds delay', async () => {
    const verdict = await inFrankfurt('relayed');
    expect(verdict.verified, verdict.reason).toBe('inconclusive');
    expect(boundKm(verdict)).toBeGreaterThanOrEqual(awayKm);
  });

  test('a relay at the claim that holds the key is at the claim: the limit of every measurement of delay', async () => {
    const verdict = await decided(() => inBarcelona('holding'));
    expect(verdict.verified, verdict.reason).toBe('true');
  });

  test('a machine at the claim that has each signature made by a key in Sydney is verified: no key is located', async () => {
    const verdict = await decided(() => inBarcelona('lent'));
    expect(verdict.verified, verdict.reason).toBe('true');
    const fastest = Number(verdict.result.fastest_ms);
    expect(fastest).toBeLessThan(sydneyMs / 2);
  });
});
