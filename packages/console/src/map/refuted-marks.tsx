import type { JSX } from 'preact';
import { answered, excludes, type PolView, type Witness } from '../challenge/pol-view.ts';
import * as figures from '../figures.ts';
import { say } from '../words/say.ts';
import type { Point } from './corners.ts';
import { textWidth } from './labels.ts';
import { MapText } from './marks.tsx';
import type { View } from './views.ts';

/** A line from the place that the answers come from to the claimed place. */
export const ClaimLine = ({ from, to, apartKm }: { from: Point; to: Point; apartKm: number }): JSX.Element => {
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const upright = angle > 90 || angle < -90 ? angle + 180 : angle;
  const [x, y] = [from.x + (to.x - from.x) * 0.4, from.y + (to.y - from.y) * 0.4];
  return (
    <g pointer-events="none">
      <path d={`M${from.x} ${from.y}L${to.x} ${to.y}`} stroke="var(--no)" stroke-width="1.8" />
      <g transform={`rotate(${upright} ${x} ${y})`}>
        <MapText x={x} y={y - 7} anchor="middle" class="big no">
          {figures.km(apartKm)}
        </MapText>
      </g>
    </g>
  );
};

/** How many discs leave the claim outside, and how many of them the map draws. */
export const outsideWords = (n: number, drawn: number): string => {
  if (n === 0) return say('does not fit the delays');
  if (n === 1) return say('outside 1 disc');
  return n > drawn ? say('outside all {n} discs, {drawn} drawn', { n, drawn }) : say('outside all {n} discs', { n });
};

export const ClaimLabel = ({
  x,
  y,
  below,
  width,
  name,
  n,
  drawn,
}: Point & { below: boolean; width: number; name: string; n: number; drawn: number }): JSX.Element => {
  const text = say('Claim: {name}', { name });
  const why = outsideWords(n, drawn);
  const half = Math.max(textWidth(text, 13), textWidth(why, 12)) / 2 + 4;
  const cx = Math.min(width - half - 6, Math.max(half + 6, x));
  return (
    <>
      <MapText x={cx} y={below ? y + 24 : y - 30} anchor="middle" class="no claim-name">
        {text}
      </MapText>
      <MapText x={cx} y={below ? y + 39 : y - 15} anchor="middle" class="sub">
        {why}
      </MapText>
    </>
  );
};

interface CallOutProps {
  readonly strong: readonly Witness[];
  readonly from: Point;
  readonly to: Point;
  readonly pol: PolView;
  readonly view: View;
}

/** Where the widest excluding disc ends on the way to the claim. */
export const CallOut = ({ strong, from, to, pol, view }: CallOutProps): JSX.Element | null => {
  const widest = strong.reduce<Witness | undefined>((a, b) => (!a || b.shortKm < a.shortKm ? b : a), undefined);
  if (!widest || widest.shortKm === 0 || strong.length < 2) return null;
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const backPx = widest.shortKm / view.kmPerPx;
  if (backPx < 24 || backPx > length * 0.8) return null;
  const x = to.x - ((to.x - from.x) / length) * backPx;
  const y = to.y - ((to.y - from.y) / length) * backPx;
  // On the side the line does not pass: above it to the left when it climbs, to the right when it falls.
  const climbs = (to.y - from.y) * (to.x - from.x) < 0;
  const wide = 210;
  const room = climbs ? x > wide : view.width - x > wide;
  const left = room ? climbs : !climbs;
  const top = room ? Math.max(34, Math.min(y, to.y) - 84) : Math.min(view.height - 40, Math.max(y, to.y) + 50);
  const tx = left ? x - 12 : x + 12;
  return (
    <g pointer-events="none">
      <path d={`M${x} ${y}V${top}h${left ? -8 : 8}`} fill="none" stroke="var(--no)" stroke-width="1.2" />
      <circle cx={x} cy={y} r="3" fill="var(--land)" stroke="var(--no)" stroke-width="1.5" />
      <MapText x={tx} y={top} anchor={left ? 'end' : 'start'} class="no">
        {say('The widest of the {n} stops here,', { n: answered(pol).filter(excludes).length })}
      </MapText>
      <MapText x={tx} y={top + 15} anchor={left ? 'end' : 'start'} class="no">
        {say('{reach} of the {distance} to {place}', {
          reach: figures.atMostKmNumber(widest.reachKm ?? 0),
          ...{ distance: figures.km(widest.toClaimKm), place: pol.claim.name },
        })}
      </MapText>
    </g>
  );
};
