import type { JSX } from 'preact';
import { useId, useMemo } from 'preact/hooks';
import { ifNoneLiedKm, type PolView, statedKm } from '../challenge/pol-view.ts';
import { polSays } from '../challenge/pol-words.ts';
import * as figures from '../figures.ts';
import { outcomeTone, outcomeWord } from '../parts/verdict-glyph.tsx';
import { AllowedSet } from './allowed-set.tsx';
import { detailFor } from './atlas.ts';
import { BaseMap } from './base-map.tsx';
import { Discs, discsOf, Overlap } from './discs.tsx';
import type { Box } from './labels.ts';
import { agreeing, allowedOf, arcText, labelsOf, project, splitDiscs, viewOf } from './local-layout.ts';
import { ClaimMark, EstimateMark, LookoutNode, MapText, Node, ScaleBar } from './marks.tsx';
import { useAtlas } from './use-atlas.ts';
import { useSize } from './use-size.ts';
import { WorldInset } from './world-inset.tsx';
import { ZoneLayer } from './zone-layer.tsx';
import { useZone } from './zones.ts';

interface LocalMapProps {
  readonly pol: PolView;
  readonly chosen: string | undefined;
  readonly onChoose: (id: string | undefined) => void;
}

/** Where the prover can be: the discs around the challengers, what lies in all of them, and the circle that follows. */
export const LocalMap = ({ pol, chosen, onChoose }: LocalMapProps): JSX.Element => {
  const [ref, size] = useSize<HTMLDivElement>();
  return (
    <div class="map" ref={ref}>
      {size && size.width > 0 && (
        <Drawn pol={pol} chosen={chosen} onChoose={onChoose} width={size.width} height={size.height} />
      )}
    </div>
  );
};

const insetWidth = 190;
const insetHeight = 134;

const Drawn = ({ pol, chosen, onChoose, width, height }: LocalMapProps & { width: number; height: number }) => {
  const id = useId();
  const view = useMemo(() => viewOf(pol, width, height), [pol, width, height]);
  const countries = useAtlas(detailFor(view.kmAcross));
  const zone = useZone(pol.zone?.text, detailFor(view.kmAcross));
  const allowed = useMemo(() => (pol.zone ? allowedOf(pol) : undefined), [pol]);
  const withInset = width > 560;
  const laid = useMemo(() => {
    const { strong, others } = splitDiscs(pol);
    const { discs, left } = discsOf(view, strong, others);
    const faint = others.filter((it) => !left.includes(it));
    const boundKm = statedKm(pol);
    const blocked: Box[] = [
      { x: 12, y: 8, width: 150, height: 26 },
      ...(pol.outcome === 'measuring' || boundKm === undefined || pol.zone
        ? []
        : dimensionBoxes(project(view, pol.claim.place), boundKm / view.kmPerPx)),
      ...(withInset
        ? [{ x: width - insetWidth - 12, y: height - insetHeight - 12, width: insetWidth, height: insetHeight }]
        : []),
    ];
    const marks = [pol.claim.place, ...pol.witnesses.map((it) => it.place)].map((it) => project(view, it));
    return { strong, faint, left, discs, marks, labels: labelsOf(pol, view, strong, faint, blocked) };
  }, [pol, view, withInset, width, height]);
  const { strong, faint, left, discs, marks, labels } = laid;
  const tone = outcomeTone[pol.outcome];
  const colour = `var(--${tone})`;
  const claim = project(view, pol.claim.place);
  const radiusKm = statedKm(pol);
  const innerKm = ifNoneLiedKm(pol);
  const radiusPx = pol.outcome === 'measuring' || radiusKm === undefined || allowed ? 0 : radiusKm / view.kmPerPx;
  const estimate = pol.estimate && project(view, pol.estimate.place);
  const claimAt = labels.straight.get('claim');
  const estimateAt = labels.straight.get('estimate');
  const chosenWitness = pol.witnesses.find((it) => it.id === chosen);
  const areas = discs.filter(agreeing).map((it) => it.area);
  return (
    <>
      <svg width={width} height={height} role="img" aria-labelledby={`${id}-t`}>
        <title id={`${id}-t`}>
          {`Map. ${outcomeWord[pol.outcome]}: ${polSays(pol)}. The round trips beside it hold the same facts.`}
        </title>
        <BaseMap view={view} countries={countries} ticks names avoid={marks} />
        {zone && <ZoneLayer view={view} countries={countries} zone={zone} />}
        {allowed && <AllowedSet view={view} area={allowed.area} countries={countries} zone={zone} />}
        <Discs discs={discs} chosen={chosen} onChoose={onChoose} />
        {!allowed && (
          <Overlap view={view} areas={areas} tone={pol.outcome === 'measuring' ? 'var(--ms)' : colour} opacity={0.14} />
        )}
        {strong.map((it) => {
          const arc = labels.arcs.get(it.id);
          return (
            arc && (
              <g key={it.id}>
                <path id={`${id}-${it.id}`} d={arc.path} fill="none" />
                <text class="map-text arc">
                  <textPath href={`#${id}-${it.id}`} startOffset="4">
                    {arcText(it)}
                  </textPath>
                </text>
              </g>
            )
          );
        })}
        {radiusPx > 0 && (
          <circle
            cx={claim.x}
            cy={claim.y}
            r={radiusPx}
            fill="none"
            stroke={colour}
            stroke-width="2.25"
            pointer-events="none"
          />
        )}
        {radiusPx > 0 && innerKm !== undefined && (
          <circle
            cx={claim.x}
            cy={claim.y}
            r={innerKm / view.kmPerPx}
            fill="none"
            stroke={colour}
            stroke-width="1.5"
            stroke-dasharray="6 4"
            pointer-events="none"
          />
        )}
        {radiusPx > 0 && (
          <Dimension
            x={claim.x}
            y={claim.y}
            r={radiusPx}
            km={radiusKm ?? 0}
            innerKm={innerKm}
            tone={tone}
            brief={width < 560}
          />
        )}
        {faint.map((it) => {
          const { x, y } = project(view, it.place);
          const text = labels.straight.get(it.id);
          return (
            <g key={it.id}>
              {it.isLookout ? <LookoutNode x={x} y={y} /> : <Node x={x} y={y} hollow />}
              {text && (
                <MapText {...text} class="faint">
                  {it.name}
                </MapText>
              )}
            </g>
          );
        })}
        {strong.map((it) => {
          const { x, y } = project(view, it.place);
          const text = labels.straight.get(it.id);
          return (
            <g key={it.id}>
              {it.isLookout ? <LookoutNode x={x} y={y} /> : <Node x={x} y={y} />}
              {text && <MapText {...text}>{it.name}</MapText>}
            </g>
          );
        })}
        {estimate && <EstimateMark {...estimate} tone={colour} />}
        {estimateAt && (
          <MapText {...estimateAt} class={tone}>
            {labels.estimateText}
          </MapText>
        )}
        <ClaimMark {...claim} />
        {claimAt && <MapText {...claimAt}>Claim</MapText>}
        {chosenWitness && !labels.straight.has(chosenWitness.id) && (
          <MapText x={project(view, chosenWitness.place).x + 8} y={project(view, chosenWitness.place).y + 4}>
            {chosenWitness.name}
          </MapText>
        )}
        <ScaleBar x={20} y={18} kmPerPx={view.kmPerPx} />
      </svg>
      {withInset && pol.witnesses.length > 0 && (
        <WorldInset
          width={insetWidth}
          nodes={pol.witnesses.map((it) => it.place)}
          view={view}
          caption={left.length > 0 ? `${left.length} more, too far to narrow it` : 'All challengers'}
        />
      )}
    </>
  );
};

