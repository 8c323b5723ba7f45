import type { JSX } from 'preact';
import { useId, useMemo } from 'preact/hooks';
import { useAfterPaint } from '../parts/after-paint.tsx';
import { say } from '../words/say.ts';
import type { Allowed } from './allowed.ts';
import { AllowedSet } from './allowed-set.tsx';
import { detailFor } from './atlas.ts';
import { BaseMap, tickBoxes } from './base-map.tsx';
import { type Box, boxAround, textWidth } from './boxes.ts';
import { Dimension, dimensionBoxes } from './dimension.tsx';
import type { Place } from './earth.ts';
import { beside, calledOut, placeLabels } from './labels.ts';
import { lineOn, zoneLines } from './lines.ts';
import { type CanBe, project } from './local-layout.ts';
import { ClaimMark, MapText, ScaleBar, StatedCircle, scaleBarBox } from './marks.tsx';
import { useAtlas } from './use-atlas.ts';
import { useSize } from './use-size.ts';
import { toolsBox, useZoom } from './use-zoom.tsx';
import { ZoneLayer } from './zone-layer.tsx';
import { zoneView } from './zone-view.ts';
import { useZone } from './zones.ts';

interface ZoneMapProps {
  readonly claim: Place;
  readonly zone: string | undefined;
  /** Where the answers allow the prover to be, as far as that can be drawn. */
  readonly allowed?: Allowed | undefined;
  /** The middle of the map, where it is not the claim. */
  readonly centre?: Place;
  /** The circle around the claim that a verdict without a zone states. */
  readonly stated?: CanBe['stated'];
  /** True if the answers put the prover elsewhere than its claim. */
  readonly isAway?: boolean;
  /** What the map says to somebody who cannot see it. */
  readonly title: string;
}

/** A claim, the zone that it should be in, and where the answers allow it to be. */
export const ZoneMap = (props: ZoneMapProps): JSX.Element => {
  const [ref, size] = useSize<HTMLDivElement>();
  const isPainted = useAfterPaint();
  // The frame of the map follows from the zone. Nothing is drawn before the zone is loaded, because the map would then be drawn
  // twice.
  const whole = useZone(props.zone, 'coarse');
  const edge = useMemo(() => {
    if (whole === undefined) return undefined;
    return (whole?.outline.coordinates ?? []).flat().map(([longitude = 0, latitude = 0]) => ({ latitude, longitude }));
  }, [whole]);
  return (
    <div class="map" ref={ref}>
      {isPainted && size && size.width > 0 && edge && (
        <Drawn {...props} edge={edge} width={size.width} height={size.height} />
      )}
    </div>
  );
};

const Drawn = ({
  claim,
  zone: text,
  allowed,
  centre = claim,
  isAway = false,
  stated,
  title,
  edge,
  width,
  height,
}: ZoneMapProps & { edge: readonly Place[]; width: number; height: number }) => {
  const id = useId();
  const base = useMemo(
    () => zoneView({ centre, claim, reachKm: allowed?.furthestKm, edge }, width, height),
    [centre, claim, allowed, edge, width, height],
  );
  const { view, drawing, tools } = useZoom(base);
  const detail = detailFor(view.kmAcross);
  const countries = useAtlas(detail);
  const zone = useZone(text, detail);
  const at = project(view, claim);
  const avoid = useMemo(() => [at], [at.x, at.y]);
  const { claimAt, taken } = useMemo(() => {
    const blocked = [toolsBox(width), scaleBarBox(20, 18, view.kmPerPx), ...tickBoxes(view)].concat(
      stated ? dimensionBoxes(at, stated.km / view.kmPerPx, true, width, undefined) : [],
    );
    const lines = [
      ...(zone ? zoneLines(view, zone.outline) : []),
      ...(allowed ? [lineOn(view, 'allowed', allowed.area)] : []),
    ];
    const room = { width: textWidth(say('Claim'), 12) + 6, height: 16 };
    const candidates = [...beside(at, room, 13), ...calledOut(at, room, 11)];
    const claimBox = boxAround(at, 10);
    const obstacles = [{ id: 'claim', box: claimBox }, ...blocked.map((box, i) => ({ id: String(i), box }))];
    const frame = { x: 6, y: 6, width: width - 12, height: height - 12 };
    const labels: Box[] = [];
    const placed = placeLabels([{ id: 'claim', candidates, ignores: ['claim'] }], obstacles, frame, labels, lines);
    return { claimAt: placed.get('claim'), taken: [...blocked, claimBox, ...labels] };
  }, [view, at.x, at.y, zone, allowed, stated, width, height]);
  return (
    <>
      <svg width={width} height={height} role="img" aria-labelledby={id} {...drawing}>
        <title id={id}>{title}</title>
        <BaseMap view={view} countries={countries} ticks names avoid={avoid} taken={taken}>
          {allowed && <AllowedSet view={view} area={allowed.area} countries={countries} zone={zone} isAway={isAway} />}
          {zone && <ZoneLayer view={view} countries={countries} zone={zone} />}
          {stated && <StatedCircle {...at} r={stated.km / view.kmPerPx} tone={stated.tone} />}
        </BaseMap>
        {stated && (
          <Dimension
            {...at}
            r={stated.km / view.kmPerPx}
            km={stated.km}
            innerKm={undefined}
            tone={stated.tone}
            brief
            width={width}
          />
        )}
        <ClaimMark {...at} />
        {claimAt && <MapText {...claimAt}>{say('Claim')}</MapText>}
        <ScaleBar x={20} y={18} kmPerPx={view.kmPerPx} />
      </svg>
      {tools}
    </>
  );
};
