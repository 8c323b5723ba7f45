import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { answered, bounds, type Estimate, excludes, type PolView } from '../challenge/pol-view.ts';
import { detailFor } from './atlas.ts';
import { BaseMap } from './base-map.tsx';
import { boxAround } from './boxes.ts';
import { Discs, discsOf, Overlap } from './discs.tsx';
import { edgeOf } from './earth.ts';
import { placeLabels } from './labels.ts';
import { lineOn } from './lines.ts';
import { project } from './local-layout.ts';
import { EstimateArea, EstimateMark, MapText, Node, ScaleBar } from './marks.tsx';
import { namesAt } from './refuted-layout.ts';
import { useAtlas } from './use-atlas.ts';
import { localView } from './views.ts';

interface CloseUpProps {
  readonly pol: PolView;
  readonly estimate: Estimate;
  readonly width: number;
  readonly height: number;
  readonly corner: string;
  readonly caption: string;
}

const captionHeight = 29;

/** The place the answers come from, near enough to see which discs meet there. */
export const CloseUp = ({ pol, estimate, width, height, corner, caption }: CloseUpProps): JSX.Element => {
  const mapHeight = height - captionHeight;
  const view = useMemo(
    () => localView(estimate.place, Math.max(estimate.radiusKm, 3), width, mapHeight, 0.34),
    [estimate, width, mapHeight],
  );
  const countries = useAtlas(detailFor(view.kmAcross));
  const laid = useMemo(() => {
    const strong = answered(pol).filter((it) => bounds(it) && excludes(it));
    const { discs, left } = discsOf(view, [], strong);
    const nodes = strong.filter((it) => !left.includes(it));
    const wanted = nodes.map((it) => ({
      id: it.id,
      candidates: namesAt(project(view, it.place), it.name, true),
      ignores: ['estimate', it.id],
    }));
    const frame = { x: 4, y: 4, width: width - 8, height: mapHeight - 28 };
    const obstacles = [
      { id: 'estimate', box: boxAround(project(view, estimate.place), 10) },
      ...nodes.map((it) => ({ id: it.id, box: boxAround(project(view, it.place), 5) })),
    ];
    const lines = [
      ...nodes.map((it) => lineOn(view, it.id, edgeOf(it.place, it.reachKm ?? 0))),
      lineOn(view, 'off', edgeOf(estimate.place, estimate.radiusKm)),
    ];
    const labels = placeLabels(wanted, obstacles, frame, [], lines);
    return { discs: discs.map((it) => ({ ...it, strong: true })), nodes, labels };
  }, [pol, view, width, mapHeight, estimate]);
  const centre = project(view, estimate.place);
  return (
    <figure class={`inset wide-only ${corner}`} aria-hidden="true">
      <svg width={width} height={mapHeight} aria-hidden="true">
        <BaseMap view={view} countries={countries} />
        <Discs discs={laid.discs} chosen={undefined} onChoose={() => undefined} fill={0.05} />
        <Overlap view={view} areas={laid.discs.map((it) => it.area)} tone="var(--ms)" opacity={0.28} />
        <EstimateArea {...centre} r={estimate.radiusKm / view.kmPerPx} tone="var(--ms)" />
        {laid.nodes.map((it) => {
          const text = laid.labels.get(it.id);
          return (
            <g key={it.id}>
              <Node {...project(view, it.place)} r={3.6} />
              {text && <MapText {...text}>{it.name}</MapText>}
            </g>
          );
        })}
        <EstimateMark {...centre} tone="var(--ms)" />
        <ScaleBar x={10} y={mapHeight - 14} kmPerPx={view.kmPerPx} mostPx={108} />
      </svg>
      <figcaption>{caption}</figcaption>
    </figure>
  );
};
