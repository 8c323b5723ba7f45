import { geoPath } from 'd3-geo';
import { answered, bounds, type Estimate, excludes, type PolView, type Witness } from '../challenge/pol-view.ts';
import type { Point } from './corners.ts';
import { discsOf } from './discs.tsx';
import { edgeOf } from './earth.ts';
import { type Box, beside, placeLabels, type TextAt, textWidth, type Wanted } from './labels.ts';
import { circleLine, project } from './local-layout.ts';
import type { View } from './views.ts';

export const mostStrong = 8;

/** Which discs refute the claim, which challengers prove nothing, and where the names find room. */
export const layout = (pol: PolView, view: View, blocked: readonly Box[], compact: boolean) => {
  const usable = answered(pol).filter(bounds);
  const outside = usable.filter(excludes);
  // If no disc alone rules the claim out, the tightest discs show where the answers come from.
  const all = outside.length > 0 ? outside : usable.slice(0, 4);
  // The tightest discs show where the prover is. The widest shows by how much the claim is wrong.
  const strong = all.length > mostStrong ? [...all.slice(0, mostStrong - 1), ...all.slice(-1)] : all;
  const silent = answered(pol).filter((it) => !all.includes(it));
  const { discs } = discsOf(view, strong, []);
  const wanted: Wanted<TextAt>[] = [];
  const add = (it: Witness, gap: number) => {
    const { x, y } = project(view, it.place);
    wanted.push({ id: it.id, candidates: beside(x, y, textWidth(it.name, 12) + 6, 16, gap), ignores: [it.id] });
  };
  for (const it of strong) add(it, 8);
  const lonely = (it: Witness) => {
    const a = project(view, it.place);
    return answered(pol).every((other) => {
      const b = project(view, other.place);
      return other === it || Math.hypot(a.x - b.x, a.y - b.y) >= 40;
    });
  };
  if (!compact) for (const it of silent) if (lonely(it)) add(it, 8);
  const nodes = [...strong, ...silent].map((it) => {
    const { x, y } = project(view, it.place);
    return { id: it.id, box: { x: x - 5, y: y - 5, width: 10, height: 10 } };
  });
  const frame = { x: 8, y: 8, width: view.width - 16, height: view.height - 16 };
  const obstacles = [...nodes, ...blocked.map((box, i) => ({ id: `blocked ${i}`, box }))];
  const lines = strong.map((it) => circleLine(view, it.place, it.reachKm ?? 0));
  const taken: Box[] = [...blocked];
  const labels = placeLabels(wanted, obstacles, frame, taken, lines);
  const marks = [pol.claim.place, ...answered(pol).map((it) => it.place)].map((it) => project(view, it));
  return { strong, silent, discs, labels, marks, taken };
};

export const around = ({ x, y }: Point): Box => ({ x: x - 60, y: y - 46, width: 120, height: 60 });

/** The room around the middle of the line, where its number stands. Labels stay off it. */
export const alongLine = (from: Point, to: Point): Box[] =>
  [0.3, 0.38, 0.46, 0.54].map((share) => ({
    x: from.x + (to.x - from.x) * share - 14,
    y: from.y + (to.y - from.y) * share - 22,
    width: 28,
    height: 26,
  }));

/** Three dotted circles around the estimate, a round distance apart. */
export const ringsOf = (view: View, estimate: Estimate) => {
  const path = geoPath(view.projection).digits(1);
  const step = [50, 100, 200, 500, 1000, 2000, 5000].find((it) => view.kmAcross / it <= 6) ?? 5000;
  return [1, 2, 3].map((n) => {
    const km = n * step;
    const centre = project(view, estimate.place);
    const r = km / view.kmPerPx;
    const [x, y] = [centre.x - r * 0.62, centre.y + r * 0.785];
    const seen = x > 40 && y < view.height - 12 && y > 12;
    return { km, edge: path(edgeOf(estimate.place, km)) ?? '', label: seen ? { x, y: y + 4 } : undefined };
  });
};
