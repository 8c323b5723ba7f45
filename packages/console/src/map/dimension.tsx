import type { JSX } from 'preact';
import * as figures from '../figures.ts';
import { say } from '../words/say.ts';
import { type Box, type Point, textWidth } from './boxes.ts';
import type { Line } from './lines.ts';
import { MapText } from './marks.tsx';

interface DimensionProps {
  readonly x: number;
  readonly y: number;
  readonly r: number;
  readonly km: number;
  /** The radius of the dashed circle inside. */
  readonly innerKm: number | undefined;
  readonly tone: string;
  readonly brief: boolean;
  /** The width of the map, in px. */
  readonly width: number;
}

const toBend = 15;
const toText = 26;
const leaderAngle = 0.62;

const innerWords = (innerKm: number): string =>
  say('dashed: {distance} if nobody lied', { distance: figures.atMostKm(innerKm) });

/** How wide the lines beside the number are. */
const textPxOf = (innerKm: number | undefined): number =>
  Math.max(
    textWidth(say('at most from the claim'), 12),
    innerKm === undefined ? 0 : textWidth(innerWords(innerKm), 12),
  ) + 6;

/**
 * Where the leader meets the circle, and where it bends towards its text. The text is on the right. On a wide circle the leader
 * is further up, so that the text ends before the map does.
 */
export const leader = ({ x, y }: { x: number; y: number }, r: number, width: number, innerKm: number | undefined) => {
  const roomPx = Math.max(0, width - x - toBend - toText - textPxOf(innerKm));
  const angle = Math.min(leaderAngle, Math.asin(Math.min(1, roomPx / r)));
  const [ex, ey] = [x + r * Math.sin(angle), y - r * Math.cos(angle)];
  return { ex, ey, bx: ex + toBend, by: ey - 22 };
};

/** The line from the claim to the circle, which no other label should stand on. */
export const leaderLine = (centre: Point, r: number, width: number, innerKm: number | undefined): Line => {
  const { ex, ey } = leader(centre, r, width, innerKm);
  return { id: 'leader', runs: [[centre, { x: ex, y: ey }]] };
};

/** Above the circle, or inside of it where the map has no room above. */
const briefY = (y: number, r: number): number => (y - r - 8 < 48 ? y - r + 22 : y - r - 8);

export const dimensionBoxes = (
  centre: { x: number; y: number },
  r: number,
  brief: boolean,
  width: number,
  innerKm: number | undefined,
): Box[] => {
  if (brief) return [{ x: centre.x - 42, y: briefY(centre.y, r) - 17, width: 84, height: 22 }];
  const { ex, bx, by } = leader(centre, r, width, innerKm);
  return [
    { x: ex - 4, y: by - 4, width: bx - ex + 30, height: 30 },
    { x: bx + toText - 4, y: by - 14, width: textPxOf(innerKm) + 4, height: 58 },
  ];
};

/** The number of the verdict, on the circle it belongs to. A small map has room for no more than the number. */
export const Dimension = ({ x, y, r, km, innerKm, tone, brief, width }: DimensionProps): JSX.Element => {
  if (brief)
    return (
      <MapText x={x} y={briefY(y, r)} anchor="middle" class={`big ${tone}`}>
        {figures.atMostKm(km)}
      </MapText>
    );
  const { ex, ey, bx, by } = leader({ x, y }, r, width, innerKm);
  return (
    <g pointer-events="none">
      <path d={`M${x} ${y}L${ex} ${ey}L${bx} ${by}h20`} fill="none" stroke={`var(--${tone})`} stroke-width="1.3" />
      <circle cx={ex} cy={ey} r="2.6" fill={`var(--${tone})`} />
      <MapText x={bx + toText} y={by + 5} class={`big ${tone}`}>
        {figures.atMostKm(km)}
      </MapText>
      <MapText x={bx + toText} y={by + 22} class="sub">
        {say('at most from the claim')}
      </MapText>
      {innerKm !== undefined && (
        <MapText x={bx + toText} y={by + 38} class="sub">
          {innerWords(innerKm)}
        </MapText>
      )}
    </g>
  );
};
