import { destination, distanceKm, type Place } from '@trigpoint/proofs';
import {
  Atlas,
  type Disc,
  landZone,
  type Point,
  polygonRegion,
  polygonZone,
  zoneVerdict,
} from '@trigpoint/proofs/zones';
import type { Random } from '../proof.ts';
import { anyMesh, inRing, isInRing, onBorder } from './mesh.ts';

export interface ZoneCase {
  readonly verdict: string;
  readonly problem?: string;
}

/** How a verdict is reached. A plant does it wrongly. */
export type Decide = typeof zoneVerdict;

/** The margin for borders that are drawn roughly. Most cases have none, so that no fault hides behind it. */
const marginKmOf = (random: Random): number => (random() < 0.2 ? 5 : 0);

/**
 * Countries, a zone of some of them or a polygon, a prover and discs around challengers, some of which lie. A slow method
 * looks for a place that enough discs allow and that the verdict denies.
 */
export function tryZone(random: Random, decide: Decide = zoneVerdict): ZoneCase {
  const { topology, rings } = anyMesh(random);
  const names = [...rings.keys()];
  if (names.length < 2) return { verdict: 'undecided' };
  const atlas = new Atlas(topology);
  const own = new Set(names.filter(() => random() < 0.5));
  const isPolygon = random() < 0.3;
  const drawn = isPolygon ? anyPolygon(rings.get(random.pick(names)) as readonly Point[], random) : undefined;
  const zone = drawn
    ? polygonZone(atlas, polygonRegion({ type: 'Polygon', coordinates: [drawn] }))
    : landZone(atlas, [...own]);
  const home = rings.get(random.pick(names)) as readonly Point[];
  const truth = random() < 0.4 ? onBorder(home, random) : inRing(home, random);
  const { discs, needed } = anyDiscs(truth, random);
  const verdict = decide(discs, needed, zone, marginKmOf(random));
  const isAllowed = (place: Place) =>
    discs.filter((it) => distanceKm(it.centre, place) <= it.radiusKm).length >= needed;
  const places = [truth, ...names.flatMap((name) => samples(rings.get(name) as readonly Point[], random))];
  for (const place of places.filter(isAllowed)) {
    if (verdict === 'contradiction') return { verdict, problem: `${say(place)} is allowed, yet nowhere is said to be` };
    if (verdict === 'undecided') break;
    const country = names.find((it) => isInRing(rings.get(it) as readonly Point[], place));
    if (country === undefined) continue;
    const isIn = drawn ? isInRing(drawn, place) : own.has(country);
    if (isIn !== (verdict === 'inside'))
      return { verdict, problem: `${say(place)} is allowed, and the verdict is ${verdict}` };
  }
  return { verdict };
}

const say = ({ latitude, longitude }: Place): string => `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;

const samples = (ring: readonly Point[], random: Random): Place[] => [
  ...Array.from({ length: 16 }, () => onBorder(ring, random)),
  ...Array.from({ length: 8 }, () => inRing(ring, random)),
];

/** A star around a country's corner, straight in longitude and latitude. */
function anyPolygon(ring: readonly Point[], random: Random): Point[] {
  const [x, y] = random.pick(ring);
  const size = 0.2 * 50 ** random();
  const count = 3 + random.int(6);
  const points = Array.from({ length: count }, (_, i): Point => {
    const [turn, far] = [(2 * Math.PI * (i + 0.8 * random())) / count, size * (0.3 + 0.7 * random())];
    return [x + far * Math.cos(turn), Math.max(-89, Math.min(89, y + far * Math.sin(turn)))];
  });
  return [...points, points[0] as Point];
}

/** Discs that hold the truth, often with it on their edge, and up to k that hold anything. */
function anyDiscs(truth: Place, random: Random): { discs: Disc[]; needed: number } {
  const asked = 3 + random.int(12);
  const liars = random.int(Math.floor(asked / 3) + 1);
  const scaleKm = 5 * 400 ** random();
  const discs = Array.from({ length: asked }, (_, i): Disc => {
    const near = i > 0 && random() < 0.1;
    const centre = destination(truth, 2 * Math.PI * random(), near ? 0.5 * random() : scaleKm * random());
    const apartKm = distanceKm(centre, truth);
    if (i < liars) return { centre, radiusKm: scaleKm * 2 * random() };
    const slackKm = random() < 0.3 ? 1e-6 : random() < 0.5 ? 5 * random() : scaleKm * random();
    return { centre, radiusKm: apartKm + slackKm };
  });
  // Where more lied than is allowed for, the answers can contradict each other.
  const allowedFor = random() < 0.7 ? liars : random.int(Math.floor(asked / 3) + 1);
  return { discs, needed: asked - allowedFor };
}
