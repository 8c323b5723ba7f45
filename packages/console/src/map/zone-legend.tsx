import type { JSX } from 'preact';
import { LegendItem } from '../parts/panel.tsx';
import { say, sayCount } from '../words/say.ts';
import type { CanBe } from './local-layout.ts';
import { ClaimMark } from './marks.tsx';
import { Hatch } from './zone-layer.tsx';
import { zoneEdge, zoneWords } from './zone-words.ts';

/** What the signs of a zone mean. */
export const ZoneLegend = ({
  zone,
  canBe,
  withClaim = true,
}: {
  zone: string | undefined;
  canBe: Pick<CanBe, 'isAway' | 'liars'> | undefined;
  withClaim?: boolean;
}): JSX.Element => {
  const tone = canBe?.isAway ? 'var(--no)' : 'var(--ms)';
  const words = zone === undefined ? '' : zoneWords(zone);
  return (
    <>
      {withClaim && <LegendItem sign={<ClaimMark x={0} y={1} />}>{say('claim')}</LegendItem>}
      {canBe && (
        <LegendItem sign={<circle r="7.5" fill={tone} fill-opacity="0.24" stroke={tone} stroke-width="2" />}>
          {canBe.liars === 0
            ? say('places still allowed')
            : sayCount(canBe.liars, 'places still allowed, even if one lied', 'places still allowed, even if {n} lied')}
        </LegendItem>
      )}
      {zone !== undefined && (
        <LegendItem sign={<path d="M-9 7V-5H9" fill="none" stroke="var(--ink)" stroke-width="1.3" />}>
          {zoneEdge(zone)}
        </LegendItem>
      )}
      {zone !== undefined && !zone.trimStart().startsWith('{') && (
        <LegendItem
          sign={
            <>
              <defs>
                <Hatch id="legend-hatch" tone="var(--ink3)" opacity={0.6} />
              </defs>
              <rect x="-9" y="-7" width="18" height="14" fill="url(#legend-hatch)" />
            </>
          }
        >
          {say('not in {zone}', { zone: words })}
        </LegendItem>
      )}
    </>
  );
};
