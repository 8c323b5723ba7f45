import {
  answered,
  bounds,
  excludes,
  ifNoneLiedKm,
  type PolView,
  statedKm,
  type Witness,
} from '../challenge/pol-view.ts';
import * as figures from '../figures.ts';
import { say } from '../words/say.ts';
import { type Allowed, allowedPlaces } from './allowed.ts';
import { type ArcAt, arcCandidates } from './arc-labels.ts';
import { at, distanceKm, edgeOf, type Place } from './earth.ts';
import {
  type Box,
  beside,
  type Line,
  type Obstacle,
  placeLabels,
  type TextAt,
  textWidth,
  type Wanted,
} from './labels.ts';
import { localView, type View } from './views.ts';

const strongest = 4;
/** The radius that the verdict states takes a third of the map's height; the discs that made it are seen around it. */
const circleShare = 0.32;
const leastKmAcross = 12;

/** A view that holds the circle of R*; before a verdict, one that holds the nearest challengers. */
export const viewOf = (pol: PolView, width: number, height: number): View => {
  const radiusKm = statedKm(pol);
  const { place } = pol.claim;
  if (pol.outcome !== 'measuring' && radiusKm !== undefined)
    return pol.zone
      ? localView(place, Math.max(furthestKm(pol) ?? radiusKm, 3), width, height)
      : localView(place, Math.max(radiusKm, 1), width, height, circleShare, [leastKmAcross, 6000]);
  if (pol.outcome === 'contradictory') {
    // Wide enough to see that the tightest discs lie apart.
    const edges = splitDiscs(pol).strong.map((it) => it.toClaimKm + (it.reachKm ?? 0));
    return localView(place, Math.max(...edges, 40), width, height, 0.46);
  }
  const distances = pol.witnesses.map((it) => it.toClaimKm).sort((a, b) => a - b);
  const nearest = distances[Math.min(3, distances.length - 1)] ?? 300;
  return localView(place, Math.max(nearest, 40), width, height, 0.4);
};

/** How far from the claim the area reaches in which the prover can be. */
const furthestKm = (pol: PolView): number | undefined => {
  const found = whereItCanBe(pol);
  return found && found.allowed.furthestKm + distanceKm(found.centre, pol.claim.place);
};

/** The four tightest discs carry the proof. `others` are all wider ones. */
export const splitDiscs = (pol: PolView): { strong: Witness[]; others: Witness[] } => {
  const usable = answered(pol).filter(bounds);
  const strong = usable.slice(0, strongest);
  return { strong, others: usable.slice(strongest) };
};

/** The area in which the answers allow the prover to be, as every map draws it. */
export interface CanBe {
  readonly allowed: Allowed;
  /** The place that `allowed` is drawn around. */
  readonly centre: Place;
  /** Whether the claim is refuted, so that the area is where the answers come from. */
  readonly isAway: boolean;
}

/**
 * Where the near seats allow the prover to be, if as many of them lie as the rule allows for; of a refuted claim, where all answers
 * allow it to be. Undefined before a verdict, if the answers contradict each other, and if the area has parts.
 */
export const whereItCanBe = (pol: PolView): CanBe | undefined => {
  const { outcome, claim, estimate } = pol;
  if (outcome === 'measuring' || outcome === 'contradictory') return undefined;
  const isAway = outcome === 'refuted';
  const discs = answered(pol).filter((it) => (isAway ? bounds(it) : !it.isLookout));
  // An honest prover may stand some km beside its claim, so a small disc may hold the estimate and not the claim.
  const centres = [...(isAway ? [] : [claim.place]), ...(estimate ? [estimate.place] : [])];
  for (const centre of centres) {
    const allowed = allowedPlaces(centre, discs.map(reachOf), isAway ? pol.liarsOfAll : pol.liars);
    if (allowed) return { allowed, centre, isAway };
  }
  return undefined;
};

const reachOf = ({ place, reachKm = 0 }: Witness) => ({ place, reachKm });

/** True for discs that hold the claim. A disc that leaves the claim outside cannot be part of their overlap. */
export const agreeing = (it: { witness: Witness }): boolean => !excludes(it.witness);

export const project = (view: View, place: { latitude: number; longitude: number }): { x: number; y: number } => {
  const [x, y] = view.projection(at(place)) ?? [-1000, -1000];
  return { x, y };
};

type LabelAt = TextAt | ArcAt;
export interface LocalLabels {
  readonly straight: ReadonlyMap<string, TextAt>;
  readonly arcs: ReadonlyMap<string, ArcAt>;
  readonly estimateText: string;
  /** The room that the labels take. */
  readonly taken: readonly Box[];
}

/** Under this many px apart, claim and estimate are labelled left and right of each other. */
const closePx = 24;

