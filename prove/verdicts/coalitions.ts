import { destination, distanceKm, kmPerMs, type Place, type Seats, type Sighting } from '@trigpoint/proofs/pol';
import { possibleLiars } from '@trigpoint/proofs/registry';
import { anywhere } from '../location/worlds.ts';
import type { Random } from '../proof.ts';

/**
 * What payer, prover and the challengers on their side do together. They know every honest reading, choose whom the
 * prover answers and how late, where they themselves claim to stand, what they report, and what the payer asks for.
 */
export const coalitions = [
  'stand at the claim and answer at once',
  'stand anywhere and report what fits the claim',
  'silence most honest challengers',
  'pad every honest answer to fit the claim',
  'crowd behind the claim, away from the truth',
  'report as slowly as they can',
  'lie only as lookouts',
] as const;
export type Coalition = (typeof coalitions)[number];

/** One challenge as it could have been, and what is true of it. */
export interface Case {
  readonly coalition: Coalition;
  readonly claim: Place;
  readonly truth: Place;
  readonly asked: Seats;
  /** How many challengers the payer allowed to drop out. */
  readonly tolerance: number;
  /** What the prover claims as its own radius. */
  readonly claimedRadiusKm: number;
  readonly sightings: readonly Sighting[];
  /** How many of the near seats lie. A stated distance is promised for up to a third of them. */
  readonly liarsNear: number;
}

/** From a kilometre to the other side of the Earth, each order of magnitude as likely as the next. */
export const anyKm = (random: Random, leastKm: number): number => leastKm * (20_000 / leastKm) ** random();

/** Paths as good as physics allows, or as bad as the internet is. */
export const honestMs = (km: number, random: Random): number =>
  (km / kmPerMs) * (random() < 0.3 ? 1 : 1 + 2 * random() ** 2) + (random() < 0.3 ? 0 : random());

/** How far an honest prover may stand from the point it claims. */
export const slackKm = 25;

/** Up to a third of the near seats lie in a false claim's favour, up to a third of all seats against a true one. */
export function caseOf(random: Random, isTrue: boolean): Case {
  const claim = anywhere(random);
  const truth = destination(claim, 2 * Math.PI * random(), isTrue ? slackKm * random() : anyKm(random, 30));
  const near = 4 + (random() < 0.97 ? random.int(13) : random.int(97));
  const asked = { near, lookouts: random.int(Math.ceil(1.5 * near) + 1) };
  const coalition = random.pick(coalitions);
  const crowdKm = anyKm(random, 5);
  const around = () => destination(claim, 2 * Math.PI * random(), crowdKm * Math.sqrt(random()));
  const places = [
    ...Array.from({ length: near }, around),
    ...Array.from({ length: asked.lookouts }, () =>
      random() < 0.5 ? anywhere(random) : destination(truth, 2 * Math.PI * random(), anyKm(random, 5)),
    ),
  ];
  const liars = liarsOf(asked, isTrue, coalition, random);
  const silent = coalition === 'silence most honest challengers' ? random() : 0;
  const sightings = places.flatMap((place, i): Sighting[] => {
    const seat = { id: String(i), isLookout: i >= near };
    if (liars.has(i))
      return [isTrue ? against(seat, place, claim, truth, random) : lie(coalition, seat, place, claim, truth, random)];
    if (random() < silent) return [];
    const seenMs = honestMs(distanceKm(place, truth), random);
    const pads = coalition === 'pad every honest answer to fit the claim' && !isTrue;
    return [{ ...seat, place, rttMs: pads ? Math.max(seenMs, (distanceKm(place, claim) / kmPerMs) * 1.01) : seenMs }];
  });
  return {
    coalition,
    claim,
    truth,
    asked,
    tolerance: random() < 0.5 ? near - 1 : random.int(near),
    claimedRadiusKm: anyKm(random, 1),
    sightings,
    liarsNear: [...liars].filter((seat) => seat < near).length,
  };
}

function liarsOf({ near, lookouts }: Seats, isTrue: boolean, coalition: Coalition, random: Random): Set<number> {
  const onlyLookouts = coalition === 'lie only as lookouts';
  // Lookouts verify nothing, so all of them may lie for a false claim.
  const from = isTrue || onlyLookouts ? near + lookouts : near;
  const most = isTrue ? possibleLiars(near + lookouts) : possibleLiars(near) + (onlyLookouts ? lookouts : 0);
  const seats = Array.from({ length: from }, (_, i) => i);
  const chosen = new Set<number>();
  let ofNear = 0;
  for (let left = most; left > 0 && seats.length > 0; left--) {
    const [seat = 0] = seats.splice(random.int(seats.length), 1);
    if (!isTrue && seat < near && ++ofNear > possibleLiars(near)) continue;
    chosen.add(seat);
  }
  return chosen;
}

/** A reading made up so that a false claim is verified within less than the truth. */
export function lie(
  coalition: Coalition,
  seat: Pick<Sighting, 'id' | 'isLookout'>,
  place: Place,
  claim: Place,
  truth: Place,
  random: Random,
): Sighting {
  if (coalition === 'stand at the claim and answer at once')
    return { ...seat, place: claim, rttMs: 0.001 + 0.1 * random() };
  if (coalition === 'crowd behind the claim, away from the truth') {
    const away = distanceKm(claim, truth) > 1 ? Math.PI * random() : 0;
    const stand = destination(claim, away, anyKm(random, 1));
    return { ...seat, place: stand, rttMs: distanceKm(stand, claim) / kmPerMs + 0.001 };
  }
  if (coalition === 'report as slowly as they can') return { ...seat, place, rttMs: 400 * random() };
  return { ...seat, place, rttMs: (distanceKm(place, claim) / kmPerMs) * (1 + 0.2 * random()) + 0.001 };
}

/** A reading made up so that an honest prover is refuted. */
export function against(
  seat: Pick<Sighting, 'id' | 'isLookout'>,
  place: Place,
  claim: Place,
  truth: Place,
  random: Random,
): Sighting {
  const far = destination(claim, 2 * Math.PI * random(), anyKm(random, 30));
  const kind = random.int(3);
  if (kind === 0) return { ...seat, place, rttMs: 0.001 };
  if (kind === 1) return { ...seat, place: far, rttMs: 0.001 + random() };
  return { ...seat, place: far, rttMs: (distanceKm(far, truth) / kmPerMs) * random() };
}
