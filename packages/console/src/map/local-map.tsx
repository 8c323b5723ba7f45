import type { JSX } from 'preact';
import { useId, useMemo } from 'preact/hooks';
import { ifNoneLiedKm, type PolView, statedKm } from '../challenge/pol-view.ts';
import { polSays } from '../challenge/pol-words.ts';
import { useAfterPaint } from '../parts/after-paint.tsx';
import { outcomeTone, outcomeWord } from '../parts/verdict-glyph.tsx';
import { say } from '../words/say.ts';
import { AllowedSet } from './allowed-set.tsx';
import { detailFor } from './atlas.ts';
import { BaseMap, tickBoxes } from './base-map.tsx';
import { type Box, textWidth } from './boxes.ts';
import { Dimension, dimensionBoxes, leader, leaderLine } from './dimension.tsx';
import { DiscLabel } from './disc-label.tsx';
import { Discs, discsOf, Overlap } from './discs.tsx';
import { lineOn, zoneLines } from './lines.ts';
import { agreeing, arcText, captionOf, labelsOf, project, splitDiscs, viewOf, whereItCanBe } from './local-layout.ts';
import {
  ClaimMark,
  EstimateArea,
  EstimateMark,
  LookoutNode,
  MapText,
  Node,
  ScaleBar,
  StatedCircle,
  scaleBarBox,
} from './marks.tsx';
import { useAtlas } from './use-atlas.ts';
import { useSize } from './use-size.ts';
import { toolsBox, useZoom } from './use-zoom.tsx';
import { WorldInset } from './world-inset.tsx';
import { ZoneLayer } from './zone-layer.tsx';
import { useZone } from './zones.ts';

interface LocalMapProps {
  readonly pol: PolView;
  readonly chosen: string | undefined;
  readonly onChoose: (id: string | undefined) => void;
  /**
   * The challengers whose answers the replay has shown; undefined outside a replay. The map and its scale are those of the
   * verdict.
   */
  readonly shown?: ReadonlySet<string> | undefined;
}

/** Where the prover can be: the discs around the challengers, what lies in all of them, and the circle that follows. */
export const LocalMap = (props: LocalMapProps): JSX.Element => {
  const [ref, size] = useSize<HTMLDivElement>();
  const isPainted = useAfterPaint();
  return (
    <div class="map" ref={ref}>
      {isPainted && size && size.width > 0 && <Drawn {...props} width={size.width} height={size.height} />}
    </div>
  );
};

const insetWidth = 190;
/** The inset without the lines of its caption. */
const insetPx = 118;
const captionLinePx = 16;
const briefPx = 560;