const box = (x: number, y: number, half: number): Box => ({
  x: x - half,
  y: y - half,
  width: 2 * half,
  height: 2 * half,
});

export function labelsOf(
  pol: PolView,
  view: View,
  strong: readonly Witness[],
  faint: readonly Witness[],
  blocked: readonly Box[],
): LocalLabels {
  const claim = project(view, pol.claim.place);
  const shown = pol.estimate && project(view, pol.estimate.place);
  const obstacles: Obstacle[] = [
    { id: 'claim', box: box(claim.x, claim.y, 9) },
    ...(shown ? [{ id: 'estimate', box: box(shown.x, shown.y, 9) }] : []),
    ...blocked.map((it, i) => ({ id: `blocked ${i}`, box: it })),
    ...[...strong, ...faint].map((it) => {
      const { x, y } = project(view, it.place);
      return { id: it.id, box: box(x, y, 4) };
    }),
  ];
  const wanted: Wanted<LabelAt>[] = [];
  const straight = (id: string, text: string, x: number, y: number, gap: number, order?: readonly number[]) => {
    const all = beside(x, y, textWidth(text, 12) + 6, 16, gap);
    wanted.push({
      id,
      candidates: order ? order.map((i) => all[i] as (typeof all)[number]) : all,
      ignores: id === 'claim' || id === 'estimate' ? ['claim', 'estimate'] : [id],
    });
  };
  let estimateText = say('Estimate');
  const close = shown !== undefined && Math.hypot(shown.x - claim.x, shown.y - claim.y) < closePx;
  const claimLeft = close && shown.x > claim.x;
  straight('claim', say('Claim'), claim.x, claim.y, 12, close ? (claimLeft ? [1] : [0]) : undefined);
  if (pol.estimate && shown) {
    const offKm = distanceKm(pol.estimate.place, pol.claim.place);
    estimateText = say('Estimate, {distance} off, ± {radius}', {
      distance: figures.km(offKm),
      radius: figures.atMostKm(pol.estimate.radiusKm),
    });
    straight('estimate', estimateText, shown.x, shown.y, 12, close ? (claimLeft ? [0, 4, 6] : [1, 5, 7]) : undefined);
  }
  const name = (it: Witness) => {
    const { x, y } = project(view, it.place);
    // A challenger so near to the claim lies under the claim's sign, so its name stands further off.
    straight(it.id, it.name, x, y, Math.hypot(x - claim.x, y - claim.y) < 12 ? 16 : 8);
  };
  for (const it of strong) name(it);
  const frame: Box = { x: 6, y: 6, width: view.width - 12, height: view.height - 28 };
  for (const it of strong)
    wanted.push({
      id: `arc ${it.id}`,
      candidates: arcCandidates(view.projection, it.place, it.reachKm ?? 0, arcText(it), frame),
    });
  const crowded = (it: Witness) => {
    const { x, y } = project(view, it.place);
    return [...strong, ...faint].some((other) => {
      if (other === it) return false;
      const point = project(view, other.place);
      return Math.hypot(point.x - x, point.y - y) < 40;
    });
  };
  for (const it of faint) if (!crowded(it)) name(it);
  const taken: Box[] = [];
  const placed = placeLabels(wanted, obstacles, frame, taken, linesOf(pol, view, [...strong, ...faint]));
  const straights = new Map<string, TextAt>();
  const arcs = new Map<string, ArcAt>();
  for (const [id, where] of placed) {
    if ('path' in where) arcs.set(id.slice(4), where);
    else straights.set(id, where);
  }
  return { straight: straights, arcs, estimateText, taken };
}

/** The circles of a local map: discs, what the verdict states, and how far off the estimate may be. */
const linesOf = (pol: PolView, view: View, discs: readonly Witness[]): Line[] => {
  const stated = pol.zone ? [] : [statedKm(pol), ifNoneLiedKm(pol)];
  return [
    ...discs.map((it) => circleLine(view, it.place, it.reachKm ?? 0)),
    ...stated.flatMap((km) => (km === undefined ? [] : [circleLine(view, pol.claim.place, km)])),
    ...(pol.estimate ? [circleLine(view, pol.estimate.place, pol.estimate.radiusKm)] : []),
  ];
};

export const circleLine = (view: View, centre: Place, km: number): Line =>
  edgeOf(centre, km).coordinates.flatMap((it) => {
    const projected = view.projection([it[0] ?? 0, it[1] ?? 0]);
    return projected ? [{ x: projected[0], y: projected[1] }] : [];
  });

export const arcText = (it: Witness): string =>
  `${it.name} ${figures.ms(it.fastestMs ?? 0)} · ${figures.atMostKm(it.reachKm ?? 0)}`;
