import { geoPath } from 'd3-geo';
import {
  answered,
  bounds,
  type Estimate,
  excludes,
  isZoneAlone,
  type PolView,
  type Witness,
} from '../challenge/pol-view.ts';
import * as figures from '../figures.ts';
import { say } from '../words/say.ts';
import { type Box, boxAround, boxesBetween, type Point, textWidth } from './boxes.ts';
import { discsOf } from './discs.tsx';
import { between, edgeOf } from './earth.ts';
import { beside, type Candidate, calledOut, placeLabels, type TextAt, type Wanted } from './labels.ts';
import { type Line, lineOn } from './lines.ts';
import { project, splitDiscs } from './local-layout.ts';
import type { View } from './views.ts';

export const mostStrong = 8;

/** How many discs leave the claim outside, and how many of them the map draws. */
export const outsideWords = (n: number, drawn: number): string => {
  if (n === 0) return say('does not fit the delays');
  if (n === 1) return say('outside 1 disc');
  return n > drawn ? say('outside all {n} discs, {drawn} drawn', { n, drawn }) : say('outside all {n} discs', { n });
};

/** Which discs refute the claim, and which challengers prove nothing. */
export const discsThatTell = (pol: PolView) => {
  const usable = answered(pol).filter(bounds);
  const outside = usable.filter(excludes);
  // If no disc alone rules the claim out, the tightest discs show where the answers come from.
  const all = outside.length > 0 ? outside : usable.slice(0, 4);
  // The tightest discs show where the prover is. The one that comes nearest to the claim shows by how much the claim is wrong.
  const nearest = nearestOf(all);
  const tightest = all.slice(0, mostStrong);
  const strong =
    nearest === undefined || tightest.includes(nearest) ? tightest : [...all.slice(0, mostStrong - 1), nearest];
  return { outside, strong, all, silent: answered(pol).filter((it) => !all.includes(it)) };
};

/** The disc that ends the least before the claim. */
const nearestOf = (discs: readonly Witness[]): Witness | undefined =>
  discs.reduce<Witness | undefined>((a, b) => (!a || b.shortKm < a.shortKm ? b : a), undefined);

/** Whether the page is about the place that the answers come from, because the claim is refuted. */
export const isElsewhere = (pol: PolView): boolean => pol.outcome === 'refuted' && !isZoneAlone(pol);

/** The challengers that have the sign of a tight disc, or of one that rules the claim out: on maps and in lists. */
export const drawnStrongly = (pol: PolView): readonly Witness[] =>
  isElsewhere(pol) ? discsThatTell(pol).all : splitDiscs(pol).strong;

/** Where a challenger's name may stand. One that must be found may stand further off: beside the sign of an estimate above it. */
export const namesAt = (at: Point, name: string, isSought: boolean): Candidate<TextAt>[] => {
  const room = { width: textWidth(name, 12) + 6, height: 16 };
  return [...beside(at, room, 8), ...(isSought ? calledOut(at, room, 10) : [])];
};

/** What a map of a refuted claim draws, and where the names find room. */
export const layout = (
  pol: PolView,
  view: View,
  blocked: readonly Box[],
  compact: boolean,
  /** Other lines that the map draws, such as the edge of a zone. */
  more: readonly Line[] = [],
) => {
  const { outside, strong, silent } = discsThatTell(pol);
  const { discs } = discsOf(view, strong, []);
  const claim = project(view, pol.claim.place);
  const claimWords = [
    say('Claim: {name}', { name: pol.claim.name }),
    outsideWords(outside.length, strong.length),
  ] as const;
  const claimRoom = {
    width: Math.max(textWidth(claimWords[0], 13), textWidth(claimWords[1], 12)) + 8,
    height: 32,
    line: 17,
  };
  const [right, left, below, above, ...corners] = beside(claim, claimRoom, 14);
  const wanted: Wanted<TextAt>[] = [
    {
      id: 'claim',
      // Above or below its sign, where the line to it leaves room.
      candidates: [above, below, ...corners, right, left]
        .flatMap((it) => it ?? [])
        .concat(calledOut(claim, claimRoom, 10)),
      ignores: ['claim'],
    },
  ];
  /** The challengers whose signs touch this one's. */
  const signsAt = (it: Witness) => {
    const a = project(view, it.place);
    const b = (other: Witness) => project(view, other.place);
    return answered(pol)
      .filter((other) => Math.hypot(b(other).x - a.x, b(other).y - a.y) < 24)
      .map((other) => other.id);
  };
  const add = (it: Witness) =>
    wanted.push({
      id: it.id,
      candidates: namesAt(project(view, it.place), it.name, it === strong[0]),
      ignores: it === strong[0] ? ['estimate', ...signsAt(it)] : [],
    });
  for (const it of strong) add(it);
  const lonely = (it: Witness) => {
    const a = project(view, it.place);
    return answered(pol).every((other) => {
      const b = project(view, other.place);
      return other === it || Math.hypot(a.x - b.x, a.y - b.y) >= 40;
    });
  };
  if (!compact) for (const it of silent) if (lonely(it)) add(it);
  const obstacles = [
    { id: 'claim', box: boxAround(claim, 10) },
    ...(pol.estimate ? [{ id: 'estimate', box: boxAround(project(view, pol.estimate.place), 9.5) }] : []),
    ...[...strong, ...silent].map((it) => ({ id: it.id, box: boxAround(project(view, it.place), 5) })),
    ...blocked.map((box, i) => ({ id: `blocked ${i}`, box })),
  ];
  const frame = { x: 8, y: 8, width: view.width - 16, height: view.height - 16 };
  const lines = [...strong.map((it) => lineOn(view, it.id, edgeOf(it.place, it.reachKm ?? 0))), ...more];
  const labelled: Box[] = [];
  const labels = placeLabels(wanted, obstacles, frame, labelled, lines);
  const marks = [pol.claim.place, ...answered(pol).map((it) => it.place)].map((it) => project(view, it));
  return {
    strong,
    silent,
    discs,
    labels,
    claimWords,
    marks,
    taken: [...blocked, ...labelled],
    /** What the numbers of the rings keep off: labels and signs. */
    occupied: [...labelled, ...obstacles.map((it) => it.box)],
  };
};

