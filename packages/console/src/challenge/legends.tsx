import type { JSX } from 'preact';
import { ClaimMark, EstimateMark, LookoutNode, Node } from '../map/marks.tsx';
import { LegendItem } from '../parts/panel.tsx';
import { outcomeTone } from '../parts/verdict-glyph.tsx';
import { answered, excludes, ifNoneLiedKm, type PolView } from './pol-view.ts';

const Sign = ({ children }: { children: JSX.Element | JSX.Element[] }) => (
  <svg width="20" height="20" viewBox="-10 -10 20 20" aria-hidden="true">
    {children}
  </svg>
);

const ring = (colour: string, width: number, opacity = 1) => (
  <circle r="8" fill="none" stroke={colour} stroke-width={width} stroke-opacity={opacity} />
);

export const MapLegend = ({ pol, refuted }: { pol: PolView; refuted: boolean }): JSX.Element => {
  const colour = `var(--${outcomeTone[pol.outcome]})`;
  if (refuted)
    return (
      <>
        <LegendItem
          sign={
            <Sign>
              <ClaimMark x={0} y={1} tone="var(--no)" />
            </Sign>
          }
        >
          claim, ruled out
        </LegendItem>
        <LegendItem
          sign={
            <Sign>
              <EstimateMark x={0} y={0} tone="var(--ms)" />
            </Sign>
          }
        >
          estimate
        </LegendItem>
        <LegendItem
          sign={
            <Sign>
              <circle r="7.5" fill="var(--ms)" fill-opacity="0.32" />
            </Sign>
          }
        >
          inside every disc
        </LegendItem>
        <LegendItem
          sign={
            <Sign>
              {ring('var(--ms)', 1.5)}
              <Node x={0} y={0} r={3} />
            </Sign>
          }
        >
          rules the claim out
        </LegendItem>
        <LegendItem
          sign={
            <Sign>
              <Node x={0} y={0} r={3.6} hollow />
            </Sign>
          }
        >
          proves nothing, disc not drawn
        </LegendItem>
      </>
    );
  return (
    <>
      <LegendItem
        sign={
          <Sign>
            <ClaimMark x={0} y={1} />
          </Sign>
        }
      >
        claim
      </LegendItem>
      {pol.estimate && (
        <LegendItem
          sign={
            <Sign>
              <EstimateMark x={0} y={0} tone={colour} />
            </Sign>
          }
        >
          estimate
        </LegendItem>
      )}
      {pol.boundsKm.length > 0 && (
        <LegendItem sign={<Sign>{ring(colour, 2.25)}</Sign>}>
          {pol.liars === 0 ? 'at most this far' : `at most this far, even if ${pol.liars} lied`}
        </LegendItem>
      )}
      {ifNoneLiedKm(pol) !== undefined && (
        <LegendItem
          sign={
            <Sign>
              <circle r="8" fill="none" stroke={colour} stroke-width="1.5" stroke-dasharray="4 3" />
            </Sign>
          }
        >
          if nobody lied
        </LegendItem>
      )}
      <LegendItem
        sign={
          <Sign>
            <circle r="7.5" fill={colour} fill-opacity="0.32" />
          </Sign>
        }
      >
        inside every disc
      </LegendItem>
      <LegendItem
        sign={
          <Sign>
            {ring('var(--ms)', 1.5)}
            <Node x={0} y={0} r={3} />
          </Sign>
        }
      >
        tight disc
      </LegendItem>
      {pol.witnesses.some((it) => it.isLookout) && (
        <LegendItem
          sign={
            <Sign>
              <LookoutNode x={0} y={0} />
            </Sign>
          }
        >
          lookout
        </LegendItem>
      )}
      <LegendItem
        sign={
          <Sign>
            {ring('var(--ms)', 1, 0.4)}
            <Node x={0} y={0} r={3} hollow />
          </Sign>
        }
      >
        loose disc
      </LegendItem>
    </>
  );
};

export const StripLegend = ({ pol }: { pol: PolView }): JSX.Element => {
  const probes = Math.max(0, ...answered(pol).map((it) => it.rttsMs.length));
  return (
    <>
      <LegendItem
        sign={
          <svg width="20" height="12" aria-hidden="true">
            {[3, 9, 15].map((x, i) => (
              <circle key={x} cx={x} cy={[7, 4, 8][i] ?? 6} r="1.9" fill="var(--ms)" fill-opacity="0.4" />
            ))}
          </svg>
        }
      >
        {probes > 0 ? `up to ${probes} probes` : 'probes'}
      </LegendItem>
      <LegendItem
        sign={
          <svg width="6" height="16" aria-hidden="true">
            <rect x="2" width="2.5" height="16" rx="1" fill="var(--ms)" />
          </svg>
        }
      >
        fastest
      </LegendItem>
      <LegendItem
        sign={
          <svg width="18" height="16" aria-hidden="true">
            <rect width="16" height="16" fill="var(--track)" />
            <rect x="16" width="1.5" height="16" fill="var(--ink)" />
          </svg>
        }
      >
        too fast to be possible if the claim is true
      </LegendItem>
      {answered(pol).some(excludes) && (
        <LegendItem
          sign={
            <svg width="6" height="16" aria-hidden="true">
              <rect x="2" width="2.5" height="16" rx="1" fill="var(--no)" />
            </svg>
          }
        >
          rules the claim out
        </LegendItem>
      )}
    </>
  );
};
