import { bearing, type DelayMap, destination, distanceKm, kmPerMs, type Mesh, type Place } from '@trigpoint/proofs/pol';
import type { Random } from './random.ts';

/** One prover and what its challengers say. `bad` and `prover` are for scoring only. */
export interface Scenario {
  readonly prover: number;
  readonly claim: Place;
  /** The node at the claimed place, which takes no part. */
  readonly claimNode: number;
  readonly challengers: readonly number[];
  readonly rttMs: number[];
  readonly bad: readonly number[];
}

export type Attack = 'none' | 'random' | 'collude' | 'tight' | 'clustered' | 'informed';

const reachable = (mesh: Mesh, prover: number, left = -1): number[] => {
  const n = mesh.nodes.length;
  return mesh.nodes.flatMap((_, c) =>
    c !== prover && c !== left && !Number.isNaN(mesh.rttMs[prover * n + c] as number) ? [c] : [],
  );
};

const rttsOf = (mesh: Mesh, prover: number, challengers: readonly number[]): number[] =>
  challengers.map((c) => mesh.rttMs[prover * mesh.nodes.length + c] as number);

/** A round trip as seen on a random real pair of about that distance. */
function plausibleRtts(mesh: Mesh): (km: number, prover: number, random: Random) => number {
  const n = mesh.nodes.length;
  const pairs: { i: number; j: number; km: number; rttMs: number }[] = [];
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      const rttMs = mesh.rttMs[i * n + j] as number;
      if (!Number.isNaN(rttMs)) pairs.push({ i, j, km: mesh.km[i * n + j] as number, rttMs });
    }
  }
  pairs.sort((a, b) => a.km - b.km);
  return (km, prover, random) => {
    let low = 0;
    let high = pairs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[middle] as { km: number }).km < km) low = middle + 1;
      else high = middle;
    }
    const near = pairs.slice(Math.max(0, low - 30), low + 30).filter((it) => it.i !== prover && it.j !== prover);
    const it = near[random.below(near.length)] as (typeof pairs)[number];
    return (it.rttMs * (km / kmPerMs + 0.7)) / (it.km / kmPerMs + 0.7);
  };
}

/** Locating: `count` random challengers (all if undefined), of which a share lies. */
export function* locateScenarios(
  mesh: Mesh,
  options: { attack: Attack; share: number; count?: number; repeats?: number; shiftKm?: number },
  random: Random,
): Generator<Scenario> {
  const plausible = plausibleRtts(mesh);
  for (const [prover, truth] of mesh.nodes.entries()) {
    for (let repeat = 0; repeat < (options.repeats ?? 1); repeat++) {
      const ok = reachable(mesh, prover);
      const challengers = options.count === undefined ? ok : random.sample(ok, options.count).sort((a, b) => a - b);
      const rttMs = rttsOf(mesh, prover, challengers);
      const fake = destination(truth, random.between(-Math.PI, Math.PI), options.shiftKm ?? 2_000);
      const all = challengers.map((_, i) => i);
      const liars = Math.floor(options.share * challengers.length + 1e-9);
      const km = (i: number) => distanceKm(mesh.nodes[challengers[i] as number] as Place, fake);
      const bad =
        options.attack === 'clustered'
          ? [...all].sort((a, b) => km(a) - km(b)).slice(0, liars)
          : random.sample(all, liars);
      for (const i of bad) {
        if (options.attack === 'random') {
          const factor = Math.exp(random.between(Math.log(2), Math.log(10)));
          rttMs[i] = (rttMs[i] as number) * (random() < 0.5 ? factor : 1 / factor);
        } else if (options.attack === 'tight') rttMs[i] = (km(i) / kmPerMs) * 1.15 + 1;
        else rttMs[i] = plausible(km(i), prover, random);
      }
      yield { prover, claim: truth, claimNode: prover, challengers, rttMs, bad };
    }
  }
}

export type Select = (claim: Place, eligible: readonly number[], count: number, random: Random) => number[];

export interface ClaimOptions {
  readonly select: Select;
  readonly count: number;
  readonly share: number;
  /** How far the claim is from the truth; 0: honest. */
  readonly shiftKm: number;
  readonly attack?: 'collude' | 'tight' | 'clustered' | 'informed';
  /** Whether the prover adds delay, so that nobody sees less than is usual at the claim. */
  readonly padding?: boolean;
  /** Delay of the prover's own access line, ms. */
  readonly lastMileMs?: number;
  readonly repeats?: number;
  /** The model of delays, for colluders and provers that know it. */
  readonly map?: DelayMap;
}

