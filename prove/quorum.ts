import { destination, distanceKm, kmPerMs, type Place } from '@trigpoint/proofs/pol';
import { anywhere, judgeWorld, type World } from './location/worlds.ts';
import { type Proof, type Random, seeded } from './proof.ts';

/** What a third of the challengers may do to have a false claim verified. */
const kinds = ['random', 'collude', 'tight', 'clustered', 'informed', 'silent crowd'] as const;
type Kind = (typeof kinds)[number];

/**
 * Up to a third of at least four challengers lie, in every way we know, and the prover adds delay to help them. A claim that is
 * 2,000 km or more from the truth is never verified, and they never have an honest claim refuted.
 */
export const prove: Proof = async ({ seed, small, log }) => {
  const random = seeded(seed);
  const worlds = small ? 200 : 20_000;
  const violations: string[] = [];
  let [verifiedHonest, honest] = [0, 0];
  for (let i = 0; i < worlds; i++) {
    const draw = random.fork(i);
    const kind = kinds[i % kinds.length] as Kind;
    const isHonest = i % 4 === 3;
    const world = worldOf(kind, isHonest, draw);
    const { verified, reason } = judgeWorld(world);
    if (isHonest) honest++;
    if (isHonest && verified === 'true') verifiedHonest++;
    const away = distanceKm(world.claim, world.truth);
    if (!isHonest && verified === 'true')
      violations.push(`world ${i} (${kind}): a claim ${away} km off is verified: ${reason}`);
    if (isHonest && verified === 'false')
      violations.push(`world ${i} (${kind}): an honest claim is refuted: ${reason}`);
    if (i % 2_000 === 1_999) log(`${i + 1} of ${worlds} worlds`);
  }
  // A rule that verifies nothing would keep the promise too, so some honest claims must be verified.
  log(`${verifiedHonest} of ${honest} honest claims are verified among a third of liars`);
  if (verifiedHonest === 0) violations.push('no honest claim was verified');
  return { tried: worlds, violations };
};

/** A round trip that is slower than light in fibre by what one sees on the internet, now and then by almost nothing. */
const realMs = (km: number, random: Random): number =>
  (km / kmPerMs) * (1 + (random() < 0.1 ? 0.05 * random() : 0.3 + 1.7 * random() ** 2)) + 0.1 + random();

function worldOf(kind: Kind, honest: boolean, random: Random): World {
  const claim = anywhere(random);
  const truth = honest
    ? claim
    : destination(claim, 2 * Math.PI * random(), 2_000 + (random() < 0.5 ? 500 : 15_000) * random());
  const n = 4 + random.int(28);
  const f = Math.floor(n / 3);
  const crowdKm = 100 + 1_900 * random();
  const places = Array.from({ length: n }, (_, i) =>
    i % 2 === 0 ? destination(claim, 2 * Math.PI * random(), crowdKm * Math.sqrt(random())) : anywhere(random),
  );
  const order = places.map((_, i) => i);
  if (kind === 'clustered')
    order.sort((a, b) => distanceKm(places[a] as Place, claim) - distanceKm(places[b] as Place, claim));
  else for (let i = n - 1; i > 0; i--) swap(order, i, random.int(i + 1));
  const liars = new Set(order.slice(0, f));
  const pads = !honest && random() < 0.5;
  const challengers = places.map((place, i) => {
    const toClaim = distanceKm(place, claim);
    const trueMs = realMs(distanceKm(place, truth), random);
    if (!liars.has(i)) return { place, rttMs: pads ? Math.max(trueMs, realMs(toClaim, random)) : trueMs, honest: true };
    return {
      place,
      rttMs: honest ? trueMs * Math.exp(2.4 * random() - 1.2) : lieMs(kind, toClaim, trueMs, random),
      honest: false,
    };
  });
  return { claim, truth, challengers };
}

function lieMs(kind: Kind, toClaimKm: number, trueMs: number, random: Random): number {
  if (kind === 'random') return trueMs * Math.exp((random() < 0.5 ? -1 : 1) * (0.7 + 1.6 * random()));
  if (kind === 'tight') return (toClaimKm / kmPerMs) * 1.02 + 0.05;
  if (kind === 'informed') return (toClaimKm / kmPerMs) * 1.6 + 1;
  if (kind === 'silent crowd') return 0.2 + toClaimKm / kmPerMs;
  return realMs(toClaimKm, random);
}

const swap = (list: number[], i: number, j: number): void => {
  [list[i], list[j]] = [list[j] as number, list[i] as number];
};
