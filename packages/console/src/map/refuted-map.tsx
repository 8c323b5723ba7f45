import type { JSX } from 'preact';
import { useId, useMemo } from 'preact/hooks';
import { answered, type Estimate, type PolView, type Witness } from '../challenge/pol-view.ts';
import { polSays } from '../challenge/pol-words.ts';
import * as figures from '../figures.ts';
import { useAfterPaint } from '../parts/after-paint.tsx';
import { say } from '../words/say.ts';
import { AllowedSet } from './allowed-set.tsx';
import { detailFor } from './atlas.ts';
import { BaseMap } from './base-map.tsx';
import { CloseUp } from './close-up.tsx';
import { cornerBox, emptiestCorner } from './corners.ts';
import { Discs, Overlap } from './discs.tsx';
import { distanceKm } from './earth.ts';
import type { TextAt } from './labels.ts';
import { lineOn, zoneLines } from './lines.ts';
import { project, whereItCanBe } from './local-layout.ts';
import { ClaimMark, EstimateArea, EstimateMark, MapText, Node } from './marks.tsx';
import { callOutOf, discsThatTell, layout, numberOn, ringsOf } from './refuted-layout.ts';
import { CallOut, ClaimLabel, ClaimLine } from './refuted-marks.tsx';
import { useAtlas } from './use-atlas.ts';
import { useSize } from './use-size.ts';
import { toolsBox, useZoom } from './use-zoom.tsx';
import { refutedView, type View } from './views.ts';
import { ZoneLayer } from './zone-layer.tsx';
import { useZone } from './zones.ts';

interface RefutedMapProps {
  readonly pol: PolView;
  readonly chosen: string | undefined;
  readonly onChoose: (id: string | undefined) => void;
  /**
   * The challengers whose answers the replay has shown; undefined outside a replay. The map and its scale are those of the
   * verdict.
   */
  readonly shown?: ReadonlySet<string> | undefined;
}

/** Why the claim is impossible: the discs that leave it outside, seen from where the answers come from. */
export const RefutedMap = (props: RefutedMapProps): JSX.Element => {
  const [ref, size] = useSize<HTMLDivElement>();
  const isPainted = useAfterPaint();
  const estimate = estimateOf(props.pol);
  return (
    <div class="map" ref={ref}>
      {isPainted && size && size.width > 0 && estimate && (
        <Drawn {...props} estimate={estimate} width={size.width} height={size.height} />
      )}
    </div>
  );
};

/** Where the verdict names no estimate the map is around the tightest disc that tells against the claim, and marks no estimate. */
const estimateOf = (pol: PolView): Estimate | undefined => {
  const [tightest] = discsThatTell(pol).strong;
  return pol.estimate ?? (tightest && { place: tightest.place, radiusKm: tightest.reachKm ?? 0, name: tightest.name });
};