/** Checking claims: the prover says it is where another node is, about `shiftKm` away; that node takes no part. */
export function* claimScenarios(mesh: Mesh, options: ClaimOptions, random: Random): Generator<Scenario> {
  const plausible = plausibleRtts(mesh);
  const n = mesh.nodes.length;
  for (let prover = 0; prover < n; prover++) {
    for (let repeat = 0; repeat < (options.repeats ?? 1); repeat++) {
      const false_ = options.shiftKm > 0;
      const places = mesh.nodes.flatMap((_, j) => {
        const km = mesh.km[prover * n + j] as number;
        return km > 0.75 * options.shiftKm && km < 1.33 * options.shiftKm ? [j] : [];
      });
      if (false_ && places.length === 0) continue;
      const claimNode = false_ ? (places[random.below(places.length)] as number) : prover;
      const claim = mesh.nodes[claimNode] as Place;
      const challengers = options.select(claim, reachable(mesh, prover, claimNode), options.count, random);
      const rttMs = rttsOf(mesh, prover, challengers).map((t) => t + (options.lastMileMs ?? 0));
      const all = challengers.map((_, i) => i);
      const liars = Math.floor(options.share * challengers.length + 1e-9);
      const km = (i: number) => distanceKm(mesh.nodes[challengers[i] as number] as Place, claim);
      const bad =
        options.attack === 'clustered' && false_
          ? [...all].sort((a, b) => km(a) - km(b)).slice(0, liars)
          : random.sample(all, liars);
      const expected = (i: number) => expectedMs(options.map, mesh, challengers[i] as number, claim);
      if (options.padding) for (const i of all) rttMs[i] = Math.max(rttMs[i] as number, expected(i));
      for (const i of bad) {
        if (!false_) rttMs[i] = (rttMs[i] as number) * Math.exp(random.between(Math.log(0.3), Math.log(3)));
        else if (options.attack === 'tight') rttMs[i] = (km(i) / kmPerMs) * 1.05 + 0.5;
        else if (options.attack === 'informed') rttMs[i] = expected(i);
        else rttMs[i] = plausible(km(i), prover, random);
      }
      yield { prover, claim, claimNode, challengers, rttMs, bad };
    }
  }
}

/** What the model expects, as an attacker who has it would compute. */
function expectedMs(map: DelayMap | undefined, mesh: Mesh, challenger: number, claim: Place): number {
  const node = mesh.nodes[challenger] as Mesh['nodes'][number];
  if (!map) return (distanceKm(node, claim) / kmPerMs) * 1.3 + 1;
  const mean = map.towards([{ id: node.id, place: node }], claim)[0]?.mean[0] as number;
  return Math.max(Math.exp(mean) - 2, distanceKm(node, claim) / kmPerMs + 0.1);
}

/**
 * A simple stand-in for the service's draw, on indexes: half of the seats are the nearest of each quadrant within 2,000 km, the
 * others come from anywhere.
 */
export const nearAndFar =
  (mesh: Mesh): Select =>
  (claim, eligible, count, random) => {
    const wanted = Math.ceil(count / 2);
    const near = eligible
      .map((c) => ({ c, km: distanceKm(mesh.nodes[c] as Place, claim) }))
      .filter(({ km }) => km <= 2_000)
      .sort((a, b) => a.km - b.km);
    const chosen: number[] = [];
    const quadrants: number[][] = [[], [], [], []];
    for (const { c } of near)
      quadrants[Math.floor(((bearing(claim, mesh.nodes[c] as Place) / (2 * Math.PI) + 1) % 1) * 4)]?.push(c);
    for (let rank = 0; chosen.length < wanted && quadrants.some((it) => rank < it.length); rank++) {
      const next = quadrants.flatMap((it) => it[rank] ?? []);
      for (const { c } of near) if (next.includes(c) && chosen.length < wanted) chosen.push(c);
    }
    const rest = eligible.filter((c) => !chosen.includes(c));
    return [...chosen, ...random.sample(rest, count - chosen.length)].sort((a, b) => a - b);
  };
