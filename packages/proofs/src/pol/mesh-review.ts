import { bearing, distanceKm, type Place } from '../geo.ts';
import type { Measurer } from '../proof-type.ts';
import { distinct, shuffle } from '../shuffle.ts';
import { Accusations } from './accusations.ts';
import type { City } from './cities.ts';
import { placeOf } from './claims.ts';
import { nearKm } from './counting.ts';
import { DelayMap } from './delay-map.ts';
import { fitDelays } from './delay-model.ts';
import { isImpossiblePair, reachKm } from './discs.ts';
import { inKm } from './distances.ts';
import { type Examination, examine } from './examination.ts';
import { type Mesh, type MeshNode, without } from './mesh.ts';
import { inMs, nameOf } from './sentences.ts';
import { improbableNats } from './verdict.ts';

/** A challenger whose own place is in doubt, with the reason that its owner is shown. */
export interface Doubt {
  readonly id: string;
  readonly reason: string;
}

/**
 * Finds nodes that cannot stand where they say, by impossible pairs: two nodes that answer each other faster than light in fibre. A
 * pair does not tell which of the two lies. So a node is doubted if more than a third of at least seven voices have such a pair with
 * it. The node with the largest share goes first, and from then on what it says does not count. If at most a third are liars, no
 * honest node is doubted.
 *
 * If more than a third of the voices of admitted nodes would be doubted, the mesh cannot tell who lies. Then no admitted node is
 * doubted. Impossible pairs are left out of the calibration (`possiblePairs`).
 */
export function doubtByLight(mesh: Mesh): Map<string, string> {
  const accusations = new Accusations(mesh);
  const doubted = new Map<number, string>();
  for (;;) {
    const [worst] = mesh.nodes
      .map((_, i) => ({ i, share: doubted.has(i) ? 0 : accusations.shareAgainst(i) }))
      .filter((it) => it.share > 0)
      .sort((a, b) => b.share - a.share);
    if (!worst) break;
    doubted.set(worst.i, lightReason(mesh, worst.i, accusations));
    accusations.ignore(worst.i);
  }
  const isMeasurer = (i: number) => mesh.nodes[i]?.isMeasurer ?? true;
  const voices = (of: readonly number[]) => new Set(of.filter(isMeasurer).map((i) => accusations.voiceOf[i])).size;
  const tooMany = 3 * voices([...doubted.keys()]) > voices([...mesh.nodes.keys()]);
  return new Map(
    [...doubted].flatMap(([i, reason]) =>
      tooMany && isMeasurer(i) ? [] : [[(mesh.nodes[i] as MeshNode).id, reason] as const],
    ),
  );
}

const lightReason = (mesh: Mesh, node: number, accusations: Accusations): string => {
  const n = mesh.nodes.length;
  const against = [...mesh.nodes.keys()].filter((j) => accusations.isImpossible(node, j));
  const [other] = against.sort((a, b) => gap(mesh, node, b) - gap(mesh, node, a)) as [number];
  const [km, rttMs] = [mesh.km[node * n + other] as number, mesh.rttMs[node * n + other] as number];
  return `${against.length} challengers are reached sooner than light in fibre allows from the stated place: ${(mesh.nodes[other] as MeshNode).id}, ${inKm(km)} away, within ${inMs(rttMs)}, in which light comes ${inKm(reachKm(rttMs))} far.`;
};

const gap = ({ nodes, km, rttMs }: Mesh, i: number, j: number): number =>
  (km[i * nodes.length + j] as number) - reachKm(rttMs[i * nodes.length + j] as number);

/** The mesh without impossible pairs. It is not known which node of such a pair lies. */
export function possiblePairs(mesh: Mesh): Mesh {
  const rttMs = mesh.rttMs.map((rtt, at) => (isImpossiblePair(mesh.km[at] as number, rtt) ? Number.NaN : rtt));
  return { ...mesh, rttMs };
}

/** A node counts as being elsewhere if its own place is less probable than this and the estimate is further away than this. */
const elsewhereProbability = 1e-5;
const elsewhereKm = 1_000;
const judges = 30;

/** Fewer challengers within this distance cannot tell one place from the next. */
const nearNeeded = 4;