const Drawn = ({
  pol,
  chosen,
  onChoose,
  shown,
  estimate,
  width,
  height,
}: RefutedMapProps & { estimate: Estimate; width: number; height: number }) => {
  const id = useId();
  const base = useMemo(
    () => refutedView(estimate.place, pol.claim.place, width, height),
    [estimate, pol.claim.place, width, height],
  );
  const insetSize = { width: 246, height: 216 };
  const allowed = useMemo(() => whereItCanBe(pol)?.allowed, [pol]);
  const corner = emptiestCorner(
    width,
    height,
    insetSize,
    project(base, estimate.place),
    project(base, pol.claim.place),
    answered(pol).map((it) => project(base, it.place)),
    allowed ? lineOn(base, 'allowed', allowed.area).runs.flat() : [],
  );
  const side = corner === 'top right' ? 'left' : 'right';
  const { view, drawing, tools } = useZoom(base, side);
  const countries = useAtlas(detailFor(view.kmAcross));
  const zone = useZone(pol.zone?.text, detailFor(view.kmAcross));
  const compact = width < 560;
  const from = project(view, estimate.place);
  const to = project(view, pol.claim.place);
  const apart = figures.km(distanceKm(estimate.place, pol.claim.place));
  const laid = useMemo(() => {
    const buttons = toolsBox(side === 'right' ? width : 60);
    const fixed = [...(compact ? [] : [cornerBox(corner, width, height, insetSize)]), buttons];
    const number = numberOn(from, to, apart);
    const lines = [
      ...(zone ? zoneLines(view, zone.outline) : []),
      ...(allowed ? [lineOn(view, 'allowed', allowed.area)] : []),
      { id: 'apart', runs: [[from, to]] },
    ];
    const callOut = compact ? undefined : callOutOf(pol, discsThatTell(pol).strong, from, to, view);
    const blocked = pol.estimate ? [...fixed, ...number.boxes, ...(callOut?.boxes ?? [])] : fixed;
    const all = layout(pol, view, blocked, compact, lines);
    const { rings, taken } = ringsOf(view, estimate, all.occupied);
    return { ...all, number, callOut, rings, taken: pol.estimate ? [...all.taken, ...taken] : all.taken };
  }, [pol, view, compact, zone, allowed]);
  const hasCome = (it: { readonly id: string }) => shown === undefined || shown.has(it.id);
  const isOpen = shown !== undefined;
  const { labels } = laid;
  const claimAt = labels.get('claim');
  const [strong, silent] = [laid.strong.filter(hasCome), laid.silent.filter(hasCome)];
  const discs = laid.discs.filter((it) => hasCome(it.witness));
  const hasEstimate = pol.estimate !== undefined && !isOpen;
  const off = hasEstimate && <EstimateArea {...from} r={estimate.radiusKm / view.kmPerPx} tone="var(--ms)" />;
  return (
    <>
      <svg width={width} height={height} role="img" aria-labelledby={`${id}-t`} {...drawing}>
        <title id={`${id}-t`}>
          {isOpen
            ? say('Map. The answers as they come in. The round trips beside it hold the same facts.')
            : say('Map. Refuted: {says}. The round trips beside it hold the same facts.', { says: polSays(pol) })}
        </title>
        <BaseMap view={view} countries={countries} names={view.kmAcross < 6500} avoid={laid.marks} taken={laid.taken}>
          {zone && <ZoneLayer view={view} countries={countries} zone={zone} />}
          {hasEstimate && laid.rings.map(({ km, edge }) => <path key={km} d={edge} fill="none" stroke="var(--ln2)" />)}
          <Discs discs={discs} chosen={chosen} onChoose={onChoose} fill={0.06} />
          {allowed && !isOpen && (
            <AllowedSet view={view} area={allowed.area} countries={countries} zone={zone} isAway>
              {off}
            </AllowedSet>
          )}
          <Overlap view={view} areas={discs.map((it) => it.area)} tone="var(--ms)" opacity={0.28} />
          {!allowed && off}
        </BaseMap>
        {hasEstimate &&
          laid.rings.map(
            ({ km, label }) =>
              label && (
                <MapText key={km} {...label} anchor="middle" class="tick">
                  {figures.exactKm(km)}
                </MapText>
              ),
          )}
        {hasEstimate && <ClaimLine from={from} to={to} number={laid.number} text={apart} />}
        {laid.callOut && hasEstimate && <CallOut {...laid.callOut} />}
        {silent.map((it) => (
          <Labelled key={it.id} witness={it} view={view} at={labels.get(it.id)} hollow />
        ))}
        {strong.map((it) => (
          <Labelled key={it.id} witness={it} view={view} at={labels.get(it.id)} />
        ))}
        {hasEstimate && <EstimateMark {...from} tone="var(--ms)" />}
        <ClaimMark {...to} {...(isOpen ? {} : { tone: 'var(--no)' })} />
        {!isOpen && claimAt && <ClaimLabel at={claimAt} words={laid.claimWords} />}
      </svg>
      {tools}
      {!compact && hasEstimate && (
        <CloseUp
          pol={pol}
          estimate={estimate}
          {...insetSize}
          corner={corner}
          caption={say('Where it answers from, ± {radius}', { radius: figures.atMostKm(estimate.radiusKm) })}
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
