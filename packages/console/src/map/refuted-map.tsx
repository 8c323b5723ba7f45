import { geoPath } from 'd3-geo';
import type { JSX } from 'preact';
import { useId, useMemo } from 'preact/hooks';
import { answered, bounds, type Estimate, excludes, type PolView, type Witness } from '../challenge/pol-view.ts';
import { polSays } from '../challenge/pol-words.ts';
import * as figures from '../figures.ts';
import { detailFor } from './atlas.ts';
import { BaseMap } from './base-map.tsx';
import { CloseUp } from './close-up.tsx';
import { Discs, discsOf, Overlap } from './discs.tsx';
import { distanceKm, edgeOf } from './earth.ts';
import { type Box, beside, placeLabels, type TextAt, textWidth, type Wanted } from './labels.ts';
import { project } from './local-layout.ts';
import { ClaimMark, EstimateMark, MapText, Node } from './marks.tsx';
import { useAtlas } from './use-atlas.ts';
import { useSize } from './use-size.ts';
import { refutedView, type View } from './views.ts';

interface RefutedMapProps {
  readonly pol: PolView;
  readonly chosen: string | undefined;
  readonly onChoose: (id: string | undefined) => void;
}

/** Why the claim is impossible: the discs that leave it outside, seen from where the answers come from. */
export const RefutedMap = (props: RefutedMapProps): JSX.Element => {
  const [ref, size] = useSize<HTMLDivElement>();
  const estimate = estimateOf(props.pol);
  return (
    <div class="map" ref={ref}>
      {size && size.width > 0 && estimate && (
        <Drawn {...props} estimate={estimate} width={size.width} height={size.height} />
      )}
    </div>
  );
};

/** The tightest disc stands in where the verdict names no estimate. */
const estimateOf = (pol: PolView): Estimate | undefined => {
  const [tightest] = answered(pol);
  return pol.estimate ?? (tightest && { place: tightest.place, radiusKm: tightest.reachKm ?? 0, name: tightest.name });
};

const mostStrong = 8;

const layout = (pol: PolView, view: View, blocked: readonly Box[], compact: boolean) => {
  const usable = answered(pol).filter(bounds);
  const outside = usable.filter(excludes);
  // None by itself: then the tightest discs show where the answers come from.
  const all = outside.length > 0 ? outside : usable.slice(0, 4);
  // The tightest say where it is; the widest says how far it is from being true.
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
  return { strong, silent, discs, labels: placeLabels(wanted, obstacles, frame) };
};

const Drawn = ({
  pol,
  chosen,
  onChoose,
  estimate,
  width,
  height,
}: RefutedMapProps & { estimate: Estimate; width: number; height: number }) => {
  const id = useId();
  const view = useMemo(
    () => refutedView(estimate.place, pol.claim.place, width, height),
    [estimate, pol.claim.place, width, height],
  );
  const countries = useAtlas(detailFor(view.kmAcross));
  const compact = width < 560;
  const from = project(view, estimate.place);
  const to = project(view, pol.claim.place);
  const insetSize = { width: 246, height: 216 };
  const corner = emptiestCorner(width, height, insetSize, from, to);
  const insetBox: Box = cornerBox(corner, width, height, insetSize);
  const { strong, silent, discs, labels } = useMemo(
    () => layout(pol, view, [...(compact ? [] : [insetBox]), ...alongLine(from, to), around(to)], compact),
    [pol, view, compact],
  );
  const apartKm = distanceKm(estimate.place, pol.claim.place);
  const rings = useMemo(() => ringsOf(view, estimate), [view, estimate]);
  return (
    <>
      <svg width={width} height={height} role="img" aria-labelledby={`${id}-t`}>
        <title id={`${id}-t`}>{`Map. Refuted: ${polSays(pol)}. The round trips beside it hold the same facts.`}</title>
        <BaseMap view={view} countries={countries} names={view.kmAcross < 6500} />
        {rings.map(({ km, edge, label }) => (
          <g key={km}>
            <path d={edge} fill="none" stroke="var(--ink3)" stroke-dasharray="1 4" stroke-opacity="0.8" />
            {label && (
              <MapText {...label} anchor="middle" class="tick">
                {figures.exactKm(km)}
              </MapText>
            )}
          </g>
        ))}
        <Discs discs={discs} chosen={chosen} onChoose={onChoose} fill={0.06} />
        <Overlap view={view} areas={discs.map((it) => it.area)} tone="var(--ms)" opacity={0.28} />
        <ClaimLine from={from} to={to} apartKm={apartKm} />
        {!compact && <CallOut strong={strong} from={from} to={to} pol={pol} view={view} />}
        {silent.map((it) => (
          <Labelled key={it.id} witness={it} view={view} at={labels.get(it.id)} hollow />
        ))}
        {strong.map((it) => (
          <Labelled key={it.id} witness={it} view={view} at={labels.get(it.id)} />
        ))}
        <EstimateMark {...from} tone="var(--ms)" />
        <ClaimMark {...to} tone="var(--no)" />
        <ClaimLabel
          x={to.x}
          y={to.y}
          below={to.y < from.y && to.y < 60}
          width={width}
          name={pol.claim.name}
          n={answered(pol).filter(excludes).length}
        />
      </svg>
      {!compact && (
        <CloseUp
          pol={pol}
          estimate={estimate}
          {...insetSize}
          corner={corner}
          caption={`Where it answers from, ± ${figures.km(estimate.radiusKm)}`}
        />
      )}
    </>
  );
};