/**
 * Chooses which nodes of the mesh judge another node's place. (Challengers of a challenge are drawn by `draw` in draw/draw.ts.) Half of
 * them, and at least four, are the nearest to the claim, quadrant by quadrant. The others are from all over the world. Which nodes are
 * chosen matters more than any formula: ten around the claim tell as much as 227 anywhere. Quadrants are used because a crowd on one
 * side shares one path. The order of `eligible` does not matter: the seed decides.
 */
function chooseJudges(claim: Place, eligible: readonly Measurer[], count: number, seed: Uint8Array): string[] {
  const placed = distinct(shuffle(seed, eligible)).flatMap((it) => {
    const place = placeOf(it);
    return place ? [{ id: it.id, place, km: distanceKm(claim, place) }] : [];
  });
  const wanted = Math.max(Math.ceil(count / 2), Math.min(count, nearNeeded));
  const near = placed.filter(({ km }) => km <= nearKm).sort((a, b) => a.km - b.km || (a.id < b.id ? -1 : 1));
  const chosen = new Set<string>();
  const quadrants: string[][] = [[], [], [], []];
  for (const { id, place } of near)
    quadrants[Math.floor(((bearing(claim, place) / (2 * Math.PI) + 1) % 1) * 4)]?.push(id);
  for (let rank = 0; chosen.size < wanted && quadrants.some((it) => rank < it.length); rank++) {
    const next = quadrants.flatMap((it) => it[rank] ?? []);
    for (const { id } of near) if (next.includes(id) && chosen.size < wanted) chosen.add(id);
  }
  for (const { id } of placed) if (chosen.size < count) chosen.add(id);
  return [...chosen];
}

/** Examines a node's own place by what other nodes measured of it. `chooseJudges` selects these. */
export function judgeLandmark(map: DelayMap, mesh: Mesh, index: number, count = judges): Examination {
  const n = mesh.nodes.length;
  const node = mesh.nodes[index] as MeshNode;
  const eligible = mesh.nodes.flatMap((it, j) =>
    j === index || Number.isNaN(mesh.rttMs[index * n + j] as number)
      ? []
      : [
          {
            id: it.id,
            claims: { latitude: String(it.latitude), longitude: String(it.longitude) },
            owner: it.id,
            network: it.id,
          },
        ],
  );
  const chosen = new Set(chooseJudges(node, eligible, count, new TextEncoder().encode(node.id)));
  const sightings = mesh.nodes.flatMap((it, j) =>
    chosen.has(it.id) ? [{ id: it.id, place: it, rttMs: mesh.rttMs[index * n + j] as number }] : [],
  );
  return examine(node, sightings, map.forget(node.id));
}

/** Finds nodes whose delays fit a place far away and not their own. The model is fitted again without them after each round. */
function doubtByDelay(mesh: Mesh, cities: readonly City[], rounds = 2): Map<string, string> {
  const doubted = new Map<string, string>();
  let rest = mesh;
  for (let round = 0; round < rounds && rest.nodes.length >= 12; round++) {
    const map = new DelayMap(fitDelays(rest, cities), cities);
    const found = rest.nodes.flatMap((node, i) => {
      const examination = judgeLandmark(map, rest, i);
      const away = examination.estimate ? distanceKm(examination.estimate.place, node) : 0;
      const sure =
        examination.against > improbableNats && examination.probability < elsewhereProbability && away > elsewhereKm;
      return sure ? [{ node, examination, away }] : [];
    });
    for (const { node, examination, away } of found)
      doubted.set(
        node.id,
        `What the others measured fits a place near ${nameOf(examination.estimate?.place ?? node, cities)}, ${inKm(away)} from the stated one, even if ${examination.liarsOfAll} of ${examination.seen.length} lied.`,
      );
    if (found.length === 0) break;
    rest = without(rest, ({ id }) => doubted.has(id));
  }
  return doubted;
}

/** The mesh that can be relied on, and who was set aside for it. */
export function reviewMesh(mesh: Mesh, cities: readonly City[]): { mesh: Mesh; doubts: Doubt[] } {
  const byLight = doubtByLight(mesh);
  const possible = possiblePairs(without(mesh, ({ id }) => byLight.has(id)));
  const byDelay = doubtByDelay(possible, cities);
  return {
    mesh: without(possible, ({ id }) => byDelay.has(id)),
    doubts: [...byLight, ...byDelay].map(([id, reason]) => ({ id, reason })),
  };
}