interface DimensionProps {
  readonly x: number;
  readonly y: number;
  readonly r: number;
  readonly km: number;
  /** The radius of the dashed circle inside. */
  readonly innerKm: number | undefined;
  readonly tone: string;
  readonly brief: boolean;
}

/** Where the leader meets the circle, and where it bends towards its text. */
const leader = ({ x, y }: { x: number; y: number }, r: number) => {
  const angle = 0.62;
  const [ex, ey] = [x + r * Math.sin(angle), y - r * Math.cos(angle)];
  return { ex, ey, bx: ex + 15, by: ey - 22 };
};

const dimensionBoxes = (centre: { x: number; y: number }, r: number): Box[] => {
  const { ex, bx, by } = leader(centre, r);
  return [
    { x: ex - 4, y: by - 4, width: bx - ex + 30, height: 30 },
    { x: bx + 22, y: by - 14, width: 140, height: 58 },
  ];
};

/** The number of the verdict, on the circle it belongs to. */
const Dimension = ({ x, y, r, km, innerKm, tone, brief }: DimensionProps): JSX.Element => {
  const { ex, ey, bx, by } = leader({ x, y }, r);
  return (
    <g pointer-events="none">
      <path d={`M${x} ${y}L${ex} ${ey}L${bx} ${by}h20`} fill="none" stroke={`var(--${tone})`} stroke-width="1.3" />
      <circle cx={ex} cy={ey} r="2.6" fill={`var(--${tone})`} />
      <MapText x={bx + 26} y={by + 5} class={`big ${tone}`}>
        {figures.atMostKm(km)}
      </MapText>
      {!brief && (
        <MapText x={bx + 26} y={by + 22} class="sub">
          at most from the claim
        </MapText>
      )}
      {innerKm !== undefined && (
        <MapText x={bx + 26} y={by + (brief ? 22 : 38)} class="sub">
          {brief ? `${figures.atMostKm(innerKm)} if none lied` : `dashed: ${figures.atMostKm(innerKm)} if nobody lied`}
        </MapText>
      )}
    </g>
  );
};
