import type { JSX } from 'preact';
import { grouped, withUnit } from '../figures.ts';
import { textWidth } from '../map/boxes.ts';
import { useSize } from '../map/use-size.ts';
import type { Challenge } from '../network.ts';
import { Panel } from '../parts/panel.tsx';
import type { ProofTypeId } from '../service.ts';
import { onDay } from '../times.ts';
import { say } from '../words/say.ts';
import { endLabels, type Measured, measuredOf, measuredUnit, ticksUpTo } from './measured.ts';
import { agentWords as words } from './words.ts';

const height = 120;
const pad = 8;
/** Digits behind the point, as few as tell the ticks apart. */
const digitsOf = (step: number): number => Math.max(0, -Math.floor(Math.log10(step)));

/** What the verdicts about a prover measured, over time: a rate, or the distance within which its place is known. */
export const MeasuredPanel = ({
  proofType,
  challenges,
}: {
  proofType: ProofTypeId;
  challenges: readonly Challenge[];
}): JSX.Element | null => {
  const points = measuredOf(proofType, challenges);
  const newest = points.at(-1);
  if (!newest) return null;
  return (
    <Panel title={titleOf(proofType)} sub={`${saysOf(proofType, newest.value)}, ${onDay(newest.at)}`}>
      <Trend proofType={proofType} points={points} />
    </Panel>
  );
};

const titleOf = (proofType: ProofTypeId): string =>
  proofType === 'pol' ? words.measuredPlace : proofType === 'pob' ? words.measuredRate : words.measured;

/** A distance is a bound, so it is rounded up. */
const saysOf = (proofType: ProofTypeId, value: number): string =>
  withUnit(proofType === 'pol' ? Math.ceil(value) : value, measuredUnit(proofType), proofType === 'pob' ? 1 : 0);

const Trend = ({ proofType, points }: { proofType: ProofTypeId; points: readonly Measured[] }): JSX.Element => {
  const [ref, size] = useSize<HTMLDivElement>();
  const [first, newest] = [points[0] as Measured, points.at(-1) as Measured];
  const [firstAt, newestAt] = endLabels(first.at, newest.at);
  const most = Math.max(...points.map((it) => it.value));
  const says = (value: number) => saysOf(proofType, value);
  const ticks = ticksUpTo(most);
  const top = ticks.at(-1) as number;
  const tickText = (value: number) =>
    value === top
      ? withUnit(value, measuredUnit(proofType), digitsOf(ticks[1] as number))
      : grouped(value, digitsOf(ticks[1] as number));
  const left = 8 + Math.max(...ticks.map((it) => textWidth(tickText(it), 11)));
  const x = (i: number, width: number) =>
    points.length === 1 ? (left + width) / 2 : left + pad + (i / (points.length - 1)) * (width - left - 2 * pad);
  const y = (value: number) => height - (value / top) * (height - pad);
  return (
    <div ref={ref} style={{ height: `${height + 20}px` }}>
      {size && (
        <svg
          width={size.width}
          height={height + 20}
          class="axis-text"
          role="img"
          aria-label={say('Measured in {n} verdicts, newest {newest}, most {most}', {
            n: points.length,
            newest: says(newest.value),
            most: says(most),
          })}
        >
          {ticks.map((it) => (
            <g key={it}>
              <path d={`M${left} ${y(it)}H${size.width}`} stroke={it === 0 ? 'var(--ln2)' : 'var(--ln)'} />
              <text x={left - 6} y={y(it) + 4} text-anchor="end">
                {tickText(it)}
              </text>
            </g>
          ))}
          <polyline
            points={points.map((it, i) => `${x(i, size.width)},${y(it.value)}`).join(' ')}
            fill="none"
            stroke="var(--ms)"
            stroke-width="1.6"
          />
          {points.map((it, i) => (
            <circle key={it.id} cx={x(i, size.width)} cy={y(it.value)} r="2.8" fill="var(--ms)" />
          ))}
          {points.length > 1 && (
            <text x={left} y={height + 15}>
              {firstAt}
            </text>
          )}
          <text
            x={points.length > 1 ? size.width : x(0, size.width)}
            y={height + 15}
            text-anchor={points.length > 1 ? 'end' : 'middle'}
          >
            {newestAt}
          </text>
        </svg>
      )}
    </div>
  );
};