const Drawn = ({ pol, chosen, onChoose, shown, width, height }: LocalMapProps & { width: number; height: number }) => {
  const id = useId();
  const base = useMemo(() => viewOf(pol, width, height), [pol, width, height]);
  const { view, drawing, tools } = useZoom(base);
  const countries = useAtlas(detailFor(view.kmAcross));
  const zone = useZone(pol.zone?.text, detailFor(view.kmAcross));
  const allowed = useMemo(() => whereItCanBe(pol)?.allowed, [pol]);
  const withInset = width > briefPx;
  // Where the map is not zoomed: a disc whose edge was zoomed out of sight may narrow the place all the same.
  const left = useMemo(() => {
    const { strong, others } = splitDiscs(pol);
    return discsOf(base, strong, others).left;
  }, [pol, base]);
  const laid = useMemo(() => {
    const { strong, others } = splitDiscs(pol);
    const { discs, left: unseen } = discsOf(view, strong, others);
    const faint = others.filter((it) => !unseen.includes(it));
    const boundKm = statedKm(pol);
    const dimensionPx =
      pol.outcome === 'measuring' || boundKm === undefined || pol.zone ? undefined : boundKm / view.kmPerPx;
    const captionLines = Math.ceil(textWidth(captionOf(left), 12) / (insetWidth - 28));
    const insetHeight = insetPx + captionLines * captionLinePx;
    const blocked: Box[] = [
      scaleBarBox(20, 18, view.kmPerPx),
      toolsBox(width),
      ...tickBoxes(view),
      ...(dimensionPx === undefined
        ? []
        : dimensionBoxes(project(view, pol.claim.place), dimensionPx, width < briefPx, width, ifNoneLiedKm(pol))),
      ...(withInset
        ? [{ x: width - insetWidth - 12, y: height - insetHeight - 28, width: insetWidth, height: insetHeight }]
        : []),
    ];
    const marks = [pol.claim.place, ...pol.witnesses.map((it) => it.place)].map((it) => project(view, it));
    const lines = [
      ...(zone ? zoneLines(view, zone.outline) : []),
      ...(allowed ? [lineOn(view, 'allowed', allowed.area)] : []),
      ...(dimensionPx === undefined || width < briefPx
        ? []
        : [leaderLine(project(view, pol.claim.place), dimensionPx, width, ifNoneLiedKm(pol))]),
    ];
    const labels = labelsOf(pol, view, strong, faint, blocked, lines);
    return { strong, faint, discs, marks, labels, taken: [...blocked, ...labels.taken] };
  }, [pol, view, left, withInset, width, height, zone, allowed]);
  const { marks, labels, taken } = laid;
  const hasCome = (it: { readonly id: string }) => shown === undefined || shown.has(it.id);
  const [strong, faint] = [laid.strong.filter(hasCome), laid.faint.filter(hasCome)];
  const discs = laid.discs.filter((it) => hasCome(it.witness));
  const isOpen = pol.outcome === 'measuring' || shown !== undefined;
  const tone = isOpen ? 'ms' : outcomeTone[pol.outcome];
  const colour = `var(--${tone})`;
  const claim = project(view, pol.claim.place);
  const radiusKm = statedKm(pol);
  const innerKm = ifNoneLiedKm(pol);
  const radiusPx = isOpen || radiusKm === undefined || pol.zone ? 0 : radiusKm / view.kmPerPx;
  const isBrief = width < briefPx;
  const end = isBrief ? { ex: claim.x, ey: claim.y - radiusPx } : leader(claim, radiusPx, width, innerKm);
  // If the map is so near that the circle leaves it, the number is left out: it would stand beside nothing.
  const isDimensionSeen = radiusPx > 0 && end.ex > 0 && end.ex < width && end.ey > 20 && end.ey < height;
  const estimate = isOpen ? undefined : pol.estimate && { ...pol.estimate, ...project(view, pol.estimate.place) };
  const off = estimate && (
    <EstimateArea x={estimate.x} y={estimate.y} r={estimate.radiusKm / view.kmPerPx} tone={colour} />
  );
  const claimAt = labels.straight.get('claim');
  const estimateAt = labels.straight.get('estimate');
  const chosenWitness = pol.witnesses.find((it) => it.id === chosen);
  const areas = discs.filter(agreeing).map((it) => it.area);
  return (
    <>
      <svg width={width} height={height} role="img" aria-labelledby={`${id}-t`} {...drawing}>
        <title id={`${id}-t`}>
          {isOpen
            ? say('Map. The answers as they come in. The round trips beside it hold the same facts.')
            : say('Map. {verdict}: {says}. The round trips beside it hold the same facts.', {
                verdict: outcomeWord[pol.outcome],
                says: polSays(pol),
              })}
        </title>
        <BaseMap view={view} countries={countries} ticks names avoid={marks} taken={taken}>
          {zone && <ZoneLayer view={view} countries={countries} zone={zone} />}
          {allowed && !isOpen && (
            <AllowedSet view={view} area={allowed.area} countries={countries} zone={zone}>
              {off}
            </AllowedSet>
          )}
          <Discs discs={discs} chosen={chosen} onChoose={onChoose} />
          {(!allowed || isOpen) && pol.outcome !== 'contradictory' && (
            <Overlap view={view} areas={areas} tone={colour} opacity={0.14} />
          )}
          {radiusPx > 0 && <StatedCircle {...claim} r={radiusPx} tone={tone} />}
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
          {!allowed && off}
        </BaseMap>
        {strong.map((it) => {
          const where = labels.discs.get(it.id);
          return where && <DiscLabel key={it.id} id={`${id}-${it.id}`} at={where} text={arcText(it)} />;
        })}
        {isDimensionSeen && (
          <Dimension
            x={claim.x}
            y={claim.y}
            r={radiusPx}
            km={radiusKm ?? 0}
            innerKm={innerKm}
            tone={tone}
            brief={isBrief}
            width={width}
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
        <ClaimMark {...claim} />
        {estimate && <EstimateMark x={estimate.x} y={estimate.y} tone={colour} />}
        {estimate && estimateAt && (
          <MapText {...estimateAt} class={tone}>
            {labels.estimateText}
          </MapText>
        )}
        {claimAt && <MapText {...claimAt}>{say('Claim')}</MapText>}
        {chosenWitness && !labels.straight.has(chosenWitness.id) && (
          <MapText x={project(view, chosenWitness.place).x + 8} y={project(view, chosenWitness.place).y + 4}>
            {chosenWitness.name}
          </MapText>
        )}
        <ScaleBar x={20} y={18} kmPerPx={view.kmPerPx} />
      </svg>
      {tools}
      {withInset && pol.witnesses.length > 0 && (
        <WorldInset
          width={insetWidth}
          nodes={pol.witnesses.map((it) => it.place)}
          view={view}
          caption={captionOf(left, shown)}
        />
      )}
    </>
  );
};
