import type { JSX } from 'preact';
import type { Point } from './boxes.ts';
import type { TextAt } from './labels.ts';
import { MapText } from './marks.tsx';
import type { callOutOf, numberOn } from './refuted-layout.ts';

/** A line from the place that the answers come from to the claimed place, and how long it is. */
export const ClaimLine = ({
  from,
  to,
  number: { x, y, rotate },
  text,
}: {
  from: Point;
  to: Point;
  number: ReturnType<typeof numberOn>;
  text: string;
}): JSX.Element => (
  <g pointer-events="none">
    <path d={`M${from.x} ${from.y}L${to.x} ${to.y}`} stroke="var(--no)" stroke-width="1.8" />
    <g transform={`rotate(${rotate} ${x} ${y})`}>
      <MapText x={x} y={y - 7} anchor="middle" class="big no">
        {text}
      </MapText>
    </g>
  </g>
);

export const ClaimLabel = ({
  at,
  words: [text, why],
}: {
  at: TextAt;
  words: readonly [string, string];
}): JSX.Element => (
  <>
    <MapText {...at} class="no claim-name">
      {text}
    </MapText>
    <MapText x={at.x} y={at.y + 15} anchor={at.anchor} class="sub">
      {why}
    </MapText>
  </>
);

/** Where the disc that comes nearest to the claim ends on the way there. */
export const CallOut = ({ x, y, text, lines }: NonNullable<ReturnType<typeof callOutOf>>): JSX.Element => (
  <g pointer-events="none">
    <path
      d={`M${x} ${y}V${text.y}h${text.anchor === 'end' ? -8 : 8}`}
      fill="none"
      stroke="var(--no)"
      stroke-width="1.2"
    />
    <circle class="mark" cx={x} cy={y} r="3" fill="var(--land)" stroke="var(--no)" stroke-width="1.5" />
    {lines.map((it, i) => (
      <MapText key={it} {...text} y={text.y + 15 * i} class="no">
        {it}
      </MapText>
    ))}
  </g>
);
