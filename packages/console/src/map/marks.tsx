import type { ComponentChildren, JSX } from 'preact';
import * as figures from '../figures.ts';
import { type Point as At, type Box, textWidth } from './boxes.ts';
import type { TextAt } from './labels.ts';
import { scaleBarKm } from './views.ts';

/** The sign of a claim: the colour of ink, or red if it was ruled out. */
export const ClaimMark = ({ x, y, tone = 'var(--ink)' }: At & { tone?: string }): JSX.Element => (
  <g class="mark" transform={`translate(${x} ${y})`}>
    <path d="M0-9.2 8.6 5.8H-8.6Z" fill="var(--land)" stroke={tone} stroke-width="2" stroke-linejoin="round" />
    <circle cy="0.9" r="1.9" fill={tone} />
  </g>
);

export const EstimateMark = ({ x, y, tone }: At & { tone: string }): JSX.Element => (
  <g class="mark" transform={`translate(${x} ${y})`} fill="none" stroke={tone} stroke-width="1.8">
    <circle r="4.6" />
    <path d="M0-9v5M0 4v5M-9 0h5M4 0h5" />
  </g>
);

/** How far off the estimate may be. It is an area: nobody measured its middle. */
export const EstimateArea = ({ x, y, r, tone }: At & { r: number; tone: string }): JSX.Element => (
  <circle
    cx={x}
    cy={y}
    r={r}
    fill={tone}
    fill-opacity="0.06"
    stroke={tone}
    stroke-width="1.2"
    stroke-dasharray="2 4"
    pointer-events="none"
  />
);

/** The distance that a verdict states, around the claim. */
export const StatedCircle = ({ x, y, r, tone }: At & { r: number; tone: string }): JSX.Element => (
  <circle cx={x} cy={y} r={r} fill="none" stroke={`var(--${tone})`} stroke-width="2.25" pointer-events="none" />
);

export const Node = ({ x, y, hollow = false, r = 4 }: At & { hollow?: boolean; r?: number }): JSX.Element =>
  hollow ? (
    <circle class="mark" cx={x} cy={y} r={r - 0.9} fill="var(--land)" stroke="var(--ms)" stroke-width="1.3" />
  ) : (
    <circle class="mark" cx={x} cy={y} r={r} fill="var(--ms)" stroke="var(--land)" stroke-width="1.2" />
  );

/** The sign of a lookout: a square on its corner. */
export const LookoutNode = ({ x, y }: At): JSX.Element => (
  <path class="mark" d={`M${x} ${y - 5}l5 5l-5 5l-5-5z`} fill="var(--land)" stroke="var(--ms)" stroke-width="1.5" />
);

interface MapTextProps extends At {
  readonly anchor?: 'start' | 'end' | 'middle';
  readonly class?: string;
  readonly leader?: TextAt['leader'];
  readonly children: ComponentChildren;
}

/** Text with a halo of the land's colour, and a thin line to its mark if it stands further off. */
export const MapText = ({ x, y, anchor = 'start', leader, children, ...rest }: MapTextProps): JSX.Element => (
  <>
    {leader && <Leader from={leader[0]} to={leader[1]} tone={rest.class} />}
    <text class={`map-text ${rest.class ?? ''}`} x={x} y={y} text-anchor={anchor}>
      {children}
    </text>
  </>
);

const Leader = ({ from, to, tone = '' }: { from: At; to: At; tone?: string | undefined }) => (
  <g class={`leader ${tone}`}>
    <path d={`M${from.x} ${from.y}L${to.x} ${to.y}`} />
    <circle cx={from.x} cy={from.y} r="2.2" stroke="none" />
  </g>
);

/** The room that the scale takes. */
export const scaleBarBox = (x: number, y: number, kmPerPx: number): Box => {
  const km = scaleBarKm(kmPerPx);
  const width = km / kmPerPx + 6 + textWidth(`${figures.count(km)} km`, 11);
  return { x: x - 6, y: y - 10, width: width + 14, height: 20 };
};

export const ScaleBar = ({ x, y, kmPerPx, mostPx }: At & { kmPerPx: number; mostPx?: number }): JSX.Element => {
  const km = scaleBarKm(kmPerPx, mostPx);
  const length = km / kmPerPx;
  return (
    <g transform={`translate(${x} ${y})`}>
      <path
        d={`M0-3v6M${length}-3v6M${length / 2} 0v3M0 3h${length}`}
        fill="none"
        stroke="var(--ink2)"
        stroke-width="1.2"
      />
      <MapText x={length + 6} y={5} class="tick">
        {figures.count(km)} km
      </MapText>
    </g>
  );
};
