import type { JSX } from 'preact';
import { exactKm } from '../figures.ts';
import { whereItCanBe } from '../map/local-layout.ts';
import { ClaimMark, EstimateArea, EstimateMark, LookoutNode, Node } from '../map/marks.tsx';
import { ZoneLegend } from '../map/zone-legend.tsx';
import { LegendItem } from '../parts/panel.tsx';
import { outcomeTone } from '../parts/verdict-glyph.tsx';
import { say, sayCount } from '../words/say.ts';
import { answered, bounds, excludes, ifNoneLiedKm, type PolView, slackKm } from './pol-view.ts';

const ring = (colour: string, width: number, opacity = 1) => (
  <circle r="8" fill="none" stroke={colour} stroke-width={width} stroke-opacity={opacity} />
);

const TightDisc = () => (
  <LegendItem
    sign={
      <>
        {ring('var(--ms)', 1.5)}
        <Node x={0} y={0} r={3} />
      </>
    }
  >
    {say('disc of a challenger: if it is honest, the prover is inside it')}
  </LegendItem>
);

const DiscRadius = () => (
  <LegendItem width={0} height={16} sign={null}>
    {say('radius of a disc: round trip × 99.93 km/ms + 1 km + the radius that its challenger states for its own place')}
  </LegendItem>
);

/** A challenge that nobody answered has no discs. While it runs, answers may still come. */
const DiscSigns = ({ pol }: { pol: PolView }) =>
  pol.outcome !== 'measuring' && answered(pol).length === 0 ? null : (
    <>
      <TightDisc />
      {pol.witnesses.some((it) => it.isLookout) && (
        <LegendItem sign={<LookoutNode x={0} y={0} />}>{say('lookout')}</LegendItem>
      )}
      <LegendItem
        sign={
          <>
            {ring('var(--ms)', 1, 0.4)}
            <Node x={0} y={0} r={3} hollow />
          </>
        }
      >
        {say('wider disc')}
      </LegendItem>
      <DiscRadius />
    </>
  );

/** The estimate, and the dotted circle around it. */
const EstimateSigns = ({ tone }: { tone: string }) => (
  <>
    <LegendItem sign={<EstimateMark x={0} y={0} tone={tone} />}>{say('estimate')}</LegendItem>
    <LegendItem sign={<EstimateArea x={0} y={0} r={8} tone={tone} />}>
      {say('nine in ten honest provers are inside it')}
    </LegendItem>
  </>
);

export const MapLegend = ({ pol, refuted }: { pol: PolView; refuted: boolean }): JSX.Element => {
  const colour = `var(--${outcomeTone[pol.outcome]})`;
  const canBe = whereItCanBe(pol);
  if (refuted)
    return (
      <>
        <LegendItem sign={<ClaimMark x={0} y={1} tone="var(--no)" />}>{say('claim, ruled out')}</LegendItem>
        {pol.estimate && <EstimateSigns tone="var(--ms)" />}
        {pol.noEstimate !== 'apart' && (
          <LegendItem sign={<circle r="7.5" fill="var(--ms)" fill-opacity="0.32" />}>
            {say('inside every disc')}
          </LegendItem>
        )}
        <LegendItem
          sign={
            <>
              {ring('var(--ms)', 1.5)}
              <Node x={0} y={0} r={3} />
            </>
          }
        >
          {say('disc of a challenger: if it is honest, the prover is inside it, and not where it claims')}
        </LegendItem>
        {!answered(pol).every(excludes) && (
          <LegendItem sign={<Node x={0} y={0} r={3.6} hollow />}>
            {say('leaves the claim possible, disc not shown')}
          </LegendItem>
        )}
        <ZoneLegend zone={pol.zone?.text} canBe={canBe} withClaim={false} />
        <DiscRadius />
      </>
    );
  if (pol.zone)
    return (
      <>
        <ZoneLegend zone={pol.zone.text} canBe={canBe} />
        {pol.estimate && <EstimateSigns tone={colour} />}
        <DiscSigns pol={pol} />
      </>
    );
  return (
    <>
      <LegendItem sign={<ClaimMark x={0} y={1} />}>{say('claim')}</LegendItem>
      {pol.estimate && <EstimateSigns tone={colour} />}
      {pol.boundsKm.length > 0 && (
        <LegendItem sign={ring(colour, 2.25)}>
          {pol.liars === 0
            ? say('at most this far')
            : sayCount(pol.liars, 'at most this far, even if one lied', 'at most this far, even if {n} lied')}
        </LegendItem>
      )}
      {ifNoneLiedKm(pol) !== undefined && (
        <LegendItem sign={<circle r="8" fill="none" stroke={colour} stroke-width="1.5" stroke-dasharray="4 3" />}>
          {say('if nobody lied')}
        </LegendItem>
      )}
      {canBe && <ZoneLegend zone={undefined} canBe={canBe} withClaim={false} />}
      {!canBe && pol.noEstimate !== 'apart' && (
        <LegendItem sign={<circle r="7.5" fill={colour} fill-opacity="0.32" />}>{say('inside every disc')}</LegendItem>
      )}
      <DiscSigns pol={pol} />
    </>
  );
};

export const StripLegend = ({ pol }: { pol: PolView }): JSX.Element => {
  const probes = Math.max(0, ...answered(pol).map((it) => it.rttsMs.length));
  return (
    <>
      <LegendItem
        width={20}
        height={12}
        sign={[3, 9, 15].map((x, i) => (
          <circle key={x} cx={x} cy={[7, 4, 8][i] ?? 6} r="1.9" fill="var(--ms)" fill-opacity="0.4" />
        ))}
      >
        {probes > 0 ? say('up to {probes} probes', { probes }) : say('probes')}
      </LegendItem>
      <LegendItem width={6} height={16} sign={<rect x="2" width="2.5" height="16" rx="1" fill="var(--ms)" />}>
        {say('fastest')}
      </LegendItem>
      <LegendItem
        width={18}
        height={16}
        sign={
          <>
            <rect width="16" height="16" fill="var(--track)" />
            <rect x="16" width="1.5" height="16" fill="var(--ink)" />
          </>
        }
      >
        {say('too fast even for a prover {distance} off its claim', { distance: exactKm(slackKm) })}
      </LegendItem>
      {answered(pol).some((it) => !bounds(it)) && (
        <LegendItem width={0} height={16} sign={null}>
          {say('no bound: too slow to say how far away')}
        </LegendItem>
      )}
      {answered(pol).some(excludes) && (
        <LegendItem width={6} height={16} sign={<rect x="2" width="2.5" height="16" rx="1" fill="var(--no)" />}>
          {say('rules the claim out')}
        </LegendItem>
      )}
    </>
  );
};