/** The distance on the line from the estimate to the claim: where it stands, how it is turned and the room that it takes. */
export const numberOn = (from: Point, to: Point, text: string) => {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
  const upright = angle > 90 || angle < -90 ? angle + 180 : angle;
  const at = { x: from.x + dx * 0.4, y: from.y + dy * 0.4 };
  const turn = (upright * Math.PI) / 180;
  const along = { x: Math.cos(turn), y: Math.sin(turn) };
  // The middle of the letters is 13 px above the line.
  const middle = { x: at.x + along.y * 13, y: at.y - along.x * 13 };
  const half = textWidth(text, 16) / 2 - 4;
  const end = (sign: 1 | -1) => ({ x: middle.x + sign * along.x * half, y: middle.y + sign * along.y * half });
  return { ...at, rotate: upright, boxes: boxesBetween(end(-1), end(1), 22) };
};

/** Where the disc that comes nearest to the claim ends, on the straight way from its challenger there, and what stands beside it. */
export const callOutOf = (pol: PolView, strong: readonly Witness[], from: Point, to: Point, view: View) => {
  const nearest = nearestOf(strong);
  if (!nearest || nearest.shortKm === 0 || strong.length < 2) return undefined;
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const backPx = nearest.shortKm / view.kmPerPx;
  if (backPx < 24 || backPx > length * 0.8) return undefined;
  const lines = [
    say('The disc that comes nearest ends here,'),
    say('{reach} of the {distance} to {place}', {
      reach: figures.atMostKmNumber(nearest.reachKm ?? 0),
      ...{ distance: figures.km(nearest.toClaimKm), place: pol.claim.name },
    }),
  ] as const;
  const width = Math.max(...lines.map((it) => textWidth(it, 12))) + 8;
  const [longitude, latitude] = between(nearest.place, pol.claim.place, (nearest.reachKm ?? 0) / nearest.toClaimKm);
  const { x, y } = project(view, { latitude, longitude });
  // On the side the line does not pass: above it to the left when it climbs, to the right when it falls.
  const climbs = (to.y - from.y) * (to.x - from.x) < 0;
  const room = climbs ? x > width + 20 : view.width - x > width + 20;
  const left = room ? climbs : !climbs;
  const top = room ? Math.max(34, y - 84) : Math.min(view.height - 40, y + 50);
  const text: TextAt = { x: left ? x - 12 : x + 12, y: top, anchor: left ? 'end' : 'start' };
  const boxes: Box[] = [
    { x: left ? text.x - width : text.x - 4, y: top - 13, width: width + 4, height: 32 },
    ...boxesBetween({ x, y }, { x, y: top }, 8),
  ];
  return { x, y, text, lines, boxes };
};

/** Directions from the estimate in which the number of a ring may stand, the best first. */
const ringTowards = [-0.67, -1, -0.35, 0.67, 1, 0.35, -2.2, 2.2].map((it) => it + Math.PI);

/** Three thin circles around the estimate, a round distance apart. Their numbers keep off what is `occupied`. */
export const ringsOf = (view: View, estimate: Estimate, occupied: readonly Box[] = []) => {
  const path = geoPath(view.projection).digits(1);
  const step = [50, 100, 200, 500, 1000, 2000, 5000].find((it) => view.kmAcross / it <= 6) ?? 5000;
  const centre = project(view, estimate.place);
  const frame = { x: 8, y: 8, width: view.width - 16, height: view.height - 16 };
  const all = [1, 2, 3].map((n) => n * step);
  const room = (km: number) => ({ width: textWidth(figures.exactKm(km), 11) + 8, height: 16 });
  const wanted = all.map((km) => ({
    id: String(km),
    candidates: ringTowards.map((angle) => {
      const r = km / view.kmPerPx;
      const [x, y] = [centre.x - r * Math.sin(angle), centre.y - r * Math.cos(angle)];
      const { width, height } = room(km);
      return { boxes: [{ x: x - width / 2, y: y - height / 2, width, height }], at: { x, y: y + 4 } };
    }),
  }));
  const obstacles = occupied.map((box, i) => ({ id: String(i), box }));
  const taken: Box[] = [];
  const labels = placeLabels(wanted, obstacles, frame, taken);
  const rings = all.map((km) => ({
    km,
    edge: path(edgeOf(estimate.place, km)) ?? '',
    label: labels.get(String(km)),
  }));
  return { rings, taken };
};