const Labelled = ({
  witness,
  view,
  at,
  hollow = false,
}: {
  witness: Witness;
  view: View;
  at: TextAt | undefined;
  hollow?: boolean;
}) => (
  <g>
    <Node {...project(view, witness.place)} hollow={hollow} r={3.6} />
    {at && (
      <MapText {...at} class={hollow ? 'faint' : ''}>
        {witness.name}
      </MapText>
    )}
  </g>
);

interface Point {
  readonly x: number;
  readonly y: number;
}

export type Corner = 'bottom right' | 'bottom left' | 'top right' | 'top left';

const cornerBox = (corner: Corner, width: number, height: number, size: { width: number; height: number }): Box => ({
  x: corner.endsWith('right') ? width - size.width - 12 : 12,
  y: corner.startsWith('bottom') ? height - size.height - 12 : 12,
  ...size,
});

/** The corner whose inset lies furthest from the claim, the estimate and the line between them. */
const emptiestCorner = (
  width: number,
  height: number,
  size: { width: number; height: number },
  from: Point,
  to: Point,
): Corner => {
  const room = (corner: Corner): number => {
    const box = cornerBox(corner, width, height, size);
    return Math.min(
      ...[0, 0.25, 0.5, 0.75, 1].map((share) => {
        const [x, y] = [from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share];
        return Math.hypot(
          Math.max(box.x - x, 0, x - box.x - box.width),
          Math.max(box.y - y, 0, y - box.y - box.height),
        );
      }),
    );
  };
  const corners: Corner[] = ['bottom right', 'bottom left', 'top right', 'top left'];
  // The usual corner stays unless it is in the way.
  return room('bottom right') >= 40 ? 'bottom right' : corners.reduce((a, b) => (room(b) > room(a) ? b : a));
};

const around = ({ x, y }: Point): Box => ({ x: x - 60, y: y - 46, width: 120, height: 60 });

/** The line keeps its number readable: labels stay off the middle of it. */
const alongLine = (from: Point, to: Point): Box[] =>
  [0.3, 0.38, 0.46, 0.54].map((share) => ({
    x: from.x + (to.x - from.x) * share - 14,
    y: from.y + (to.y - from.y) * share - 22,
    width: 28,
    height: 26,
  }));

const ClaimLine = ({ from, to, apartKm }: { from: Point; to: Point; apartKm: number }) => {
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const upright = angle > 90 || angle < -90 ? angle + 180 : angle;
  const [x, y] = [from.x + (to.x - from.x) * 0.4, from.y + (to.y - from.y) * 0.4];
  return (
    <g pointer-events="none">
      <path d={`M${from.x} ${from.y}L${to.x} ${to.y}`} stroke="var(--no)" stroke-width="1.8" />
      <g transform={`rotate(${upright} ${x} ${y})`}>
        <MapText x={x} y={y - 7} anchor="middle" class="big no">
          {figures.km(apartKm)}
        </MapText>
      </g>
    </g>
  );
};

const ClaimLabel = ({
  x,
  y,
  below,
  width,
  name,
  n,
}: Point & { below: boolean; width: number; name: string; n: number }) => {
  const text = `Claim: ${name}`;
  const half = textWidth(text, 13) / 2 + 4;
  const cx = Math.min(width - half - 6, Math.max(half + 6, x));
  return (
    <>
      <MapText x={cx} y={below ? y + 24 : y - 30} anchor="middle" class="no claim-name">
        {text}
      </MapText>
      <MapText x={cx} y={below ? y + 39 : y - 15} anchor="middle" class="sub">
        {n === 0 ? 'does not fit the delays' : `outside ${n} ${n === 1 ? 'disc' : 'discs'}`}
      </MapText>
    </>
  );
};

interface CallOutProps {
  readonly strong: readonly Witness[];
  readonly from: Point;
  readonly to: Point;
  readonly pol: PolView;
  readonly view: View;
}

/** Where the widest excluding disc ends on the way to the claim, and how short it falls. */
const CallOut = ({ strong, from, to, pol, view }: CallOutProps) => {
  const widest = strong.reduce<Witness | undefined>((a, b) => (!a || b.shortKm < a.shortKm ? b : a), undefined);
  if (!widest || widest.shortKm === 0 || strong.length < 2) return null;
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const backPx = widest.shortKm / view.kmPerPx;
  if (backPx < 24 || backPx > length * 0.8) return null;
  const x = to.x - ((to.x - from.x) / length) * backPx;
  const y = to.y - ((to.y - from.y) / length) * backPx;
  // On the side the line does not pass: above it to the left when it climbs, to the right when it falls.
  const climbs = (to.y - from.y) * (to.x - from.x) < 0;
  const wide = 210;
  const room = climbs ? x > wide : view.width - x > wide;
  const left = room ? climbs : !climbs;
  const top = room ? Math.max(34, Math.min(y, to.y) - 84) : Math.min(view.height - 40, Math.max(y, to.y) + 50);
  const tx = left ? x - 12 : x + 12;
  return (
    <g pointer-events="none">
      <path d={`M${x} ${y}V${top}h${left ? -8 : 8}`} fill="none" stroke="var(--no)" stroke-width="1.2" />
      <circle cx={x} cy={y} r="3" fill="var(--land)" stroke="var(--no)" stroke-width="1.5" />
      <MapText x={tx} y={top} anchor={left ? 'end' : 'start'} class="no">
        {`The widest of the ${answered(pol).filter(excludes).length} stops here,`}
      </MapText>
      <MapText x={tx} y={top + 15} anchor={left ? 'end' : 'start'} class="no">
        {`${figures.km(widest.shortKm)} short of ${pol.claim.name}`}
      </MapText>
    </g>
  );
};

/** Dotted circles around the estimate, at a round distance that gives two to four of them. */
const ringsOf = (view: View, estimate: Estimate) => {
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
