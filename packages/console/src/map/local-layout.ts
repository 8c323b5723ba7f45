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
import { outcomeTone } from '../parts/verdict-glyph.tsx';
import { say, sayCount } from '../words/say.ts';
import { type Allowed, allowedPlaces } from './allowed.ts';
import { type ArcAt, arcCandidates } from './arc-labels.ts';
import { type Box, boxAround, type Point, textWidth } from './boxes.ts';
import { at, distanceKm, edgeOf, type Place } from './earth.ts';
import { beside, calledOut, type Obstacle, placeLabels, type TextAt, type Wanted } from './labels.ts';
import { type Line, lineOn } from './lines.ts';
import { localView, type View } from './views.ts';

const strongest = 4;
/** The radius that the verdict states takes a third of the map's height; the discs that made it are seen around it. */
const circleShare = 0.32;
/** Of a claim about a zone the area is smaller on the map, so that the edge of the zone is seen. */
const zoneShare = 0.23;
const leastKmAcross = 12;

/** A view that holds the circle of R*; before a verdict, one that holds the nearest challengers. */
export const viewOf = (pol: PolView, width: number, height: number): View => {
  const radiusKm = statedKm(pol);
  const { place } = pol.claim;
  if (pol.outcome !== 'measuring' && radiusKm !== undefined)
    return pol.zone
      ? localView(place, Math.max(furthestKm(pol) ?? radiusKm, 3), width, height, zoneShare)
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

/** The discs that a verdict can rest on. A lookout can refute a claim, so its disc is not one of them if it holds the claim. */
export const countingDiscs = (pol: PolView): Witness[] => {
  const isAgainst = pol.outcome === 'refuted' || pol.outcome === 'contradictory';
  return answered(pol).filter((it) => bounds(it) && (isAgainst || !it.isLookout || excludes(it)));
};

/** The four tightest discs that count carry the proof. `others` are all other discs. */
export const splitDiscs = (pol: PolView): { strong: Witness[]; others: Witness[] } => {
  const strong = countingDiscs(pol).slice(0, strongest);
  return { strong, others: answered(pol).filter((it) => bounds(it) && !strong.includes(it)) };
};

/** The area in which the answers allow the prover to be, as every map draws it. */
export interface CanBe {
  readonly allowed: Allowed;
  /** The place that `allowed` is drawn around. */
  readonly centre: Place;
  /** Whether the claim is refuted, so that the area is where the answers come from. */
  readonly isAway: boolean;
  /** How many of those who answered may lie without leaving the area wrong. */
  readonly liars: number;
  /** Without a zone: the circle around the claim that holds the area, and the colour of the verdict that states it. */
  readonly stated?: { readonly km: number; readonly tone: string };
}

/**
 * Where the near seats allow the prover to be, if as many of them lie as the rule allows for; of a refuted claim, where all answers
 * allow it to be. Undefined before a verdict, if the answers contradict each other, and if the area has parts.
 */
export const whereItCanBe = (pol: PolView): CanBe | undefined => {
  const { outcome, claim, estimate } = pol;
  if (outcome === 'measuring' || outcome === 'contradictory') return undefined;
  const isAway = outcome === 'refuted';
  const liars = isAway ? pol.liarsOfAll : pol.liars;
  const discs = answered(pol).filter((it) => (isAway ? bounds(it) : !it.isLookout));
  // An honest prover may stand some km beside its claim, so a small disc may hold the estimate and not the claim.
  const centres = [...(isAway ? [] : [claim.place]), ...(estimate ? [estimate.place] : [])];
  for (const centre of centres) {
    const allowed = allowedPlaces(centre, discs.map(reachOf), liars);
    if (allowed) return { allowed, centre, isAway, liars, ...(isAway || pol.zone ? {} : statedBy(pol)) };
  }
  return undefined;
};

const statedBy = (pol: PolView): Pick<CanBe, 'stated'> => {
  const km = statedKm(pol);
  return km === undefined ? {} : { stated: { km, tone: outcomeTone[pol.outcome] } };
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
  /** Of claim, estimate and challengers, by their ids. */
  readonly straight: ReadonlyMap<string, TextAt>;
  /** Of the strong discs, by the ids of their challengers: along the edge, or further off. */
  readonly discs: ReadonlyMap<string, LabelAt>;
  readonly estimateText: string;
  /** The room that the labels take. */
  readonly taken: readonly Box[];
}

/** Under this many px apart, claim and estimate are labelled left and right of each other. */
const closePx = 24;
const [right, left, rightBelow, leftBelow, rightAbove, leftAbove] = [0, 1, 4, 5, 6, 7];

/** Two other lines may cross the label of a disc. That of the tightest one may stand further off. */
const mostCostOf = (disc: number): number => (disc === 0 ? 3.3 : 2.1);
/** How far the signs reach from their middle: claim and estimate, and challengers. */
const [signPx, nodePx] = [9.5, 6];

export function labelsOf(
  pol: PolView,
  view: View,
  strong: readonly Witness[],
  faint: readonly Witness[],
  blocked: readonly Box[],
  /** Other lines that the map draws, such as the edge of a zone. */
  more: readonly Line[] = [],
): LocalLabels {
  const claim = project(view, pol.claim.place);
  const shown = pol.estimate && project(view, pol.estimate.place);
  const nodes = [...strong, ...faint].map((it) => ({ witness: it, ...project(view, it.place) }));
  const obstacles: Obstacle[] = [
    { id: 'claim', box: boxAround(claim, signPx) },
    ...(shown ? [{ id: 'estimate', box: boxAround(shown, signPx) }] : []),
    ...blocked.map((it, i) => ({ id: `blocked ${i}`, box: it })),
    ...nodes.map(({ witness, ...at }) => ({ id: witness.id, box: boxAround(at, nodePx) })),
  ];
  const wanted: Wanted<LabelAt>[] = [];
  /** The challengers whose signs this sign touches. */
  const under = ({ x, y }: Point) =>
    nodes.filter((it) => Math.hypot(it.x - x, it.y - y) < signPx + nodePx).map((it) => it.witness.id);
  const signed = (id: string, text: string, at: Point, order: readonly number[]) => {
    const room = { width: textWidth(text, 12) + 6, height: 16 };
    const near = beside(at, room, 12);
    const first = order.flatMap((i) => near[i] ?? []);
    const cost = order.length > 0 ? 2 : 0;
    const others = near.filter((it) => !first.includes(it)).map((it) => ({ ...it, cost }));
    wanted.push({
      id,
      candidates: [...first, ...others, ...calledOut(at, room, signPx)],
      ignores: ['claim', 'estimate', ...under(at)],
    });
  };
  let estimateText = say('Estimate');
  const close = shown !== undefined && Math.hypot(shown.x - claim.x, shown.y - claim.y) < closePx;
  const claimLeft = close && shown.x > claim.x;
  const [toLeft, toRight] = [
    [left, leftBelow, leftAbove],
    [right, rightBelow, rightAbove],
  ];
  signed('claim', say('Claim'), claim, close ? (claimLeft ? toLeft : toRight) : []);
  if (pol.estimate && shown) {
    const offKm = distanceKm(pol.estimate.place, pol.claim.place);
    estimateText = say('Estimate, {distance} off, ± {radius}', {
      distance: figures.km(offKm),
      radius: figures.atMostKm(pol.estimate.radiusKm),
    });
    signed('estimate', estimateText, shown, close ? (claimLeft ? toRight : toLeft) : []);
  }
  const frame: Box = { x: 6, y: 6, width: view.width - 12, height: view.height - 28 };
  for (const [i, it] of strong.entries())
    wanted.push({
      id: `disc ${it.id}`,
      candidates: arcCandidates(view.projection, it.place, it.reachKm ?? 0, arcText(it), frame),
      ignores: [`disc ${it.id}`],
      mostCost: mostCostOf(i),
    });
  const name = (it: Witness) => {
    const at = project(view, it.place);
    const room = { width: textWidth(it.name, 12) + 6, height: 16 };
    const covering = [claim, ...(shown ? [shown] : [])].some(
      (sign) => Math.hypot(sign.x - at.x, sign.y - at.y) < signPx,
    );
    // Under the sign of the claim or the estimate, only a line tells where the challenger is.
    const further = covering ? calledOut(at, room, signPx) : [];
    const ignores = covering ? ['claim', 'estimate', ...under(at)] : [];
    wanted.push({ id: it.id, candidates: [...beside(at, room, 8), ...further], ignores });
  };
  for (const it of strong) name(it);
  const crowded = (it: Witness) => {
    const { x, y } = project(view, it.place);
    return nodes.some((other) => other.witness !== it && Math.hypot(other.x - x, other.y - y) < 40);
  };
  for (const it of faint) if (!crowded(it)) name(it);
  const taken: Box[] = [];
  const placed = placeLabels(wanted, obstacles, frame, taken, [...linesOf(pol, view, [...strong, ...faint]), ...more]);
  const straight = new Map<string, TextAt>();
  const discs = new Map<string, LabelAt>();
  for (const [id, where] of placed) {
    if (id.startsWith('disc ')) discs.set(id.slice('disc '.length), where);
    else if ('anchor' in where) straight.set(id, where);
  }
  return { straight, discs, estimateText, taken };
}

/** The circles of a local map: discs, what the verdict states, and how far off the estimate may be. */
const linesOf = (pol: PolView, view: View, discs: readonly Witness[]): Line[] => {
  const stated = pol.zone ? [] : [statedKm(pol), ifNoneLiedKm(pol)];
  return [
    ...discs.map((it) => lineOn(view, `disc ${it.id}`, edgeOf(it.place, it.reachKm ?? 0))),
    ...stated.flatMap((km) => (km === undefined ? [] : [lineOn(view, `stated ${km}`, edgeOf(pol.claim.place, km))])),
    ...(pol.estimate ? [lineOn(view, 'off', edgeOf(pol.estimate.place, pol.estimate.radiusKm))] : []),
  ];
};

export const arcText = (it: Witness): string =>
  `${it.name} ${figures.exactMs(it.fastestMs ?? 0)} · ${figures.atMostKm(it.reachKm ?? 0)}`;

/**
 * What is left for the inset to show: discs that the map has no edge of. While answers are shown again, those to come say nothing
 * yet.
 */
export const captionOf = (left: readonly { readonly id: string }[], shown?: ReadonlySet<string>): string => {
  const wide = left.filter((it) => shown === undefined || shown.has(it.id)).length;
  return wide > 0
    ? sayCount(wide, '{n} more disc, too wide to narrow it', '{n} more discs, too wide to narrow it')
    : say('All challengers');
};
