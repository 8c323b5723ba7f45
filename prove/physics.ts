import { boundsKm, type Disc, destination, distanceKm, kmPerMs, reachKm } from '@trigpoint/proofs/pol';
import { anywhere, judgeWorld, type World } from './location/worlds.ts';
import { type Proof, type Random, seeded } from './proof.ts';

/**
 * No verified claim lies outside an honest challenger's disc. R*, the furthest that a prover can be from its claim, holds the
 * truth whatever delay was added and whoever lied, as long as no more lied than it allows for. Most geometries are looked at
 * through R* alone, which decides. Every hundredth goes through the whole verdict.
 */
export const prove: Proof = async ({ seed, small, log }) => {
  const random = seeded(seed);
  const geometries = small ? 3_000 : 1_000_000;
  const violations: string[] = [];
  for (let i = 0; i < geometries; i++) {
    const world = anyWorld(random.fork(i));
    const problem = i % 100 === 0 ? wholeVerdict(world) : boundAlone(world);
    if (problem) violations.push(`geometry ${i}: ${problem}`);
    if (i % 100_000 === 99_999) log(`${i + 1} of ${geometries} geometries`);
  }
  return { tried: geometries, violations };
};

/** From a metre to the other side of the Earth, each order of magnitude as likely as the next. */
const anyKm = (random: Random): number => Math.exp(random() * Math.log(20_000_000)) / 1000;

/** Any claim, any truth, challengers anywhere or all in a heap, any delay added, any number of liars up to all. */
function anyWorld(random: Random): World {
  const truth = anywhere(random);
  const claim = random() < 0.2 ? truth : destination(truth, 2 * Math.PI * random(), anyKm(random));
  const n = 1 + random.int(30);
  const liars = random() < 0.3 ? 0 : random.int(n + 1);
  const heap = random() < 0.3 ? anyKm(random) : undefined;
  const challengers = Array.from({ length: n }, (_, i) => {
    const centre = random() < 0.5 ? claim : truth;
    const place = heap === undefined ? anywhere(random) : destination(centre, 2 * Math.PI * random(), heap * random());
    const leastMs = distanceKm(place, truth) / kmPerMs;
    const honestMs = Math.max(
      1e-3,
      leastMs * (1 + (random() < 0.3 ? 0 : 2 * random())) + (random() < 0.3 ? 0 : anyKm(random) / 1000),
    );
    const lieMs = random() < 0.5 ? Math.max(1e-3, distanceKm(place, claim) / kmPerMs) : anyKm(random) / 100 + 1e-3;
    return { place, rttMs: i < liars ? lieMs : honestMs, honest: i >= liars };
  });
  return { claim, truth, challengers };
}

function boundAlone({ claim, truth, challengers }: World): string | undefined {
  const discs = challengers.map(({ place, rttMs }): Disc => ({ centre: place, radiusKm: reachKm(rttMs) }));
  const liars = challengers.filter(({ honest }) => !honest).length;
  const bound = boundsKm(claim, discs, liars)[liars] as number;
  const away = distanceKm(claim, truth);
  return bound < away ? `with ${liars} liars R* is ${bound} km and the truth ${away} km away` : undefined;
}

function wholeVerdict(world: World): string | undefined {
  const { verified, boundsKm: bounds, liars: allowed, excludingHonest } = judgeWorld(world);
  const liars = world.challengers.filter(({ honest }) => !honest).length;
  const away = distanceKm(world.claim, world.truth);
  if (liars <= allowed && (bounds[liars] as number) < away)
    return `with ${liars} liars R* is reported as ${bounds[liars]} km and the truth is ${away} km away`;
  if (verified !== 'true') return undefined;
  if (liars <= allowed && excludingHonest > 0)
    return `verified although ${excludingHonest} honest challengers rule the claim out`;
  return undefined;
}
